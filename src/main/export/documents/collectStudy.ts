import { sql } from 'kysely'
import type { FigureSpec } from '../../../figures/spec.ts'
import { type GroupStyles, stylesOfField } from '../../../figures/style/groupStyles.ts'
import type { Handlers, Services } from '../../../shared/contract/contract.ts'
import { isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { Measure, SampleResult } from '../../../shared/domain/results/analysis.ts'
import {
  type ClockPlot,
  type Clustering,
  type CohortSample,
  everySample,
  minSamplesForZ,
  type Pca,
  type SampleChoice,
  type StoredResult,
  type ValueMatrix,
} from '../../../shared/domain/results/cohort.ts'
import {
  ageMeasureSchema,
  type ClockComparison,
  type Comparison,
} from '../../../shared/domain/results/comparison.ts'
import type { ModelResult, StudyQuestion } from '../../../shared/domain/results/model.ts'
import { pack, unpack } from '../../../shared/domain/results/packedNumbers.ts'
import { createProvenance } from '../../../shared/domain/results/provenance.ts'
import type { Board } from '../../../shared/domain/studies/board.ts'
import {
  type ReportLanguage,
  type StudyChoice,
  studyOf,
  wholeStudyOf,
} from '../../../shared/domain/studies/documents.ts'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import type { Caution, StudyOverview } from '../../../shared/domain/studies/overview.ts'
import { allSamplesId, filterInStudy, type Study } from '../../../shared/domain/studies/study.ts'
import { suggestDesign } from '../../../shared/domain/studies/suggestions.ts'
import type { Cell } from '../../../shared/tables/column.ts'
import type { DataTable } from '../../../shared/tables/copyTable.ts'
import { message } from '../../../shared/words/message.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import type { Clock } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import { currentOrigins } from '../tables/currentResults.ts'
import { matrixPages, samplesPerMatrixPage } from '../tables/results.ts'
import type { Sources, Units } from '../tables/tableContents.ts'
import type { OpenTable } from '../tables/tables.ts'

/** The sources of tables, and of everything that is computed from many samples. */
export type StudySources = Pick<
  Sources,
  'journal' | 'answers' | 'chooseSamples' | 'values' | 'compare' | 'clock' | 'units'
> & {
  covariates: Handlers['results.covariates']
  covariateValues: Handlers['results.covariateValues']
  cluster: Handlers['results.cluster']
  compareClock: Handlers['results.compareClock']
  model: Handlers['results.model']
  pca: Handlers['results.pca']
  sample: Handlers['results.sample']
  history: Handlers['results.history']
  studies: Pick<Services['studies'], 'show' | 'overview' | 'cautions' | 'boards' | 'ofSample' | 'questions'>
  tableOf(choice: TableChoice): Promise<OpenTable>
}

/** The parts that only a cohort or only a single sample has. */
const nothing: Pick<
  CollectedStudy,
  | 'comparisons'
  | 'models'
  | 'cautions'
  | 'clock'
  | 'clockComparisons'
  | 'clustering'
  | 'pca'
  | 'result'
  | 'facts'
  | 'answers'
> = {
  comparisons: [],
  models: [],
  cautions: [],
  clock: null,
  clockComparisons: [],
  clustering: null,
  pca: null,
  result: null,
  facts: [],
  answers: [],
}

const originChunkSize = 2000

export function createCollectStudy(options: {
  sources: StudySources
  version: string
  clock: Clock
}): CollectStudy {
  const { sources, version, clock } = options
  return async (choice, signal) => {
    const sampleIds = await samplesOf(sources, choice)
    signal.throwIfAborted()
    const of = { sampleIds }
    const origins = await originsOf(sources, sampleIds, signal)
    const activity = await readFullMatrix(sources, of, 'activity', signal)
    const values = { activity, aging_offset: await readFullMatrix(sources, of, 'aging_offset', signal) }
    const whole = wholeStudyOf(choice)
    const record = whole === null ? null : await sources.studies.show({ studyId: whole })
    const overview = whole === null ? null : await sources.studies.overview({ studyId: whole })
    const boards = whole === null ? [] : await sources.studies.boards({ studyId: whole })
    const studyId = studyOf(choice)
    const questions = studyId === null ? [] : await sources.studies.questions({ studyId })
    const groups = await readStudyGroups(sources, choice, sampleIds)
    signal.throwIfAborted()
    const study = withComparison(choice, overview)
    const pairBy = study.kind === 'cohort' ? study.comparison?.pairBy : undefined
    const pairOf = pairBy === undefined ? new Map() : await readField(sources, pairBy, sampleIds)
    const known = await (study.kind === 'sample'
      ? ofSample(sources, study.sampleId, signal)
      : ofCohort(sources, study, { of, record, analyzed: activity.totalSamples }, signal))
    return {
      study,
      record,
      boards,
      overview,
      questions,
      madeAt: new Date(clock.now()).toISOString(),
      version,
      units: sources.units(),
      ...origins,
      sampleIds,
      samples: activity.samples,
      groups,
      pairOf,
      values,
      ...known,
    }
  }
}

/** Adds the first comparison of the study's overview if the user chose none. */
function withComparison(choice: StudyChoice, overview: StudyOverview | null): StudyChoice {
  const first = overview?.comparison && (overview.comparison.overall ?? overview.comparison.contrasts[0])
  // Findings wait for unfinished samples.
  return choice.kind === 'sample' || choice.comparison || !first || overview.unfinished
    ? choice
    : { ...choice, comparison: first.request }
}

/** Returns the samples in the order of the register, regardless of the order in the request. */
async function samplesOf({ chooseSamples }: StudySources, study: StudyChoice): Promise<string[]> {
  if (study.kind === 'sample') return chooseSamples({ sampleIds: [study.sampleId] })
  const chosen = await chooseSamples(study.of)
  if (chosen.length === 0)
    throw rejected(message('export.noSamplesWriteChoose'), [
      { field: 'of', message: message('export.noSampleRegisterMeant') },
    ])
  if (!('sampleIds' in study.of)) return chosen
  const selected = new Set(chosen)
  return (await chooseSamples(everySample)).filter((sampleId) => selected.has(sampleId))
}

async function originsOf({ journal, answers }: StudySources, sampleIds: string[], signal: AbortSignal) {
  const origins = createProvenance()
  for (const kind of ['activity', 'clock'] as const)
    for await (const some of yieldingChunks(sampleIds, originChunkSize)) {
      signal.throwIfAborted()
      for (const origin of await currentOrigins(answers, some, kind)) origins.add(origin)
    }
  const registered = await journal
    .selectFrom('samples')
    .select(({ fn }) => fn.max('synthetic').as('synthetic'))
    .where('sample_id', 'in', boundList(sampleIds))
    .executeTakeFirst()
  const { oldestFetchedAt, newestFetchedAt, synthetic } = origins.get()
  return {
    services: origins.services(),
    oldestFetchedAt,
    newestFetchedAt,
    synthetic: synthetic || registered?.synthetic === 1,
  }
}

/** Joins all pages of a matrix. Throws `rejected` if a result arrived between two pages. */
async function readFullMatrix(
  { values }: StudySources,
  of: SampleChoice,
  measure: Measure,
  signal: AbortSignal,
): Promise<ValueMatrix> {
  const fetchPage = (offset: number, snapshot?: string) =>
    values({
      measure,
      of,
      view: { kind: 'raw' },
      pathways: [],
      snapshot,
      offset,
      limit: samplesPerMatrixPage,
    })
  const first = await fetchPage(0)
  if (first.samples.length >= first.totalSamples) return first
  const samples: CohortSample[] = []
  const width = first.pathways.length
  const numbers = new Float64Array(first.totalSamples * width)
  for await (const page of matrixPages(first, fetchPage, changedMeanwhile)) {
    signal.throwIfAborted()
    numbers.set(unpack(page.values), samples.length * width)
    samples.push(...page.samples)
  }
  return { ...first, samples, values: pack(numbers) }
}

/** The column with the name of a user of this computer, which stays private. */
const whoAnnotated = 'annotated_by'

async function ofSample(
  sources: StudySources,
  sampleId: string,
  signal: AbortSignal,
): Promise<typeof nothing> {
  const table = await sources.tableOf({ kind: 'samples', of: { sampleIds: [sampleId] } })
  const facts: CollectedStudy['facts'] = []
  for await (const page of table.pages)
    for (const row of page)
      facts.push(
        ...table.columns
          .map(({ name }, place) => ({ name, value: row[place] ?? null }))
          .filter(({ name }) => name !== whoAnnotated),
      )
  signal.throwIfAborted()
  return {
    ...nothing,
    result: await resultOf(sources, sampleId),
    facts,
    answers: await sources.history({ sampleId }),
  }
}

async function resultOf({ sample }: StudySources, sampleId: string) {
  try {
    return await sample({ sampleId })
  } catch (error) {
    if (isFailure(error) && error.code === 'notFound') return null
    throw error
  }
}

async function ofCohort(
  { compare, model: fit, cluster, pca, clock, compareClock, covariates, studies }: StudySources,
  { comparison, model, of: choice }: Extract<StudyChoice, { kind: 'cohort' }>,
  { of, record, analyzed }: { of: SampleChoice; record: Study | null; analyzed: number },
  signal: AbortSignal,
): Promise<typeof nothing> {
  const comparisons: Comparison[] = []
  for (const measure of comparison ? (['activity', 'aging_offset'] as const) : []) {
    signal.throwIfAborted()
    if (comparison) comparisons.push(await compare({ ...comparison, of, measure }))
  }
  const clustered = await cluster({
    measure: 'activity',
    of,
    // Pathways share the color scale and the distance scale.
    view: { kind: analyzed < minSamplesForZ ? 'raw' : 'z' },
    linkage: 'average',
    distance: 'euclidean',
  })
  signal.throwIfAborted()
  const studyId = 'filter' in choice ? choice.filter.study : undefined
  const cautions = comparison
    ? await studies.cautions({ ...comparison, of, ...(studyId === undefined ? {} : { studyId }) })
    : []
  signal.throwIfAborted()
  const { pairBy } = record?.design ?? suggestDesign(await covariates({ of }))
  const ages = await clock({ of, ...(pairBy === null ? {} : { unit: pairBy }) })
  const clockComparisons: ClockComparison[] = []
  if (comparison && ages.points.length > 0) {
    const { pathways: _, ...request } = comparison
    for (const measure of ageMeasureSchema.options) {
      signal.throwIfAborted()
      clockComparisons.push(await compareClock({ ...request, of, measure }))
    }
  }
  const models: ModelResult[] = []
  if (model)
    for (const measure of [...pathwayMeasures, ...(ages.points.length > 0 ? [adjustedAge] : [])]) {
      signal.throwIfAborted()
      try {
        models.push(await fit({ ...model, of, measure }))
      } catch (error) {
        // Only the clock may lack samples, or have ages that cannot be told apart from a field.
        if (measure !== adjustedAge || !isFailure(error, 'rejected')) throw error
      }
    }
  return {
    ...nothing,
    comparisons,
    models,
    cautions,
    clock: ages,
    clockComparisons,
    clustering: clustered,
    pca: await pca({ measure: 'activity', of, scaled: true }),
  }
}

const pathwayMeasures = ['activity', 'aging_offset'] as const
const adjustedAge = 'age_acceleration_residual' as const

/** Throws `rejected` if a result or an annotation of these samples has arrived since the watch began. */
type Unchanged = (sampleIds: readonly string[]) => Promise<void>

/** Watches for changes, because a study is read in many steps and a file must not mix old and new data. */
export async function watchStudy({
  answers,
  journal,
}: Pick<Sources, 'answers' | 'journal'>): Promise<Unchanged> {
  const lastAnswer = (
    await sql<{ last: number | null }>`SELECT max(rowid) AS last FROM analyses`.execute(answers)
  ).rows
  const lastChange = (
    await sql<{ last: string | null }>`SELECT max(changed_at) AS last FROM annotations`.execute(journal)
  ).rows
  return async (sampleIds) => {
    const ids = JSON.stringify(sampleIds)
    const newAnswers = await sql`
      SELECT 1 FROM analyses WHERE rowid > ${lastAnswer[0]?.last ?? 0}
        AND sample_id IN (SELECT value FROM json_each(${ids})) LIMIT 1
    `.execute(answers)
    const newChanges = await sql`
      SELECT 1 FROM annotations WHERE changed_at > ${lastChange[0]?.last ?? ''}
        AND sample_id IN (SELECT value FROM json_each(${ids})) LIMIT 1
    `.execute(journal)
    if (newAnswers.rows.length > 0 || newChanges.rows.length > 0) throw changedMeanwhile()
  }
}

const changedMeanwhile = () =>
  rejected(message('export.resultsChangedWhileRead'), [
    { field: 'study', message: message('export.someNotSameAny') },
  ])

/** All data of a study, read once, so that report, methods and capsule are consistent. */
export type CollectedStudy = {
  study: StudyChoice
  /** The study as a whole, if the choice is one, with its numbers; null for other samples. */
  record: Study | null
  boards: Board[]
  overview: StudyOverview | null
  /** ISO 8601. */
  madeAt: string
  version: string
  units: Units
  /** The origins of the services that the values came from, sorted. */
  services: string[]
  oldestFetchedAt: string | null
  newestFetchedAt: string | null
  synthetic: boolean
  /** The ids of all samples of the study, including those without a result, in the order of the register. */
  sampleIds: string[]
  samples: CohortSample[]
  groups: StudyGroups
  /** The pair of each sample; empty if the comparison is unpaired. */
  pairOf: ReadonlyMap<string, string>
  /** The raw values of all pathways, complete. */
  values: { activity: ValueMatrix; aging_offset: ValueMatrix }
  /** One per measure if the study has a comparison; empty otherwise. */
  comparisons: Comparison[]
  /** One per measure, and the clock if there are ages, if the study has a model; empty otherwise. */
  models: ModelResult[]
  /** The comparisons and models that were run in the study of the samples, even if only some of them are shown. */
  questions: StudyQuestion[]
  /** Reasons to doubt that comparison. */
  cautions: Caution[]
  /** Null for a single sample. */
  clock: ClockPlot | null
  /** One per age measure if the study has a comparison and samples with both ages; empty otherwise. */
  clockComparisons: ClockComparison[]
  clustering: Clustering | null
  pca: Pca | null
  /** The complete result of a single sample; null for a cohort, and if the sample has none. */
  result: SampleResult | null
  /** The values of the single sample in the table of samples, under its column names; empty for a cohort. */
  facts: { name: string; value: Cell }[]
  /** Every stored result of the single sample, newest first; empty for a cohort. */
  answers: StoredResult[]
}

/** Collects a study. Throws `notFound` for an unknown sample, `rejected` for no samples, and errors of a comparison. */
type CollectStudy = (study: StudyChoice, signal: AbortSignal) => Promise<CollectedStudy>

/** Draws figures as SVG, in the given order, with texts in `language`. The same input gives the same bytes. */
export type DrawFigures = (
  figures: readonly FigureSpec[],
  language: ReportLanguage,
  signal?: AbortSignal,
) => Promise<string[]>

/** `name`: for files, of plain letters, digits and `-`. */
export type StudyFigure = { name: string; title: string; caption: string; svg: string; data: DataTable }

/** `html`: one page that needs no network, script or other file. */
type StudyReport = { html: string; figures: StudyFigure[] }

export type MakeReport = (
  collected: CollectedStudy,
  language: ReportLanguage,
  signal?: AbortSignal,
) => Promise<StudyReport>

/** The group of each sample in a document, and the styles of groups, as on the screen. */
type StudyGroups = {
  groupOf: ReadonlyMap<string, string>
  /** The styles of the field that forms the groups; empty without one. */
  styles: GroupStyles
  stylesOf(field: string): GroupStyles
}

async function readStudyGroups(
  sources: StudySources,
  choice: StudyChoice,
  sampleIds: readonly string[],
): Promise<StudyGroups> {
  if (choice.kind === 'sample') return noGroups
  const studyId = await studyOfSamples(sources, choice.of)
  const { design } = await sources.studies.show({ studyId })
  const covariates = await sources.covariates({ of: { filter: filterInStudy({}, studyId) } })
  return {
    groupOf: await readField(sources, design.groupBy ?? registerGroup, sampleIds),
    styles: design.groupBy === null ? new Map() : stylesOfField(design.groupBy, design, covariates),
    stylesOf: (field) => stylesOfField(field, design, covariates),
  }
}

const noGroups: StudyGroups = { groupOf: new Map(), styles: new Map(), stylesOf: () => new Map() }

/** Returns the study of the choice; for samples chosen by id, the only study that contains them all. */
async function studyOfSamples({ chooseSamples, studies }: StudySources, of: SampleChoice): Promise<string> {
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
async function readField(
  { covariateValues }: StudySources,
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
