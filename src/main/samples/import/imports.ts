import { basename } from 'node:path'
import type { Kysely } from 'kysely'
import type { Handlers, Services } from '../../../shared/contract/contract.ts'
import { type Failure, fileFailure, rejected } from '../../../shared/contract/failures.ts'
import { type CostContext, toOrdersCall } from '../../../shared/domain/requests/paidCall.ts'
import type { KnownOrderState, ReadingNote } from '../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { type ImportStudy, toPlainName } from '../../../shared/domain/studies/study.ts'
import { toMarkedCsvText } from '../../../shared/format/csvLine.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { launchWorker } from '../../concurrency/launchWorker.ts'
import { createSerialQueue } from '../../concurrency/serialQueue.ts'
import { createWorkerTasks } from '../../concurrency/workerRpc.ts'
import type { Emit, Files, Random } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { NewOrder } from '../orders/ledger/ledger.ts'
import { knownOrders } from '../orders/ledger/placedOrders.ts'
import { toSendAs, toSentNames } from '../orders/orderBody.ts'
import type { Orders } from '../orders/orders.ts'
import { checkAll, createOrderDigest, maxFailingRows, type ShownOrders } from './draft/checkDraft.ts'
import { createCorrections, toSavedCells } from './draft/corrections.ts'
import { edit, redo, replace, undo } from './draft/draftChanges.ts'
import {
  beginCheck,
  type CheckedDraft,
  type CheckPlan,
  createDrafts,
  type Draft,
  requireCheck,
  requireFindings,
  type SubmittedBatch,
  submissionSettled,
  toFile,
  toTask,
} from './draft/drafts.ts'
import { readWithTemplates, type Templates } from './draft/savedMappings.ts'
import {
  columnNotes,
  conflictNotes,
  donorNotes,
  likelyReferences,
  suggestByValues,
  suggestMapping,
  toRowPlan,
  withSamplesBy,
} from './mapping/columnMapping.ts'
import type { FieldSource } from './mapping/rowPlan.ts'
import { suggestTransform } from './mapping/suggestTransform.ts'
import type { ReaderMethods } from './reader/runReader.ts'
import { type DraftFacts, previewRows, type Reader, type RowsTask } from './readerMessages.ts'

export type Imports = Services['imports']

/** The study for an import's samples, and whether their results are requested automatically. */
type Destination = { study: ImportStudy; analyzeWhenReady: boolean }

export type ImportsDeps = {
  files: Files
  reader: Reader
  orders: OrderLedger
  random: Random
  form: () => Promise<OrderForm>
  templates: Templates
  /** Puts a batch into its study, together with samples of the file that were ordered before. Returns the study's id. */
  placeBatch(
    query: Kysely<JournalSchema>,
    batch: Destination & { batchId: string; orderedBefore: readonly string[] },
    nowIso: string,
  ): Promise<string>
  /** Puts samples into a study; gives its id, and how many were not in it yet. */
  addToStudy(study: ImportStudy, sampleIds: readonly string[]): Promise<{ studyId: string; added: number }>
  emit: Emit
  /** The address that orders go to with the current settings, for the check before they are sent. */
  orderAddress: () => { service: string; path: string }
  costContext: () => Promise<CostContext>
  /** True if the states of orders are polled until the service is done. */
  follows: boolean
}

/**
 * From a file to a batch: read, map and check, correct, send. Preview, check and batch come from the same reader with
 * the same options and corrections, and from the same bytes: a file that was changed in between is refused.
 */
