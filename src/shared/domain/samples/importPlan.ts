import type { Mapping, Transform } from './importing.ts'

export type ImportPlan = { mapping: Mapping; transform: Transform }

/** Returns own entries only, because a column may be named like an inherited property, such as `constructor`. */
export const ownEntry = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** Returns the entries of a record that meet a condition. */
export const filterEntries = <T>(
  record: Readonly<Record<string, T>>,
  isIncluded: (key: string, value: T) => boolean,
): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key, value]) => isIncluded(key, value)))

/** Returns the field that a column is sent as, or null. */
export const fieldOf = ({ mapping }: Pick<ImportPlan, 'mapping'>, column: string): string | null =>
  ownEntry(mapping, column) ?? null

/** Returns the columns whose texts are joined to a field. */
export const joinedColumns = ({ transform }: Pick<ImportPlan, 'transform'>): string[] =>
  Object.values(transform.joined).flatMap(({ columns }) => columns)

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
export function unusedColumns(columns: readonly string[], plan: ImportPlan): string[] {
  const used = new Set([...joinedColumns(plan), ...plan.transform.notes])
  return columns.filter((name) => !used.has(name) && !fieldOf(plan, name))
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
    let name = ownEntry(noteNames, column) ?? column
    while (taken.has(name)) name = `${name} (column)`
    taken.add(name)
    names.set(column, name)
  }
  return names
}
