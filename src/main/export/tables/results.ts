import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import type { SampleChoice, ValueMatrix, ViewReference } from '../../../shared/domain/results/cohort.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import type { TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import {
  type Cell,
  type Column,
  describeColumns,
  numberColumn,
  textColumn,
  timeColumn,
  toCells,
  yesNoColumn,
} from '../../../shared/tables/column.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { currentOrigins, type Groups, rejectUnknownPathways, scoresOf } from './currentResults.ts'
import { annotationColumns, idNames, type RegisterRow, sampleFields, samplesOf } from './sampleColumns.ts'
import { withDistinctNames } from './table.ts'
import {
  type ChoiceOf,
  type Contents,
  createOrigins,
  describePathways,
  describeReference,
  describeSamples,
  originLines,
  type ProvenanceLine,
  type Sources,
  toContents,
  type Units,
  unitLines,
  unitOf,
} from './tableContents.ts'

type Analysed = { sample: RegisterRow; fetchedAt: string; service: string; synthetic: boolean }
type Layout = {
  fields: Column<RegisterRow>[]
  before: Column<Analysed>[]
  annotated: Awaited<ReturnType<typeof annotationColumns>>
}

/** The values written to rows between turns of other work. */
const cellsPerPage = 20_000

/** Returns one row per sample and one column per pathway, of one measure in one view: the matrix of the screen. */
export async function resultsWide(sources: Sources, choice: ChoiceOf<'resultsWide'>): Promise<Contents> {
  const { journal, values } = sources
  const { measure, pathways } = choice
  const chosen = await chooseOnce(sources, choice)
  const fetchPage = (offset: number, snapshot?: string) =>
    values({ ...chosen, measure, pathways, snapshot, offset, limit: samplesPerMatrixPage })
  const first = await fetchPage(0)
  if (pathways.length > 0) await rejectUnreturnedPathways(sources, { ...choice, ...chosen })
  const reference = await referenceOf(sources, choice, first)
  const before = [...measureFields(choice), ...referenceFields(reference)]
  const taken = new Set([...idNames, ...[...before, ...originFields].map(({ name }) => name)])
  const annotated = await annotationColumns(journal, taken, sources.profileName)
  const fields = await sampleFields(journal, taken)
  const layout = { fields, before, annotated }
  const measured = withDistinctNames(pathwayColumns(sources, choice, first), taken, 'pathway_')
  return {
    columns: [
      ...describeColumns([...fields, ...before]),
      ...measured,
      ...describeColumns([...originFields, ...annotated.fields]),
    ],
    pages: pagesOf(sources, layout, first, fetchPage),
    rows: first.totalSamples,
    synthetic: first.synthetic,
    provenance: [
      ...linesOf(sources, choice, first),
      ...(reference === null ? [] : [{ name: 'reference', value: reference }]),
    ],
  }
}

/** Replaces the choices by ids, so that every page is of the same samples even if the register changes in between. */
async function chooseOnce(
  { chooseSamples }: Sources,
  { of, view }: ChoiceOf<'resultsWide'>,
): Promise<Pick<ChoiceOf<'resultsWide'>, 'of' | 'view'>> {
  const named = async (choice: SampleChoice) => ({ sampleIds: await chooseSamples(choice) })
  return {
    of: await named(of),
    view: view.kind === 'zControls' ? { ...view, controls: await named(view.controls) } : view,
  }
}

async function rejectUnreturnedPathways(
  { values, pathwayGroups }: Sources,
  choice: ChoiceOf<'resultsWide'>,
): Promise<void> {
  const { of, view, measure } = choice
  const every = await values({ of, view, measure, pathways: [], offset: 0, limit: 1 })
  const returned = new Set([...every.pathways, ...every.joined.flatMap(({ names }) => names)])
  rejectUnknownPathways(choice.pathways, returned, await pathwayGroups())
}

