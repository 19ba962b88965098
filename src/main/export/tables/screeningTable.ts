import { sql } from 'kysely'
import { Failure } from '../../../shared/contract/failures.ts'
import { type Cell, describeColumns } from '../../../shared/tables/column.ts'
import { type HitRow, hitColumns } from '../../../shared/tables/screening.ts'
import { message } from '../../../shared/words/message.ts'
import { boundList } from '../../store/boundList.ts'
import { type ChoiceOf, type Contents, createOrigins, type Sources, toPages } from './tableContents.ts'

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
  return {
    columns: describeColumns(hitColumns),
    pages: pages(),
    rows: [...results.values()].reduce((sum, { hits }) => sum + hits, 0),
    synthetic: origins.isSynthetic(),
    provenance: [
      ...origins.lines(),
      { name: 'screenings', value: `${tasks.length}` },
      { name: 'screenings_without_results', value: `${tasks.length - results.size}` },
    ],
  }
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
