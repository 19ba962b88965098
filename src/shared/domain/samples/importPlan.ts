import type { Mapping, Transform } from './importing.ts'

export type ImportPlan = { mapping: Mapping; transform: Transform }

/** Only this many columns are kept by default. The user can add the others. */
const maxStoredByDefault = 100
/** The limit of the contract. */
const maxNotes = 1000

/**
 * Keeps the columns that no field uses, up to the first `most`: they are stored with the samples on this computer and
 * never sent. The screen and the command line both call this, so that neither loses a column.
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

/** Returns the columns that are not sent, not part of a sent field and not kept, in file order. */
export function unusedColumns(columns: readonly string[], { mapping, transform }: ImportPlan): string[] {
  const joined = Object.values(transform.joined).flatMap((one) => one.columns)
  const used = new Set([...joined, ...transform.notes])
  return columns.filter((name) => !used.has(name) && !(Object.hasOwn(mapping, name) && mapping[name]))
}

/**
 * Returns the name under which each kept column is stored. A column with the name of a field that another source fills
 * is renamed to “age (column)”, because it would hide the sent value.
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
