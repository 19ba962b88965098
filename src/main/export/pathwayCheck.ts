import { Failure } from '../../shared/contract/failures.ts'

/** Names of each pathway as they are returned. */
export type Groups = readonly { names: readonly string[] }[]

const maxShown = 20

const formatList = (names: readonly string[]): string =>
  names.slice(0, maxShown).join(', ') +
  (names.length > maxShown ? ` and ${names.length - maxShown} more` : '')

/**
 * Throws `rejected` for pathways of which nothing was returned under any of their names: a table without them would
 * look as if the samples had no values.
 */
export function rejectUnknownPathways(
  requested: readonly string[],
  returned: ReadonlySet<string>,
  groups: Groups,
): void {
  const knownNames = new Set(
    groups.filter(({ names }) => names.some((name) => returned.has(name))).flatMap(({ names }) => names),
  )
  const unknownNames = requested.filter((name) => !returned.has(name) && !knownNames.has(name))
  if (unknownNames.length === 0) return
  const shown = formatList(unknownNames.map((name) => `“${name}”`))
  const known = returned.size > 0 ? `There are: ${formatList([...returned].sort())}.` : 'There are none yet.'
  throw new Failure('rejected', `The results have no pathway ${shown}. ${known}`, {
    problems: unknownNames.map((name) => ({ field: 'pathways', message: `no pathway “${name}”` })),
  })
}