async function* pagesOf(
  sources: Sources,
  layout: Layout,
  first: ValueMatrix,
  fetchPage: FetchPage,
): AsyncGenerator<Cell[][]> {
  const width = first.pathways.length
  const rowsPerPage = Math.max(1, Math.min(500, Math.floor(cellsPerPage / Math.max(1, width))))
  for await (const page of matrixPages(first, fetchPage, changedMeanwhile)) {
    const numbers = unpack(page.values)
    for await (const rows of yieldingChunks([...page.samples.keys()], rowsPerPage))
      yield await toPage(sources, layout, page, numbers, rows)
  }
}

const changedMeanwhile = () =>
  rejected(message('export.resultsChangedWhileExported'), [
    { field: 'table', message: message('export.someNotSameAny') },
  ])

async function toPage(
  { journal, answers }: Sources,
  { fields, before, annotated }: Layout,
  { samples, pathways }: ValueMatrix,
  numbers: Float64Array,
  rows: readonly number[],
): Promise<Cell[][]> {
  const ids = rows.flatMap((row) => samples[row]?.sampleId ?? [])
  const registered = new Map((await samplesOf(journal, ids)).map((sample) => [sample.sample_id, sample]))
  const origins = Map.groupBy(await currentOrigins(answers, ids), ({ sampleId }) => sampleId)
  const added = await annotated.of(ids)
  const width = pathways.length
  return rows.flatMap((row) => {
    const { sampleId = '', fetchedAt = '' } = samples[row] ?? {}
    const [sample, sampleOrigins = []] = [registered.get(sampleId), origins.get(sampleId)]
    const [newest] = sampleOrigins
    if (!sample || newest?.fetchedAt !== fetchedAt) throw changedMeanwhile()
    const synthetic = sampleOrigins.some((origin) => origin.synthetic)
    const analysed = { sample, fetchedAt, service: newest.service, synthetic }
    const values = Array.from(numbers.subarray(row * width, (row + 1) * width), (value) =>
      Number.isNaN(value) ? null : value,
    )
    return [
      [
        ...toCells(fields, sample),
        ...toCells(before, analysed),
        ...values,
        ...toCells(originFields, analysed),
        ...added(sampleId),
      ],
    ]
  })
}

const measureFields = ({ measure, view }: ChoiceOf<'resultsWide'>): Column<Analysed>[] => [
  textColumn('measure', message('export.twoValuesPathwayRow'), () => measure),
  textColumn('view', message('export.rawReturnedZDistance'), () => view.kind),
]

/** Returns the reference of z-scores and ranks; null for values as returned. */
async function referenceOf(
  sources: Sources,
  { of, view }: ChoiceOf<'resultsWide'>,
  { totalSamples, reference }: ValueMatrix,
): Promise<string | null> {
  if (view.kind === 'raw') return null
  const n = view.kind === 'rank' ? totalSamples : Math.max(0, ...reference.map((one) => one.n))
  return describeReference(sources, n, view.kind === 'zControls' ? view.controls : of)
}

/** Repeated in each row, because CSV has no other place for it. */
const referenceFields = (reference: string | null): Column<Analysed>[] =>
  reference === null ? [] : [textColumn('reference', message('catalogue.whatZScoresRanks'), () => reference)]

const originFields: Column<Analysed>[] = [
  timeColumn('fetched_at', message('export.whenNewestAnswerSample'), ({ fetchedAt }) => fetchedAt),
  textColumn('service', message('export.addressServiceGave'), ({ service }) => service),
  yesNoColumn('synthetic', message('export.whetherServiceMarkedAnyAnswer'), ({ synthetic }) => synthetic),
]

