import type { Mapping, Transform } from './importing.ts'

/** Everything an import does with the columns of a file. */
export type ImportPlan = { mapping: Mapping; transform: Transform }

/** A table with thousands of columns is not a list of notes: the user adds the others by choice. */
const maxStoredByDefault = 100
/** The contract's bound. */
const maxNotes = 1000

/**
 * Keeps the columns that no field takes: they are stored with the samples on this computer and never sent. Keeps the first
 * `most` of them. The screen and the command line both call this, so that neither loses a column.
 */
export function keepUnused(
  plan: ImportPlan,
  columns: readonly string[],
  most = maxStoredByDefault,
): ImportPlan {
  const { mapping, transform } = plan
  const room = Math.max(0, Math.min(most, maxNotes) - transform.notes.length)
  const added = unusedColumns(columns, plan).slice(0, room)
  return { mapping, transform: { ...transform, notes: [...transform.notes, ...added] } }
}

/** Columns that are not sent, not part of a sent field and not kept, in the order of the file. */
export function unusedColumns(columns: readonly string[], { mapping, transform }: ImportPlan): string[] {
  const joined = Object.values(transform.joined).flatMap((one) => one.columns)
  const used = new Set([...joined, ...transform.notes])
  return columns.filter((name) => !used.has(name) && !(Object.hasOwn(mapping, name) && mapping[name]))
}

/**
 * The name under which each kept column is stored. A column with the name of a field that something else fills is renamed
 * to “age (column)”: under its own name it would hide the value that is sent.
 */
export function storedNames({ mapping, transform }: ImportPlan): Map<string, string> {
  const { notes, noteNames = {}, constants, joined, ageFromDates } = transform
  const filled = Object.values(mapping).filter((field) => field !== null)
  const derived = ageFromDates ? ['age'] : []
  const taken = new Set([...filled, ...derived, ...Object.keys(constants), ...Object.keys(joined)])
  const names = new Map<string, string>()
  for (const column of new Set(notes)) {
    let name = Object.hasOwn(noteNames, column) ? (noteNames[column] ?? column) : column
    while (taken.has(name)) name = `${name} (column)`
    taken.add(name)
    names.set(column, name)
  }
  return names
}