export function createImports(deps: ImportsDeps): Imports {
  const { files, reader, orders, random } = deps
  const drafts = createDrafts()

  return {
    async read({ fileId, options }) {
      const path = files.path(fileId)
      const { name } = await files.adopt(path)
      const form = await deps.form()
      const result = await readWithTemplates(reader, deps.templates, { path, options, form })
      const { template } = result
      const draftId = random.id()
      const { varyingColumns: _varying, statedAgeUnit: _unit, ...facts } = result.facts
      const { sha256, readAs, columns, preview } = facts
      const suggested = suggestPlan(result.facts, form)
      const mapping = template?.mapping ?? suggested.mapping
      // A saved mapping already has the column of the sample's name.
      const notes = template
        ? facts.notes.filter(({ rule }) => rule !== 'repeated-samples')
        : [...facts.notes, ...suggested.notes]
      const { options: found } = result
      const emptyState = { changes: [], undone: [], checked: null, checking: null, sent: null }
      const file = { path, fileName: name, sha256, readAs, options: found, columns, preview, notes }
      drafts.store(draftId, { ...file, ...emptyState, queue: createSerialQueue() })
      return {
        draftId,
        fileName: name,
        ...facts,
        notes,
        options: found,
        template: template && { templateId: template.templateId, name: template.name },
        suggestedMapping: mapping,
        suggestedTransform: template?.transform ?? suggested.transform,
        likelyReferences: template ? [] : likelyReferences({ columns, form, preview }, suggested),
      }
    },

    async check({ draftId, mapping, transform }) {
      const draft = drafts.find(draftId)
      const signal = beginCheck(draft)
      // Orders that are just being placed are known after.
      await submissionSettled(draft)
      const plan: CheckPlan = { mapping, transform, form: await deps.form(), changes: draft.changes }
      const task = { columns: draft.columns, ...plan }
      const { fields } = toRowPlan(task)
      const column = fields.find(({ rule }) => rule.field === 'client_reference')?.column ?? null
      const rows = reader.rows(toTask(draft, plan, { of: 'withProblems', max: maxFailingRows }), signal)
      const checked = await checkAll(rows, orders, column)
      const { shown, findings } = checked
      const counts = { ...checked.counts, blocker: openQuestion(draft) ?? checked.counts.blocker }
      await submissionSettled(draft)
      signal.throwIfAborted()
      // This check already accounts for the orders sent before, so sending it starts a new batch.
      draft.sent = null
      const { valid, blocker } = counts
      drafts.storeCheck(draft, { ...plan, valid, shown, blocker, findings })
      return {
        draftId,
        ...counts,
        notes: [
          ...currentNotes(draft.notes, fields),
          ...conflictNotes(task, counts.rows),
          ...columnNotes(task, draft.preview, counts.rows),
          ...counts.notes,
        ],
        orders: blocker === null ? valid : 0,
      }
    },

    async rows({ draftId, ...page }) {
      const draft = drafts.find(draftId)
      const { failing, lines } = requireFindings(draft)
      return failing.pageOf(lines, page, currentRows(draft, reader))
    },

    async failing({ draftId, ...query }) {
      const draft = drafts.find(draftId)
      return requireFindings(draft).failing.page(query, currentRows(draft, reader))
    },

    edit: ({ draftId, edits }) => edit(drafts.find(draftId), edits, reader),
    replace: ({ draftId, ...replacement }) => replace(drafts.find(draftId), replacement, reader),
    undo: ({ draftId }) => undo(drafts.find(draftId)),
    redo: ({ draftId }) => redo(drafts.find(draftId)),

    async dryRun({ draftId }) {
      const draft = drafts.find(draftId)
      const { valid, blocker, form } = requireCheck(draft, await deps.form())
      const { examples, known, moreKnown } = requireFindings(draft)
      const count = blocker === null ? valid : 0
      const orderOf = await orders.known(known.map(({ reference }) => reference))
      // An order that was taken back since the check is none.
      const duplicates = known.flatMap(({ row, reference }) => {
        const order = orderOf.get(reference)
        return order ? [{ row, clientReference: reference, ...order }] : []
      })
      const countOf = (state: KnownOrderState): number =>
        moreKnown[state] + duplicates.filter((one) => one.state === state).length
      const states = ['ordered', 'underWay', 'inDoubt'] as const
      const before = states.map((what) => ({ what, count: countOf(what), repeated: false }))
      return {
        blocker,
        orders: count,
        ...deps.orderAddress(),
        cost: toOrdersCall(
          { ...(await deps.costContext()), count, before: before.filter((one) => one.count > 0) },
          deps.follows,
        ),
        examples: examples
          .slice(0, count)
          .map(({ row, fields }) => ({ row, body: toSentNames(fields, toSendAs(form)) })),
        duplicateCount: before.reduce((sum, one) => sum + one.count, 0),
        duplicates,
      }
    },

    async send({ draftId, study, analyzeWhenReady = false }) {
      const draft = drafts.find(draftId)
      requireCheck(draft, null)
      // A double click or a second window may call this twice: both get the first outcome.
      draft.sent ??= deps
        .form()
        .then((form) =>
          submitDraft(draft, requireCheck(draft, form), deps, {
            study: study ?? { name: titleOf(draft.fileName) },
            analyzeWhenReady,
          }),
        )
      try {
        return await draft.sent
      } catch (error) {
        draft.sent = null
        throw error
      }
    },

    async addToStudy({ draftId, study }) {
      const draft = drafts.find(draftId)
      const plan = requireCheck(draft, await deps.form())
      const references: string[] = []
      for await (const { rows } of reader.rows(toTask(draft, plan, 'none')))
        references.push(...rows.flatMap(({ fields }) => fields?.client_reference ?? []))
      const known = await orders.known(references)
      const sampleIds = [...known.values()].flatMap(({ sampleId }) => sampleId ?? [])
      if (sampleIds.length === 0) throw rejected(message('samples.noSampleFileKnown'))
      const { studyId, added } = await deps.addToStudy(study ?? { name: titleOf(draft.fileName) }, sampleIds)
      deps.emit('studies.changed', { samples: true })
      return { studyId, added, alreadyThere: sampleIds.length - added }
    },

    async saveFailedRows({ draftId, fileId }) {
      const draft = drafts.find(draftId)
      // Sent rows are reported as checked, even if the form changed since.
      const checked = requireCheck(draft, draft.sent ? null : await deps.form())
      const { batchId } = (await draft.sent) ?? { batchId: null }
      const lines = batchId === null ? [] : await listRefusedLines(orders, batchId)
      const corrections = createCorrections(draft.columns, checked.changes)
      let rows = 0
      const records = async function* () {
        yield draft.columns
        for await (const chunk of reader.rows(toTask(draft, checked, { of: 'invalid', lines })))
          for (const { record, problems } of chunk.rows) {
            if (!record) continue
            rows += 1
            yield toSavedCells(corrections.apply(record), draft.columns, problems)
          }
      }
      const file = await files.write(fileId, toMarkedCsvText(records()))
      return { file, rows }
    },

    async saveBlank({ fileId, format }) {
      const names = (await deps.form()).map(({ field }) => field)
      const { writeBlankTemplate } = await import('./blankTemplate.ts')
      return { file: await files.write(fileId, writeBlankTemplate(names, format)) }
    },
  }
}