function pathwayColumns(
  sources: Sources,
  { measure, view }: ChoiceOf<'resultsWide'>,
  first: ValueMatrix,
): TableColumn[] {
  const { activity_unit, aging_offset_unit } = sources.units()
  const ofRaw = unitOf(measure === 'activity' ? activity_unit : aging_offset_unit)
  const unit = { raw: ofRaw, z: 'standard deviations', zControls: 'standard deviations', rank: null }
  const what = measure === 'activity' ? message('report.activity') : message('report.agingOffset')
  const names = new Map(first.joined.map((one) => [one.pathway, one.names.join(', ')]))
  const references = new Map(first.reference.map((one) => [one.pathway, one]))
  return first.pathways.map((pathway) => ({
    name: pathway,
    type: 'number',
    unit: unit[view.kind],
    about:
      view.kind === 'raw'
        ? message('export.pathwayReturnedEmptyNone', { what, names: names.get(pathway) ?? pathway })
        : joinMessages([
            message('export.pathwayEmptyNone', { what, names: names.get(pathway) ?? pathway }),
            ...[references.get(pathway)].flatMap((one) =>
              one ? [message('catalogue.reference', { reference: toReferenceLine(one).value })] : [],
            ),
          ]),
  }))
}

function linesOf(
  sources: Sources,
  { measure, view, pathways }: ChoiceOf<'resultsWide'>,
  first: ValueMatrix,
): ProvenanceLine[] {
  const controls =
    view.kind === 'zControls' ? [{ name: 'controls', value: describeSamples(view.controls) }] : []
  return [
    ...originLines({ service: first.service, oldest: first.oldestFetchedAt, newest: first.newestFetchedAt }),
    { name: 'measure', value: measure },
    { name: 'view', value: view.kind },
    ...controls,
    { name: 'pathways', value: describePathways(pathways) },
    { name: 'samples_without_result', value: `${first.withoutResult}` },
    ...unitLines(sources.units()),
    ...first.joined.map(({ pathway, names }) => ({ name: `names of ${pathway}`, value: names.join(', ') })),
    ...first.reference.map(toReferenceLine),
  ]
}

const toReferenceLine = ({ pathway, n, mean, sd, why }: ViewReference): ProvenanceLine => ({
  name: `z reference of ${pathway}`,
  value: `n ${n}, mean ${mean ?? 'none'}, SD ${sd ?? 'none'}${why === null ? '' : `; no z: ${whyWords[why]}`}`,
})

const whyWords = { fewerThanThree: 'fewer than three values', noSpread: 'all values are equal' }

type FetchPage = (offset: number, snapshot?: string) => Promise<ValueMatrix> | ValueMatrix

/** The number of samples per request. */
export const samplesPerMatrixPage = 10_000

/** Yields all pages of a matrix, starting with `first`. Throws `changed` if a result arrived between two of them. */
export async function* matrixPages(
  first: ValueMatrix,
  fetchPage: FetchPage,
  changed: () => Failure,
): AsyncGenerator<ValueMatrix> {
  yield first
  for (let offset = first.samples.length; offset < first.totalSamples; ) {
    const page = await fetchPage(offset, first.snapshot)
    if (page.samples.length === 0 || page.snapshot !== first.snapshot) throw changed()
    yield page
    offset += page.samples.length
  }
}

/** A score with the origin of its result. */
type Scored = ReturnType<typeof toScored>

