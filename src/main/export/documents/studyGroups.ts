import { type Grouping, type GroupStyles, stylesOfField } from '../../../figures/style/groupStyles.ts'
import type { Handlers, Services } from '../../../shared/contract/contract.ts'
import type { Covariate, SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { StudyChoice } from '../../../shared/domain/studies/documents.ts'
import { allSamplesId, filterInStudy } from '../../../shared/domain/studies/study.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import type { Sources } from '../tables/tableContents.ts'

/** The group of each sample in a document, and the styles of groups, as on the screen. */
export type StudyGroups = {
  groupOf: ReadonlyMap<string, string>
  /** The styles of the field that forms the groups; empty without one. */
  styles: GroupStyles
  stylesOf(field: string): GroupStyles
}

export type GroupSources = Pick<Sources, 'chooseSamples'> & {
  studies: Pick<Services['studies'], 'show' | 'ofSample'>
  covariates: Handlers['results.covariates']
  covariateValues: Handlers['results.covariateValues']
}

export async function readStudyGroups(
  sources: GroupSources,
  choice: StudyChoice,
  sampleIds: readonly string[],
): Promise<StudyGroups> {
  if (choice.kind === 'sample') return noGroups
  const studyId = await studyOf(sources, choice.of)
  const { design } = await sources.studies.show({ studyId })
  const covariates = await sources.covariates({ of: { filter: filterInStudy({}, studyId) } })
  return {
    groupOf: await readField(sources, design.groupBy ?? registerGroup, sampleIds),
    ...toStyles(design, covariates),
  }
}

const noGroups: StudyGroups = { groupOf: new Map(), styles: new Map(), stylesOf: () => new Map() }

const toStyles = (grouping: Grouping, covariates: readonly Covariate[]) => ({
  styles: grouping.groupBy === null ? new Map() : stylesOfField(grouping.groupBy, grouping, covariates),
  stylesOf: (field: string) => stylesOfField(field, grouping, covariates),
})

/** Returns the study of the choice; for samples chosen by id, the only study that contains them all. */
async function studyOf({ chooseSamples, studies }: GroupSources, of: SampleChoice): Promise<string> {
  if (!('sampleIds' in of)) return of.filter.study ?? allSamplesId
  const [sampleId = ''] = of.sampleIds
  const fitting: string[] = []
  for (const { studyId } of await studies.ofSample({ sampleId })) {
    const members = new Set(await chooseSamples({ filter: { study: studyId } }))
    if (of.sampleIds.every((id) => members.has(id))) fitting.push(studyId)
  }
  const [only = allSamplesId] = fitting
  return fitting.length === 1 ? only : allSamplesId
}

/** The field of the register that forms the groups if none is chosen. */
const registerGroup = 'group'
const samplesPerPage = 5000

/** Returns the value of a field by sample, without samples that have none. */
export async function readField(
  { covariateValues }: Pick<GroupSources, 'covariateValues'>,
  field: string,
  sampleIds: readonly string[],
): Promise<Map<string, string>> {
  const valueOf = new Map<string, string>()
  for await (const some of yieldingChunks(sampleIds, samplesPerPage)) {
    const { values } = await covariateValues({ sampleIds: [...some], names: [field] })
    for (const [row, sampleId] of some.entries()) {
      const value = values[0]?.[row] ?? null
      if (value !== null) valueOf.set(sampleId, value)
    }
  }
  return valueOf
}
