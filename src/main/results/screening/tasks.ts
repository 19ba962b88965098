import type { Kysely } from 'kysely'
import { Failure } from '../../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../../shared/domain/app/convention.ts'
import type { ScreeningTask } from '../../../shared/domain/drugs/screening.ts'
import { isFinal, parseState } from '../../../shared/domain/samples/sample.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database, ScreeningResponse, ServiceResponse } from '../../ports.ts'
import type { JournalSchema, ScreeningTaskRow } from '../../store/journal.ts'

/** The screening tasks we know of: the service has no list of them, so the journal is the only one. */
export type Tasks = {
  /** Before the request for a new one leaves, so that it is known whatever becomes of the answer. */
  addPending(request: PendingRequest): Promise<void>
  /** Nothing was begun. */
  removePending(pendingId: string): Promise<void>
  /** Throws `unreadable` where the service has named this task for another sample before. */
  rejectOtherSample(task: Pick<NewTask, 'taskId' | 'sampleId'>): Promise<void>
  /** In the place of `pendingId`. */
  add(task: NewTask, pendingId: string): Promise<void>
  /** Takes over what the service said last; true when anything that a person sees has changed. */
  update(taskId: string, answer: ServiceResponse<ScreeningResponse>): Promise<boolean>
  /** Newest first. */
  list(): Promise<ScreeningTask[]>
  unfinished(): Promise<ScreeningTask[]>
  get(taskId: string): Promise<ScreeningTask | undefined>
  /** A request without an answer, and no other task; it stays in the journal. false: there is none of this id. */
  hide(taskId: string): Promise<boolean>
  /** Lists it again; false: it was not taken off, or an answer has come since. */
  unhide(taskId: string): Promise<boolean>
  /** Words of the service whose meaning is not known, the commonest first. */
  unknownWords(): Promise<{ word: string; count: number }[]>
  /** Reads the states anew, by what the words of the service mean now. Gives the ids of the tasks that changed. */
  reparseStates(words: ConventionSettings['state_words']): Promise<string[]>
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

/** The id of results that the service gave at once and named no task for; they are never requested again. */
const localPrefix = 'local-'
export const toLocalTaskId = (id: string): string => `${localPrefix}${id}`
export const isLocalTask = (taskId: string): boolean => taskId.startsWith(localPrefix)

/** The id of a request of which nobody here knows whether a screening came of it. */
const pendingPrefix = 'asked-'
export const toPendingId = (id: string): string => `${pendingPrefix}${id}`
const isPending = (taskId: string): boolean => taskId.startsWith(pendingPrefix)

/** Its id and its state are the service's own. */
const isServiceTask = (taskId: string): boolean => !isLocalTask(taskId) && !isPending(taskId)

const maxWords = 20

/** What stands in the place of the service's word for the state of a request that has no answer. */
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
        // It leaves again where the service requested it, as after a pause.
        .onConflict((conflict) => conflict.column('task_id').doNothing())
        .execute()
    },
    removePending: (pendingId) => deletePending(journal.query, pendingId),
    async rejectOtherSample({ taskId, sampleId }) {
      const known = await find(taskId)
      if (known && known.sample_id !== sampleId) throw otherSampleFailure(taskId, known.sample_id)
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
      // A service may answer a repeated request with the task it has already.
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

/** All that are listed, with the names of their samples. */
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

const otherSampleFailure = (taskId: string, sampleId: string): Failure =>
  new Failure(
    'unreadable',
    message`The service answered with the task ${taskId}, which it named for the sample ${sampleId} before. Look at the service which of the two it is.`,
    { endpoint: 'POST /screening', reason: message`it names the task of another sample` },
  )

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
