import { isFinal } from '../../shared/domain/sample.ts'
import type { ScreeningTask } from '../../shared/domain/screening.ts'
import type { Answer, Database, ScreeningAnswer } from '../ports.ts'
import type { JournalSchema, ScreeningTaskRow } from '../store/journal.ts'

/** The screening tasks we know of: the service has no list of them, so the journal is the only one. */
export type Tasks = {
  add(task: NewTask): Promise<void>
  /** Takes over what the service said last; true when anything that a person sees has changed. */
  update(taskId: string, answer: Answer<ScreeningAnswer>): Promise<boolean>
  /** Newest first. */
  list(): Promise<ScreeningTask[]>
  unfinished(): Promise<ScreeningTask[]>
  get(taskId: string): Promise<ScreeningTask | undefined>
}

type NewTask = {
  taskId: string
  sampleId: string
  endpoint: ScreeningTask['endpoint']
  answer: Answer<ScreeningAnswer>
}

/** The id of results that the service gave at once and named no task for; it is never asked for them again. */
const localPrefix = 'local-'
export const toLocalTaskId = (id: string): string => `${localPrefix}${id}`
export const isLocalTask = (taskId: string): boolean => taskId.startsWith(localPrefix)

export function createTasks(journal: Database<JournalSchema>): Tasks {
  const find = (taskId: string) =>
    journal.query.selectFrom('screening_tasks').selectAll().where('task_id', '=', taskId).executeTakeFirst()
  const all = async (): Promise<ScreeningTask[]> => {
    const rows = await journal.query
      .selectFrom('screening_tasks')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('task_id')
      .execute()
    return rows.map(toTask)
  }

  return {
    async add({ taskId, sampleId, endpoint, answer }) {
      const row: ScreeningTaskRow = {
        task_id: taskId,
        sample_id: sampleId,
        endpoint,
        ...said(answer),
        created_at: answer.value.createdAt ?? answer.fetchedAt,
        service: answer.service,
        synthetic: answer.synthetic ? 1 : 0,
      }
      const { task_id: _id, ...changes } = row
      // A service may answer a repeated request with the task it has already.
      await journal.query
        .insertInto('screening_tasks')
        .values(row)
        .onConflict((conflict) => conflict.column('task_id').doUpdateSet(changes))
        .execute()
    },
    async update(taskId, answer) {
      const former = await find(taskId)
      const now = said(answer)
      await journal.query.updateTable('screening_tasks').set(now).where('task_id', '=', taskId).execute()
      return former?.status !== now.status || former.progress !== now.progress
    },
    list: all,
    unfinished: async () => (await all()).filter((task) => !isFinal(task.state) && !isLocalTask(task.taskId)),
    async get(taskId) {
      const row = await find(taskId)
      return row ? toTask(row) : undefined
    },
  }
}

const said = ({ value, fetchedAt }: Answer<ScreeningAnswer>) => ({
  status: value.status,
  state: value.state,
  progress: value.progress,
  checked_at: fetchedAt,
})

const toTask = (row: ScreeningTaskRow): ScreeningTask => ({
  taskId: row.task_id,
  sampleId: row.sample_id,
  state: row.state,
  status: row.status,
  progress: row.progress,
  createdAt: row.created_at,
  checkedAt: row.checked_at,
  endpoint: row.endpoint,
  service: row.service,
  synthetic: row.synthetic === 1,
})
