import { normalizePathwayName, type Pathway } from '../../../shared/domain/drugs/pathway.ts'
import { allSamplesId, type StudyName } from '../../../shared/domain/studies/study.ts'
import { counted } from './output/output.ts'
import type { OpenedApp } from './program/command.ts'
import { UsageError } from './program/exitCodes.ts'
import { textOf } from './program/values.ts'

/** Returns the pathway with this name, in any spelling; undefined if there is none. Throws `UsageError` for several. */
function pathwayNamed(pathways: readonly Pathway[], name: string): Pathway | undefined {
  const namesOf = ({ pathway, title, names }: Pathway) => [pathway, title, ...names.map((one) => one.name)]
  const key = normalizePathwayName(name)
  const exact = pathways.filter((one) => namesOf(one).includes(name))
  const alike = pathways.filter((one) => namesOf(one).some((other) => normalizePathwayName(other) === key))
  const [found, ...others] = exact.length > 0 ? exact : alike
  if (!found || others.length === 0) return found
  const titles = [found, ...others].map(({ title }) => title).join(', ')
  throw new UsageError(`"${name}" may be each of these: ${titles}. Write it as one of them.`)
}

/** Returns the key of the pathway with this name, in any spelling. Throws `UsageError`. */
export function findPathway(pathways: readonly Pathway[], name: string): string {
  const found = pathwayNamed(pathways, name)
  if (found) return found.pathway
  throw new UsageError(`No cached drug acts on a pathway "${name}". Search for some drugs first.`)
}

/** Spells each name as in the results. A name without a drug may be one of a result, and stays unchanged. */
export async function spellPathways(call: OpenedApp['call'], names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const known = await call('pathways.list', {})
  return names.map((name) => pathwayNamed(known, name)?.names[0]?.name ?? name)
}

/**
 * Returns the study with this id or name, ignoring case; undefined if there is none. Throws `UsageError` if it is
 * ambiguous: earlier versions allowed a study called “all”, the id of all samples.
 */
export function studyNamed(studies: readonly StudyName[], name: string): StudyName | undefined {
  const [found, other] = studies.filter(
    (study) => study.studyId === name || study.name.toLowerCase() === name.toLowerCase(),
  )
  const toTyped = (study: StudyName): string =>
    study.studyId === allSamplesId && name.toLowerCase() === allSamplesId ? `"${study.name}"` : study.studyId
  if (found && other)
    throw new UsageError(`"${name}" means several studies: choose ${toTyped(found)} or ${toTyped(other)}.`)
  return found
}

/** Returns the study that `--study` names, including archived ones. Throws `UsageError`. */
export async function findStudy({ call }: OpenedApp, name: string): Promise<StudyName> {
  const studies = await call('studies.names', {})
  const found = studyNamed(studies, name)
  if (found) return found
  const names = studies.map((study) => `"${study.name}"`).join(', ')
  throw new UsageError(`There is no study "${name}". There are: ${names}.`)
}

export async function studyFilter(app: OpenedApp): Promise<{ study?: string }> {
  const name = textOf(app.run.values, 'study')
  return name === undefined ? {} : { study: (await findStudy(app, name)).studyId }
}

export type UnknownWords = { word: string; count: number }[]

/** Warns on stderr about unknown states of samples or screenings, and explains how to define them. */
export async function warnOfUnknownStates(
  { call, run: { output } }: OpenedApp,
  of: 'sample' | 'screening',
): Promise<UnknownWords> {
  const { words } = await call(of === 'sample' ? 'samples.unknownWords' : 'screening.unknownWords', {})
  if (words.length === 0) return words
  const { profile } = await call('app.status', {})
  for (const { word, count } of words)
    output.warn(
      `${counted(count, of)} ${count === 1 ? 'waits' : 'wait'}: the state “${word}” is not known. What does it mean? Write it to a dialect file, and sign in with it once:\n` +
        `  ${JSON.stringify({ state_words: { [word]: 'succeeded' } })}\n` +
        `  (or queued, running, failed, cancelled in place of succeeded)\n` +
        `  pathclock login --service ${profile?.serviceUrl ?? 'URL'} --api-key-stdin --dialect FILE`,
    )
  return words
}

/** Returns the id of the list, tag (`tag:NAME` if a list has its name) or favorites of `--list`. */
export async function findDrugList({ call }: OpenedApp, name: string): Promise<string> {
  const lists = await call('drugLists.list', {})
  const same = (text: string) => text.toLowerCase() === name.toLowerCase()
  const byId = lists.find(({ listId }) => listId === name)
  const [found, other] = byId ? [byId] : lists.filter((list) => same(list.name) || same(list.listId))
  if (!found) {
    const names = lists.map((list) => `"${list.name}"`).join(', ')
    throw new UsageError(`There is no list or tag "${name}". There are: ${names}.`)
  }
  if (other)
    throw new UsageError(
      `"${name}" is the name of several: choose --list ${found.listId} or ${other.listId}.`,
    )
  return found.listId
}
