import { sql } from 'kysely'
import { Failure } from '../../../shared/contract/failures.ts'
import {
  type Cell,
  type Column,
  describeColumns,
  textColumn,
  toCells,
} from '../../../shared/tables/column.ts'
import { drugColumns, namedDrug } from '../../../shared/tables/drugs.ts'
import { type MatchedRow, matchColumns, toMatchedRows } from '../../../shared/tables/matches.ts'
import { type HitRow, hitColumns } from '../../../shared/tables/screening.ts'
import { message } from '../../../shared/words/message.ts'
import { boundList } from '../../store/boundList.ts'
import { describeMethod } from './compareTable.ts'
import {
  type ChoiceOf,
  type Contents,
  createOrigins,
  describeReference,
  describeSamples,
  originLines,
  type ProvenanceLine,
  type Sources,
  toContents,
  toPages,
} from './tableContents.ts'

/**
 * Returns one row per drug. Cells with several values join them with `; `, escaped with `\`. The drugs are not read in
 * advance: the table is marked as synthetic if the first of them are, and each row has its own mark.
 */
export async function drugsTable(
  { drugs }: Pick<Sources, 'drugs'>,
  { of }: ChoiceOf<'drugs'>,
): Promise<Contents> {
  const { service } = drugs.origin()
  const columns = [
    ...drugColumns,
    textColumn('service', message('export.addressServiceDrugsCome'), () => service),
    namedDrug.synthetic,
  ]
  const source = drugs.pages(of)[Symbol.asyncIterator]()
  const first = await source.next()
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (let page = first; !page.done; page = await source.next())
      yield page.value.map((record) => toCells(columns, record))
  }
  return {
    columns: describeColumns(columns),
    pages: pages(),
    rows: 'drugIds' in of ? new Set(of.drugIds).size : null,
    synthetic: !first.done && first.value.some(({ drug }) => drug?.synthetic === true),
    provenance: [
      { name: 'service', value: service },
      { name: 'fetched_at', value: 'in each row, for the list, the details and the pathways of the drug' },
    ],
  }
}

/** More than a person reads, and few enough to keep in memory. */
const maxDrugs = 10_000

/** Returns one row per matched drug, best first. Throws `rejected` for a comparison without a profile. */
export async function matchTable(sources: Sources, choice: ChoiceOf<'match'>): Promise<Contents> {
  const { profile, direction } = choice
  const match = await sources.match({ profile, direction, limit: maxDrugs })
  const rows = toMatchedRows(match)
  const reference = await referenceOf(sources, profile)
  const columns = [...matchColumns, ...referenceColumns(reference)]
  const { service, oldestFetchedAt: oldest, newestFetchedAt: newest, counts } = match
  return {
    columns: describeColumns(columns),
    pages: toPages(columns, rows),
    rows: rows.length,
    synthetic: match.synthetic,
    provenance: [
      ...originLines({ service, oldest, newest }),
      ...describeProfile(profile),
      ...(reference === null ? [] : [{ name: 'reference', value: reference }]),
      { name: 'direction', value: direction },
      {
        name: 'score',
        value: `cosine of the drug’s directions and the profile${direction === 'opposing' ? ', with its sign turned' : ''}, times the square root of the coverage; drugs above 0 only`,
      },
      ...(match.maxQ === null ? [] : [{ name: 'pathways_with_q_below', value: String(match.maxQ) }]),
      { name: 'unit_of_values', value: match.unit },
      { name: 'cached_drugs', value: String(counts.cached) },
      { name: 'with_pathways', value: String(counts.withPathways) },
      { name: 'pathways_never_fetched', value: String(counts.withoutPathways) },
      { name: 'note', value: 'how drugs are described; predicts no effect' },
    ],
  }
}

const describeProfile = (profile: ChoiceOf<'match'>['profile']): ProvenanceLine[] =>
  'comparison' in profile
    ? describeMethod(profile.comparison)
    : [
        { name: 'sample', value: profile.sampleId },
        { name: 'z_scores_against', value: describeSamples(profile.against) },
      ]

/** Returns the reference of a sample's z-scores; null for a comparison, whose groups are named. */
async function referenceOf(sources: Sources, profile: ChoiceOf<'match'>['profile']): Promise<string | null> {
  if ('comparison' in profile) return null
  const { sampleId, against } = profile
  const view = { kind: 'zControls', controls: against } as const
  const of = { sampleIds: [sampleId] }
  const { reference } = await sources.values({
    of,
    view,
    measure: 'activity',
    pathways: [],
    offset: 0,
    limit: 1,
  })
  return describeReference(sources, Math.max(0, ...reference.map(({ n }) => n)), against)
}

const referenceColumns = (reference: string | null): Column<MatchedRow>[] =>
  reference === null
    ? []
    : [textColumn('reference', message('catalogue.whatZScoresBrackets'), () => reference)]

type Task = HitRow['task']

/** Returns the ranked drugs of one screening task or of all, by rank. Throws `notFound`. */
export async function screeningTable(sources: Sources, { taskId }: ChoiceOf<'screening'>): Promise<Contents> {
  const tasks = await tasksOf(sources, taskId)
  const origins = createOrigins()
  const results = new Map((await resultsOf(sources, tasks)).map((result) => [result.task_id, result]))
  for (const { taskId, service, synthetic } of tasks) {
    const result = results.get(taskId)
    if (result) origins.add({ fetchedAt: result.fetched_at, service, synthetic })
  }
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (const task of tasks) {
      const results = await sources.hitsOf(sources.answers, task.taskId)
      const fetchedAt = results?.fetchedAt ?? null
      yield* toPages(
        hitColumns,
        (results?.hits ?? []).map((hit) => ({ task, hit, fetchedAt })),
      )
    }
  }
  return toContents(hitColumns, origins, {
    pages: pages(),
    rows: [...results.values()].reduce((sum, { hits }) => sum + hits, 0),
    provenance: [
      { name: 'screenings', value: `${tasks.length}` },
      { name: 'screenings_without_results', value: `${tasks.length - results.size}` },
    ],
  })
}

/** Returns the screenings that have results, with their number of hits. */
const resultsOf = ({ answers }: Sources, tasks: readonly Task[]) =>
  answers
    .selectFrom('screening_results')
    .select(['task_id', 'fetched_at', sql<number>`json_array_length(hits)`.as('hits')])
    .where('task_id', 'in', boundList(tasks.map(({ taskId }) => taskId)))
    .execute()

async function tasksOf({ journal }: Sources, taskId: string | undefined): Promise<Task[]> {
  const all = journal.selectFrom('screening_tasks').selectAll()
  const query = taskId === undefined ? all : all.where('task_id', '=', taskId)
  const tasks = await query.orderBy('created_at').orderBy('task_id').execute()
  if (taskId !== undefined && tasks.length === 0)
    throw new Failure('notFound', message('export.computerNoSuchScreening'), {
      what: message('shared.screening'),
    })
  const samples = await journal
    .selectFrom('samples')
    .select(['sample_id', 'client_reference'])
    .where('sample_id', 'in', boundList(tasks.map(({ sample_id }) => sample_id)))
    .execute()
  const references = new Map(samples.map((row) => [row.sample_id, row.client_reference]))
  return tasks.map((row) => ({
    taskId: row.task_id,
    sampleId: row.sample_id,
    clientReference: references.get(row.sample_id) ?? null,
    endpoint: row.endpoint,
    createdAt: row.created_at,
    status: row.status,
    service: row.service,
    synthetic: row.synthetic === 1,
  }))
}