function suggestPlan(
  { columns, preview, readAs, varyingColumns, statedAgeUnit }: DraftFacts,
  form: OrderForm,
) {
  const mapping = (readAs.noHeader ? suggestByValues : suggestMapping)(columns, form, preview)
  const transform = suggestTransform({ columns, mapping, form, preview, statedAgeUnit })
  const { samplesBy } = readAs
  const { notes, ...plan } = samplesBy
    ? withSamplesBy({ mapping, transform }, samplesBy, { varyingColumns, form })
    : { mapping, transform, notes: [] }
  return { ...plan, notes: [...notes, ...donorNotes({ columns, form, preview }, plan.mapping)] }
}

/** Rows with the corrections in force; those that are not at hand are read from the file. */
const currentRows = (draft: Draft, reader: Reader) => ({
  columns: draft.columns,
  corrections: createCorrections(draft.columns, draft.changes),
  read: async (lines: number[]) =>
    (await reader.scan({ ...toFile(draft), lines, replacement: null })).records,
})

const titleOf = (fileName: string): string =>
  toPlainName(fileName)
    .replace(/(?<=.)\.[^.]*$/, '')
    .slice(0, 200)
    .trim() || fileName

/** Drops the “no donor suggested” note once the donor field is mapped. */
const currentNotes = (notes: readonly ReadingNote[], fields: readonly FieldSource[]): ReadingNote[] =>
  notes.filter(({ rule }) => rule !== 'donor-numbers' || !fields.some((one) => one.rule.field === 'donor_id'))

/** Returns the first unanswered question about the file. It blocks the orders. */
const openQuestion = ({ notes }: Draft): Message | null =>
  notes.find(({ choices }) => choices !== undefined)?.message ?? null

type OrderLedger = Pick<Orders, 'known' | 'createBatch' | 'send' | 'rows'>

const pageSize = 500

/** Creates a batch from the checked rows and starts to send it. */
async function submitDraft(
  draft: Draft,
  plan: CheckedDraft,
  { reader, orders, placeBatch, emit }: ImportsDeps,
  destination: Destination,
): Promise<SubmittedBatch> {
  let studyId = ''
  let takesSamples = false
  if (plan.blocker !== null) throw rejected(message('samples.nothingSent', { blocker: plan.blocker }))
  const { fileName, sha256, readAs } = draft
  const known: string[] = []
  const rows = unplacedOrders(reader, orders, toTask(draft, plan, 'none'), plan.shown, known)
  const batchId = await orders.createBatch({
    ...plan,
    fileName,
    sha256,
    readAs,
    rows,
    async alongside(query, batchId, nowIso) {
      const before = await knownOrders(query, known, Date.parse(nowIso))
      const orderedBefore = [...before.values()].flatMap(({ sampleId }) => sampleId ?? [])
      takesSamples = orderedBefore.length > 0
      studyId = await placeBatch(query, { ...destination, batchId, orderedBefore }, nowIso)
    },
  })
  emit('studies.changed', { samples: takesSamples })
  return { batchId, studyId, jobId: await orders.send(batchId) }
}

