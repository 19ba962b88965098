import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
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
import { message } from '../../../shared/words/message.ts'
import { currentOrigins, type Groups, rejectUnknownPathways, scoresOf } from './currentResults.ts'
import { annotationColumns, idNames, sampleFields, samplesOf } from './sampleColumns.ts'
import {
  type ChoiceOf,
  type Contents,
  createOrigins,
  describePathways,
  type Sources,
  type Units,
  unitLines,
  unitOf,
} from './tableContents.ts'

/** A score with the origin of its result. */
type Scored = {
  pathway: string
  activity: number | null
  agingOffset: number | null
  fetchedAt: string
  service: string
  synthetic: boolean
}

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
  return {
    columns: describeColumns([...fields, ...measured, ...annotated.fields]),
    pages: pages(),
    rows,
    synthetic: origins.isSynthetic(),
    provenance: [
      ...origins.lines(),
      { name: 'pathways', value: describePathways(pathways) },
      ...unitLines(units),
    ],
  }
}

const [minSamples, maxSamples, rowsPerPage] = [1, 200, 500]

/** Returns the number of samples whose pathways fill a page. */
const nextChunkSize = (size: number, rows: number): number =>
  Math.max(1, Math.min(maxSamples, Math.round((size * rowsPerPage) / Math.max(1, rows))))

const asReturned = message('export.returnedEmptyNoneReturned')

const scoreFields = (units: Units): Column<Scored>[] => [
  textColumn('pathway', message('export.namePathwayReturned'), (score) => score.pathway),
  {
    ...numberColumn(
      'activity',
      message('export.activityPathway', { asReturned }),
      (score: Scored) => score.activity,
    ),
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
  return new Map(
    [...found].map(([sampleId, scores]) => [
      sampleId,
      scores
        .filter(({ score }) => includedNames === null || includedNames.has(score.pathway))
        .map(({ answer: { fetchedAt, service, synthetic }, score }) => ({
          ...score,
          fetchedAt,
          service,
          synthetic,
        })),
    ]),
  )
}
