import { sql } from 'kysely'
import { Failure } from '../../../shared/contract/failures.ts'
import type { ScreeningHit } from '../../../shared/domain/drugs/screening.ts'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { message } from '../../../shared/messages/message.ts'
import {
  type Cell,
  type Column,
  describeColumns,
  foreignTimeColumn,
  numberColumn,
  plainNumberColumn,
  textColumn,
  timeColumn,
  toCells,
  yesNoColumn,
} from '../../../shared/tables/column.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { boundList } from '../../store/boundList.ts'
import type { ScreeningTaskRow } from '../../store/journal.ts'
import { type Contents, createOrigins, type Sources } from './tableContents.ts'

type ScreeningTableChoice = Extract<TableChoice, { kind: 'screening' }>
type Task = ScreeningTaskRow & { reference: string | null }
type Hit = { task: Task; hit: ScreeningHit; fetchedAt: string }

const hitChunkSize = 1000

/** Returns the ranked drugs of one screening task or of all, by rank. Throws `notFound`. */
export async function screeningTable(sources: Sources, { taskId }: ScreeningTableChoice): Promise<Contents> {
  const tasks = await tasksOf(sources, taskId)
  const origins = createOrigins()
  const results = new Map((await resultsOf(sources, tasks)).map((result) => [result.task_id, result]))
  for (const { task_id: taskId, service, synthetic } of tasks) {
    const result = results.get(taskId)
    if (result) origins.add({ fetchedAt: result.fetched_at, service, synthetic: synthetic === 1 })
  }
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (const task of tasks) {
      const results = await sources.hitsOf(sources.answers, task.task_id)
      for await (const some of yieldingChunks(results?.hits ?? [], hitChunkSize))
        yield some.map((hit) => toCells(fields, { task, hit, fetchedAt: results?.fetchedAt ?? '' }))
    }
  }
  return {
    columns: describeColumns(fields),
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
    .where('task_id', 'in', boundList(tasks.map(({ task_id }) => task_id)))
    .execute()

async function tasksOf({ journal }: Sources, taskId: string | undefined): Promise<Task[]> {
  const all = journal.selectFrom('screening_tasks').selectAll()
  const query = taskId === undefined ? all : all.where('task_id', '=', taskId)
  const tasks = await query.orderBy('created_at').orderBy('task_id').execute()
  if (taskId !== undefined && tasks.length === 0)
    throw new Failure('notFound', message`This computer has no such screening.`, { what: message`screening` })
  const samples = await journal
    .selectFrom('samples')
    .select(['sample_id', 'client_reference'])
    .where('sample_id', 'in', boundList(tasks.map(({ sample_id }) => sample_id)))
    .execute()
  const references = new Map(samples.map((row) => [row.sample_id, row.client_reference]))
  return tasks.map((task) => ({ ...task, reference: references.get(task.sample_id) ?? null }))
}

const fields: Column<Hit>[] = [
  textColumn('task_id', message`Identifier of the screening.`, ({ task }) => task.task_id),
  textColumn('sample_id', message`Identifier of the sample at the service.`, ({ task }) => task.sample_id),
  textColumn(
    'client_reference',
    message`The name under which the sample was ordered.`,
    ({ task }) => task.reference,
  ),
  textColumn(
    'endpoint',
    message`Which of the two screening endpoints was used.`,
    ({ task }) => task.endpoint,
  ),
  foreignTimeColumn('created_at', message`When the screening was begun.`, ({ task }) => task.created_at),
  textColumn('status', message`Its state, in the words of the service.`, ({ task }) => task.status),
  plainNumberColumn('rank', message`Place of the drug; 1 is the first.`, ({ hit }) => hit.rank),
  textColumn('drug_id', message`Identifier of the drug, where it is known.`, ({ hit }) => hit.drugId),
  textColumn('name', message`Name of the drug.`, ({ hit }) => hit.name),
  numberColumn(
    'score',
    message`Score of the drug, as returned; empty: none was returned.`,
    ({ hit }) => hit.score,
  ),
  textColumn(
    'entry',
    message`The entry of the answer as it came, JSON.`,
    ({ hit }) => JSON.stringify(hit.raw) ?? null,
  ),
  timeColumn('fetched_at', message`When the results were fetched.`, (row) => row.fetchedAt),
  textColumn('service', message`Address of the service that ranked the drugs.`, ({ task }) => task.service),
  yesNoColumn(
    'synthetic',
    message`Whether the service marked the data as synthetic.`,
    ({ task }) => task.synthetic === 1,
  ),
]