/**
 * The rows that can be sent and whose order was not placed yet. Throws `rejected` at their end where they are not just
 * those of the check: orders of others may have been placed or cancelled since. The references
 * of the other rows are added to `placed`.
 */
async function* unplacedOrders(
  reader: Reader,
  orders: OrderLedger,
  task: RowsTask,
  shown: ShownOrders,
  placed: string[],
): AsyncGenerator<NewOrder> {
  const digest = createOrderDigest()
  for await (const chunk of reader.rows(task)) {
    const valid = chunk.rows.flatMap(({ row, fields, notes }) => (fields ? [{ row, fields, notes }] : []))
    const known = await orders.known(valid.map(({ fields }) => fields.client_reference))
    for (const order of valid) {
      if (known.has(order.fields.client_reference)) {
        placed.push(order.fields.client_reference)
        continue
      }
      digest.add(order)
      yield order
    }
  }
  const current = digest.end()
  if (current.sha256 !== shown.sha256) throw ordersChanged(shown.count, current.count)
}

function ordersChanged(shownCount: number, currentCount: number) {
  const what = currentCount < shownCount ? message('samples.somePlacedMeanwhile') : message('samples.notSame')
  return rejected(message('samples.ordersChangedSinceCheck', { shownCount, currentCount, what }))
}

/** The rows of a batch that the service refused, by their physical lines. */
async function listRefusedLines(orders: OrderLedger, batchId: string): Promise<number[]> {
  const lines: number[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await orders.rows({ batchId, state: 'failed', page, limit: pageSize })
    lines.push(...rows.map(({ row }) => row))
    if (rows.length === 0 || lines.length >= total) return lines
  }
}

export type PreviewDeps = {
  files: Files
  readerWorker: URL | string
  /** The fields of an order in the open profile; the usual ones where none is open. */
  form: () => Promise<OrderForm>
}

/** Shows how a file is read, by the very reader of imports. */
export function createTablePreview({ files, readerWorker, form }: PreviewDeps): Handlers['files.preview'] {
  const reader = createReader(readerWorker)
  return async ({ fileId, options, rows }) => {
    const { name } = await files.adopt(files.path(fileId))
    // The suggestion is that of an import, however few rows are shown.
    const shownRows = Math.max(rows, previewRows)
    const facts = await reader.draft({ path: files.path(fileId), options, shownRows })
    const { varyingColumns: _varying, statedAgeUnit: _unit, ...shown } = facts
    const { columns, preview, notes } = facts
    const firstRows = preview.slice(0, previewRows)
    const fields = await form()
    const suggested = suggestPlan({ ...facts, preview: firstRows }, fields)
    return {
      ...shown,
      notes: [
        ...notes,
        ...suggested.notes,
        ...columnNotes({ columns, form: fields, ...suggested }, firstRows, facts.rowCount),
      ],
      fileName: name,
      preview: preview.slice(0, rows),
      suggestedMapping: suggested.mapping,
    }
  }
}

/** The user's next step often follows soon, and starting a thread takes as long as reading a small file. */
const readerIdleMs = 1000

/** Reads each file in a worker thread, so a long or hostile one does not block the app. */
export function createReader(workerFile: URL | string): Reader {
  const worker = createWorkerTasks<ReaderMethods>({
    launch: () => launchWorker(workerFile),
    idleMs: readerIdleMs,
  })
  const failFor = (path: string) => (error: unknown) => {
    throw isOutOfMemory(error) ? outOfMemoryFailure(path, error) : error
  }
  return {
    draft: (task, signal) => worker.call('draft', [task], { signal }).catch(failFor(task.path)),
    async *rows(task, signal) {
      try {
        yield* worker.stream('rows', [task], { signal })
      } catch (error) {
        failFor(task.path)(error)
      }
    },
    scan: (task) => worker.call('scan', [task]).catch(failFor(task.path)),
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function outOfMemoryFailure(path: string, cause: unknown): Failure {
  const name = basename(path)
  return fileFailure(message('samples.needsMoreMemoryComputer', { name }), name, cause)
}
