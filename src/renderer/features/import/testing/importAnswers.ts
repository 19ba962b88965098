import { jobOf } from '../../../../shared/contract/testing/jobOf.ts'
import type {
  DryRun,
  FailingRow,
  ImportCheck,
  ImportDraft,
  LedgerRow,
  Problem,
} from '../../../../shared/domain/samples/importing.ts'
import { defaultOrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { batchOf } from '../../../../shared/domain/samples/testing/batchOf.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { answer } from '../../../client/testing/fakeHost.ts'
import { noTransform } from '../plan.ts'

export const draft: ImportDraft = {
  draftId: 'd1',
  fileName: 'cohort.csv',
  sizeBytes: 10,
  sha256: '',
  readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
  options: {},
  sheets: [],
  columns: ['name', 'years', 'site'],
  suggestedMapping: { name: 'client_reference', years: null, site: null },
  suggestedTransform: noTransform,
  template: null,
  preview: [
    { row: 2, cells: ['liver-1', '54', 'A'] },
    { row: 3, cells: ['liver-2', 'x', 'B'] },
  ],
  rowCount: 3,
  problems: [],
  notes: [],
  likelyReferences: [],
}

export const problem: Problem = {
  row: 3,
  column: 'years',
  value: 'x',
  rule: 'number',
  message: joinMessages([`Not a number.`]),
  severity: 'error',
}

export const check: ImportCheck = {
  draftId: 'd1',
  rows: 3,
  valid: 2,
  invalid: 1,
  blocker: null,
  notes: [],
  duplicates: 0,
  problemCount: 1,
  problems: [problem],
  rules: [{ rule: 'number', severity: 'error', count: 1 }],
  orders: 2,
}

export const failingRow: FailingRow = {
  row: 3,
  cells: ['liver-2', 'x', 'B'],
  edited: [],
  problems: [problem],
}

export const dryRun: DryRun = {
  blocker: null,
  orders: 2,
  service: 'https://api.example.org',
  path: '/v1/samples',
  cost: {
    what: 'orders',
    count: 2,
    orders: 2,
    analyses: 0,
    requests: { order: 2, status: 2, analysis: 0, clock: 0, screening: 0 },
    waiting: 0,
    limit: { limit: 100, windowMs: 60_000, left: 100, waitMs: 0, resetMs: 0, sharing: 0 },
    destination: { profile: 'Lab', host: 'api.example.org', isDemo: true },
    before: [{ what: 'ordered', count: 1, repeated: false }],
  },
  examples: [{ row: 2, body: { client_reference: 'liver-1', age: 54 } }],
  duplicateCount: 1,
  duplicates: [{ row: 4, clientReference: 'liver-3', state: 'ordered', sampleId: 'smp-3', batchId: null }],
}

export const batch = batchOf({ state: 'running', rows: 2, queued: 2, resumable: 2 })

export const job = jobOf({ total: 2, batchId: 'b1' })

const lostRow: LedgerRow = {
  batchId: 'b1',
  row: 3,
  clientReference: 'liver-2',
  state: 'unknown',
  sampleId: null,
  message: joinMessages([`Lost.`]),
  sentAt: null,
  attempts: 1,
  updatedAt: '2026-11-21T00:00:00Z',
}

export const status = {
  online: true,
  offlineSwitch: false,
  signedIn: true,
  demo: true,
  profile: { id: 'p1', name: 'Lab' },
}

/** Sets up a host without failures: of three rows, one has an error and two can be ordered. */
export function answerAll(): void {
  answer({
    'imports.read': ({ options }) => ({ ...draft, options }),
    'imports.check': () => check,
    'imports.rows': () => ({ rows: [failingRow], total: 1, before: null, after: null }),
    'imports.failing': () => ({ rows: [failingRow], total: 1 }),
    'imports.edit': () => ({ changes: [], undoable: 1, redoable: 0 }),
    'imports.dryRun': () => dryRun,
    'imports.send': () => ({ batchId: 'b1', studyId: 's1', jobId: 'j1' }),
    'studies.names': () => [],
    'orderForm.get': () => ({ form: defaultOrderForm, isDefault: true }),
    'mappings.list': () => [],
    'app.status': () => status,
    'jobs.list': () => [job],
    'batches.list': () => [batch],
    'batches.rows': () => ({ rows: [lostRow], total: 1 }),
  })
}
