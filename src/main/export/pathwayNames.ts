import { Failure } from '../../shared/contract/failures.ts'

/** Names of each pathway as they are returned. */
export type Groups = readonly { names: readonly string[] }[]

const shownNames = 20

const listed = (names: readonly string[]): string =>
  names.slice(0, shownNames).join(', ') +
  (names.length > shownNames ? ` and ${names.length - shownNames} more` : '')

/**
 * Throws `rejected` for pathways of which nothing was returned under any of their names: a table without them would
 * look as if the samples had no values.
 */
export function refuseStrangers(
  asked: readonly string[],
  returned: ReadonlySet<string>,
  groups: Groups,
): void {
  const there = new Set(
    groups.filter(({ names }) => names.some((name) => returned.has(name))).flatMap(({ names }) => names),
  )
  const strangers = asked.filter((name) => !returned.has(name) && !there.has(name))
  if (strangers.length === 0) return
  const named = listed(strangers.map((name) => `“${name}”`))
  const known = returned.size > 0 ? `There are: ${listed([...returned].sort())}.` : 'There are none yet.'
  throw new Failure('rejected', `The results have no pathway ${named}. ${known}`, {
    problems: strangers.map((name) => ({ field: 'pathways', message: `no pathway “${name}”` })),
  })
}