/** Returns one row per sample and pathway: the long table for statistics programs. */
export async function resultsLong(
  sources: Sources,
  { of, pathways }: ChoiceOf<'resultsLong'>,
): Promise<Contents> {
  const { journal, answers, profileName } = sources
  const sampleIds = await sources.chooseSamples(of)
  const units = sources.units()
  const measured = [...scoreFields(units), ...unitFields(units)]
  const taken = new Set([...idNames, ...measured.map(({ name }) => name)])
  const annotated = await annotationColumns(journal, taken, profileName)
  const fields = await sampleFields(journal, taken)
  const groups = pathways.length === 0 ? [] : await sources.pathwayGroups()
  const includedNames = namesOf(groups, pathways)
  const origins = createOrigins()
  const returned = new Set<string>()
  let rows = 0
  for (let from = 0, size = minSamples; from < sampleIds.length; await yieldToEventLoop()) {
    const some = sampleIds.slice(from, from + size)
    from += some.length
    for (const origin of await currentOrigins(answers, some)) origins.add(origin)
    const scores = [...(await scoresOf(answers, some)).values()].flat()
    for (const { score } of scores) {
      returned.add(score.pathway)
      if (includedNames === null || includedNames.has(score.pathway)) rows += 1
    }
    size = nextChunkSize(size, scores.length)
  }
  rejectUnknownPathways(pathways, returned, groups)
  async function* pages(): AsyncGenerator<Cell[][]> {
    let size = minSamples
    for (let from = 0; from < sampleIds.length; ) {
      const some = sampleIds.slice(from, from + size)
      from += some.length
      const scores = await scoredOf(sources, some, includedNames)
      const added = await annotated.of(some)
      const page = (await samplesOf(journal, some)).flatMap((sample) => {
        const found = scores.get(sample.sample_id) ?? []
        const before = found.length === 0 ? [] : toCells(fields, sample)
        return found.map((score) => [...before, ...toCells(measured, score), ...added(sample.sample_id)])
      })
      size = nextChunkSize(size, page.length)
      yield page
    }
  }
  return toContents([...fields, ...measured, ...annotated.fields], origins, {
    pages: pages(),
    rows,
    provenance: [{ name: 'pathways', value: describePathways(pathways) }, ...unitLines(units)],
  })
}

const [minSamples, maxSamples, rowsPerPage] = [1, 200, 500]

/** Returns the number of samples whose pathways fill a page. */
const nextChunkSize = (size: number, rows: number): number =>
  Math.max(1, Math.min(maxSamples, Math.round((size * rowsPerPage) / Math.max(1, rows))))

const asReturned = message('export.returnedEmptyNoneReturned')

const scoreFields = (units: Units): Column<Scored>[] => [
  textColumn('pathway', message('export.namePathwayReturned'), (score) => score.pathway),
  {
    ...numberColumn('activity', message('export.activityPathway', { asReturned }), (score) => score.activity),
    unit: unitOf(units.activity_unit),
  },
  {
    ...numberColumn(
      'aging_offset',
      message('export.agingOffsetPathway', { asReturned }),
      (score: Scored) => score.agingOffset,
    ),
    unit: unitOf(units.aging_offset_unit),
  },
  timeColumn('fetched_at', message('export.whenAnswerFetched'), (score) => score.fetchedAt),
  textColumn('service', message('export.addressServiceGaveAnswer'), (score) => score.service),
  yesNoColumn('synthetic', message('export.whetherServiceMarkedData'), (score) => score.synthetic),
]

/** Returns fields for the unit labels that the user set, beside every value; empty without any. */
const unitFields = (units: Units): Column<Scored>[] =>
  (['activity_unit', 'aging_offset_unit'] as const)
    .filter((name) => units[name])
    .map((name) => textColumn(name, message('export.labelUnitSetProfile'), () => units[name] ?? null))

/** Returns every spelling of the requested pathways; null for all. */
function namesOf(groups: Groups, pathways: readonly string[]): ReadonlySet<string> | null {
  if (pathways.length === 0) return null
  const known = new Set(pathways)
  return new Set([
    ...pathways,
    ...groups.flatMap(({ names }) => (names.some((name) => known.has(name)) ? names : [])),
  ])
}

async function scoredOf(
  { answers }: Sources,
  sampleIds: readonly string[],
  includedNames: ReadonlySet<string> | null,
): Promise<Map<string, Scored[]>> {
  const found = await scoresOf(answers, sampleIds)
  const isIncluded = ({ score }: FoundScore) => includedNames === null || includedNames.has(score.pathway)
  return new Map([...found].map(([id, scores]) => [id, scores.filter(isIncluded).map(toScored)]))
}

type FoundScore = NonNullable<ReturnType<Awaited<ReturnType<typeof scoresOf>>['get']>>[number]

const toScored = ({ answer: { fetchedAt, service, synthetic }, score }: FoundScore) => ({
  ...score,
  fetchedAt,
  service,
  synthetic,
})
