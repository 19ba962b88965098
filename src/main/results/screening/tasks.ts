import type { Kysely } from 'kysely'
import { Failure } from '../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import type { ScreeningTask } from '../../../shared/domain/drugs/screening.ts'
import { isFinal, parseState } from '../../../shared/domain/samples/sample.ts'
import { message } from '../../../shared/words/message.ts'
import type { Database, ScreeningResponse, ServiceResponse } from '../../ports.ts'
import type { JournalSchema, ScreeningTaskRow } from '../../store/journal.ts'

/** The screening tasks. The service has no list of them, so the journal's is the only one. */
export type Tasks = {
  /** Stores a request before it is sent, so that it stays listed even if its response is lost. */
  addPending(request: PendingRequest): Promise<void>
  removePending(pendingId: string): Promise<void>
  /** Throws `unreadable` if the service returned this task ID for another sample before. */
  rejectOtherSample(task: Pick<NewTask, 'taskId' | 'sampleId'>): Promise<void>
  /** Adds the task and removes the pending request `pendingId`. */
  add(task: NewTask, pendingId: string): Promise<void>
  /** Stores the latest response. Returns true if the status or progress changed. */
  update(taskId: string, answer: ServiceResponse<ScreeningResponse>): Promise<boolean>
  /** Returns all listed tasks, newest first. */
  list(): Promise<ScreeningTask[]>
  unfinished(): Promise<ScreeningTask[]>
  get(taskId: string): Promise<ScreeningTask | undefined>
  /** Hides a request without a response; it stays in the journal. Returns false if there is none with this ID. */
  hide(taskId: string): Promise<boolean>
  /** Lists it again. Returns false if it was not hidden, or if a response has arrived since. */
  unhide(taskId: string): Promise<boolean>
  /** Returns the unknown state words of the service, most frequent first. */
  unknownWords(): Promise<{ word: string; count: number }[]>
  /** Updates the states to the current meanings of the state words. Returns the IDs of the tasks that changed. */
  reparseStates(words: ServiceDialect['state_words']): Promise<string[]>
}

type PendingRequest = {
  pendingId: string
  sampleId: string
  endpoint: ScreeningTask['endpoint']
  at: string
  service: string
}

type NewTask = {
  taskId: string
  sampleId: string
  endpoint: ScreeningTask['endpoint']
  answer: ServiceResponse<ScreeningResponse>
}

/** The ID of results that the service returned immediately, without a task. They are never requested again. */
const localPrefix = 'local-'
export const toLocalTaskId = (id: string): string => `${localPrefix}${id}`
export const isLocalTask = (taskId: string): boolean => taskId.startsWith(localPrefix)

/** The ID of a request that may have started a screening. */
const pendingPrefix = 'asked-'
export const toPendingId = (id: string): string => `${pendingPrefix}${id}`
const isPending = (taskId: string): boolean => taskId.startsWith(pendingPrefix)

/** Returns true if the task's ID and state come from the service. */
const isServiceTask = (taskId: string): boolean => !isLocalTask(taskId) && !isPending(taskId)

const maxWords = 20

/** The status of a request that has no response. */
const noAnswerStatus = 'no answer'
const hiddenStatus = 'unlisted'

