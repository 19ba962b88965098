import { Failure } from '../../shared/contract/failures.ts'

/**
 * The fields of an order under the names this service knows them by. Two fields under one name would lose a value, so
 * that is refused before anything leaves.
 */
export function renameFields(
  fields: Readonly<Record<string, string | number>>,
  names: Readonly<Record<string, string>> | undefined,
): Record<string, unknown> {
  if (!names) return fields
  const renamed = new Map<string, unknown>()
  for (const [ours, value] of Object.entries(fields)) {
    const theirs = Object.hasOwn(names, ours) ? (names[ours] ?? ours) : ours
    if (renamed.has(theirs)) throw clash(theirs)
    renamed.set(theirs, value)
  }
  return Object.fromEntries(renamed)
}

const clash = (field: string): Failure =>
  new Failure(
    'rejected',
    `Two fields of the order would be sent under the name “${field}”, so it was not sent. Correct the names of order fields in the settings of the profile.`,
    { problems: [{ field, message: 'is the name of two fields' }] },
  )