export function createTasks(journal: Database<JournalSchema>): Tasks {
  const find = (taskId: string) =>
    select(journal).where('screening_tasks.task_id', '=', taskId).executeTakeFirst()
  const all = async (): Promise<ScreeningTask[]> => {
    const rows = await select(journal)
      .orderBy('screening_tasks.created_at', 'desc')
      .orderBy('screening_tasks.task_id')
      .execute()
    return rows.map(toTask)
  }
  const changeStatus = async (taskId: string, from: string, to: string): Promise<boolean> => {
    if (!isPending(taskId)) return false
    const { numUpdatedRows } = await journal.query
      .updateTable('screening_tasks')
      .set({ status: to })
      .where('task_id', '=', taskId)
      .where('status', '=', from)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  return {
    async addPending({ pendingId, sampleId, endpoint, at, service }) {
      await journal.query
        .insertInto('screening_tasks')
        .values({
          task_id: pendingId,
          sample_id: sampleId,
          endpoint,
          status: noAnswerStatus,
          state: 'unknown',
          progress: null,
          created_at: at,
          checked_at: null,
          service,
          synthetic: 0,
        })
        // The request may be sent again, for example after a pause that the service demanded.
        .onConflict((conflict) => conflict.column('task_id').doNothing())
        .execute()
    },
    removePending: (pendingId) => deletePending(journal.query, pendingId),
    async rejectOtherSample({ taskId, sampleId }) {
      const known = await find(taskId)
      if (known && known.sample_id !== sampleId)
        throw new Failure(
          'unreadable',
          message('analyses.serviceAnsweredTaskNamed', { taskId, sampleId: known.sample_id }),
          { endpoint: 'POST /screening', reason: message('analyses.namesTaskAnotherSample') },
        )
    },
    async add({ taskId, sampleId, endpoint, answer }, pendingId) {
      const row: ScreeningTaskRow = {
        task_id: taskId,
        sample_id: sampleId,
        endpoint,
        ...toStatusColumns(answer),
        created_at: answer.value.createdAt ?? answer.fetchedAt,
        service: answer.service,
        synthetic: answer.synthetic ? 1 : 0,
      }
      const { task_id: _id, ...changes } = row
      // A service may answer a repeated request with the existing task.
      await journal.transaction(async (query) => {
        await query
          .insertInto('screening_tasks')
          .values(row)
          .onConflict((conflict) => conflict.column('task_id').doUpdateSet(changes))
          .execute()
        await deletePending(query, pendingId)
      })
    },
    async update(taskId, answer) {
      const before = await find(taskId)
      const columns = toStatusColumns(answer)
      await journal.query.updateTable('screening_tasks').set(columns).where('task_id', '=', taskId).execute()
      return before?.status !== columns.status || before.progress !== columns.progress
    },
    list: all,
    unfinished: async () =>
      (await all()).filter(({ state, taskId }) => !isFinal(state) && isServiceTask(taskId)),
    async get(taskId) {
      const row = await find(taskId)
      return row ? toTask(row) : undefined
    },
    hide: (taskId) => changeStatus(taskId, noAnswerStatus, hiddenStatus),
    unhide: (taskId) => changeStatus(taskId, hiddenStatus, noAnswerStatus),
    async unknownWords() {
      const unknown = (await all()).filter(
        ({ state, taskId }) => state === 'unknown' && isServiceTask(taskId),
      )
      return [...Map.groupBy(unknown, ({ status }) => status)]
        .map(([word, those]) => ({ word, count: those.length }))
        .sort((a, b) => b.count - a.count)
        .slice(0, maxWords)
    },
    async reparseStates(words) {
      const changed: string[] = []
      for (const { taskId, status, state: former } of await all()) {
        const state = parseState(status, words)
        if (state === former || !isServiceTask(taskId)) continue
        const { numUpdatedRows } = await journal.query
          .updateTable('screening_tasks')
          .set({ state })
          .where('task_id', '=', taskId)
          .where('status', '=', status)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows > 0n) changed.push(taskId)
      }
      return changed
    },
  }
}

const select = ({ query }: Database<JournalSchema>) =>
  query
    .selectFrom('screening_tasks')
    .leftJoin('samples', 'samples.sample_id', 'screening_tasks.sample_id')
    .selectAll('screening_tasks')
    .select('samples.client_reference')
    .where('screening_tasks.status', '!=', hiddenStatus)

const deletePending = async (query: Kysely<JournalSchema>, pendingId: string): Promise<void> => {
  await query.deleteFrom('screening_tasks').where('task_id', '=', pendingId).execute()
}

const toStatusColumns = ({ value, fetchedAt }: ServiceResponse<ScreeningResponse>) => ({
  status: value.status,
  state: value.state,
  progress: value.progress,
  checked_at: fetchedAt,
})

const toTask = (row: ScreeningTaskRow & { client_reference: string | null }): ScreeningTask => ({
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
  ...(row.client_reference === null ? {} : { clientReference: row.client_reference }),
  ...(isPending(row.task_id) ? { unanswered: true as const } : {}),
})
