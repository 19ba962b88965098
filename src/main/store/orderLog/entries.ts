import type { LogEntry, LogLine, SyncSql } from '../../ports.ts'

/**
 * The lines of `orders.log`, each with the columns of the rows it is about, so that a lost journal can be rebuilt from it.
 *
 * | kind | members |
 * | --- | --- |
 * | `log begun` | `profile` |
 * | `batch begun` | `batch` |
 * | `row sending`: its request is about to leave | `row`, with everything that is sent |
 * | `row settled`: created, failed, unknown, or not sent after all | `row`, and the `sample` that was created |
 * | `settled by the user`, `row withdrawn`, `row queued` | `row`, `sample` |
 * | `sample adopted` | `sample` |
 * | `sample removed`: the user undid the settlement that added it | `removed`: its id |
 * | `screening sending`, `screening settled` | `task`; `request`: the request that it settles |
 * | `analysis sending`, `analysis settled` | `analysis`; `outcome`: stored, failed, unknown, not sent; lost: its stored result is gone |
 * | `not written`: cancels these lines. The journal could not be changed, so their requests were not sent | `seqs` |
 * | `uncertain`: paid calls are refused from here on | `reasons` |
 * | `acknowledged`: they are allowed again | `by` |
 *
 * `imported: true` marks a line that was taken from another log or from a journal: it never replaces a later state.
 */
type OrderLogKind =
  | 'log begun'
  | 'batch begun'
  | 'row sending'
  | 'row settled'
  | 'settled by the user'
  | 'row withdrawn'
  | 'row queued'
  | 'sample adopted'
  | 'sample removed'
  | 'screening sending'
  | 'screening settled'
  | 'analysis sending'
  | 'analysis settled'
  | 'not written'
  | 'uncertain'
  | 'acknowledged'

const words = (text: string): string[] => text.split(' ')

export const batchColumns = words(
  'batch_id file_name file_sha256 mapping read_as created_at made_by recipe changes order_count order_digest',
)
export const rowColumns = words(
  'batch_id row client_reference fields idempotency_key notes state sample_id message updated_at sent_at attempts withdrawn',
)
export const outcomeColumns = words(
  'batch_id row client_reference state sample_id message updated_at sent_at attempts withdrawn',
)
export const sampleColumns = words(
  'sample_id client_reference fields batch_id status state created_at checked_at service synthetic place adopted_at',
)
export const taskColumns = words(
  'task_id sample_id endpoint status state progress created_at checked_at service synthetic',
)
/** Columns whose text is JSON; a line holds it as JSON, not as a string. */
export const jsonColumns: ReadonlySet<string> = new Set(
  words('mapping read_as made_by recipe changes fields notes'),
)

/** SQL for a JSON object of the columns. `prefix`: `NEW.`, `OLD.` or nothing. */
const jsonObject = (columns: readonly string[], prefix = ''): string =>
  `json_object(${columns.map((name) => `'${name}', ${jsonColumns.has(name) ? asJson(prefix + name) : prefix + name}`).join(', ')})`

const asJson = (column: string): string =>
  `CASE WHEN json_valid(${column}) THEN json(${column}) ELSE ${column} END`

/** A change of a row that belongs in the log. */
type Change = {
  table: 'batch' | 'row' | 'sample' | 'removed' | 'task' | 'request' | 'analysis'
  before: string | null
  after: string | null
  key: string
  json: string
}

/** A request whose screening is not known yet has an id of this form in `screening_tasks`. */
const isPendingTask = (column: string): string => `${column} GLOB 'asked-*'`

const capture = (
  name: string,
  on: string,
  {
    table,
    before = 'NULL',
    after = 'NULL',
    key,
    json,
  }: Partial<Change> & { table: string; key: string; json: string },
): string =>
  `CREATE TEMP TRIGGER order_log_${name} ${on} BEGIN SELECT order_log_change('${table}', ${before}, ${after}, ${key}, ${json}); END`

/** Temporary triggers. Each connection that changes orders reports its changes to its own log. */
const journalTriggers = [
  capture('batch', 'AFTER INSERT ON main.batches', {
    table: 'batch',
    key: 'NEW.batch_id',
    json: jsonObject(batchColumns, 'NEW.'),
  }),
  capture(
    'row_update',
    `AFTER UPDATE OF state ON main.ledger
     WHEN NEW.state = 'sending' OR NEW.state <> OLD.state OR NEW.withdrawn IS NOT OLD.withdrawn
       OR NEW.sample_id IS NOT OLD.sample_id`,
    {
      table: 'row',
      before: 'OLD.state',
      after: 'NEW.state',
      key: `coalesce(NEW.sample_id, '')`,
      json: `CASE WHEN NEW.state = 'sending' THEN ${jsonObject(rowColumns, 'NEW.')} ELSE ${jsonObject(outcomeColumns, 'NEW.')} END`,
    },
  ),
  capture('row_insert', `AFTER INSERT ON main.ledger WHEN NEW.state <> 'queued'`, {
    table: 'row',
    before: `'sending'`,
    after: 'NEW.state',
    key: `coalesce(NEW.sample_id, '')`,
    json: jsonObject(rowColumns, 'NEW.'),
  }),
  capture('sample_insert', 'AFTER INSERT ON main.samples', {
    table: 'sample',
    key: 'NEW.sample_id',
    json: jsonObject(sampleColumns, 'NEW.'),
  }),
  capture(
    'sample_update',
    `AFTER UPDATE OF client_reference, fields, batch_id ON main.samples
     WHEN (NEW.client_reference, NEW.fields, NEW.batch_id) IS NOT (OLD.client_reference, OLD.fields, OLD.batch_id)`,
    { table: 'sample', key: 'NEW.sample_id', json: jsonObject(sampleColumns, 'NEW.') },
  ),
  capture('sample_delete', 'AFTER DELETE ON main.samples', {
    table: 'removed',
    key: 'OLD.sample_id',
    json: 'json_quote(OLD.sample_id)',
  }),
  capture('task', 'AFTER INSERT ON main.screening_tasks', {
    table: 'task',
    after: `iif(${isPendingTask('NEW.task_id')}, 'sending', 'settled')`,
    key: 'NEW.task_id',
    json: jsonObject(taskColumns, 'NEW.'),
  }),
  capture('request', `AFTER DELETE ON main.screening_tasks WHEN ${isPendingTask('OLD.task_id')}`, {
    table: 'request',
    key: 'OLD.task_id',
    json: `json_quote(OLD.task_id)`,
  }),
]

const analysisChange = (name: string, on: string, row: 'NEW.' | 'OLD.', after: string): string =>
  capture(name, on, {
    table: 'analysis',
    after: `'${after}'`,
    key: `${row}kind || ' ' || ${row}sample_id`,
    json:
      after === 'stored'
        ? `json_object('sample_id', NEW.sample_id, 'kind', NEW.kind, 'analysis_id', NEW.analysis_id, 'fetched_at', NEW.fetched_at)`
        : `json_object('sample_id', ${row}sample_id, 'kind', ${row}kind, 'pathways', json(${row}pathways))`,
  })

const analysisTriggers = [
  analysisChange('sent', 'AFTER UPDATE OF sent ON main.asked WHEN NEW.sent = 1', 'NEW.', 'sending'),
  analysisChange('refused', 'AFTER UPDATE OF refused ON main.asked WHEN NEW.refused = 1', 'NEW.', 'failed'),
  analysisChange('unanswered', 'AFTER UPDATE OF failed ON main.asked WHEN NEW.sent = 1', 'NEW.', 'unknown'),
  analysisChange('released', 'AFTER DELETE ON main.asked WHEN OLD.sent = 1', 'OLD.', 'not sent'),
  analysisChange('stored', 'AFTER INSERT ON main.analyses', 'NEW.', 'stored'),
]

/** Collects the changes of one connection's transactions. */
export function createCollector(database: 'journal' | 'answers') {
  let changes: Change[] = []
  return {
    opened(sql: SyncSql): void {
      sql.define('order_log_change', (table, before, after, key, json) => {
        const text = (value: unknown) => (typeof value === 'string' ? value : null)
        changes.push({
          table: table as Change['table'],
          before: text(before),
          after: text(after),
          key: String(key),
          json: String(json),
        })
        return null
      })
      for (const trigger of database === 'journal' ? journalTriggers : analysisTriggers) sql.exec(trigger)
    },
    clear(): void {
      changes = []
    },
    /** The lines for what was changed since the last call of `clear`. */
    entries: (): LogEntry[] => toEntries(changes),
  }
}

/**
 * Returns true if a line announces a new payment for an order, a screening or an analysis. Sending an order again to
 * look it up is not a new payment.
 */
export const isPaidSending = ({ kind, json }: LogEntry): boolean =>
  kind === 'screening sending' ||
  kind === 'analysis sending' ||
  (kind === 'row sending' && !json.includes('"again":true'))

/** Kinds that record what the service did. They stay true if the journal cannot be written. */
const factKinds: ReadonlySet<string> = new Set<OrderLogKind>([
  'row settled',
  'sample adopted',
  'screening settled',
  'analysis settled',
])
export const isFact = ({ kind }: Pick<LogEntry, 'kind'>): boolean => factKinds.has(kind)

function toEntries(changes: readonly Change[]): LogEntry[] {
  const samples = new Map(
    changes.filter(({ table }) => table === 'sample').map((change) => [change.key, change]),
  )
  const stored = new Set(
    changes.filter(({ table, after }) => table === 'analysis' && after === 'stored').map(({ key }) => key),
  )
  const tasks = changes.filter(({ table, after }) => table === 'task' && after === 'settled')
  const entries: LogEntry[] = []
  for (const change of changes) {
    const { table, before, after, key, json } = change
    if (table === 'batch') entries.push({ kind: 'batch begun', json: `{"batch":${json}}` })
    else if (table === 'row') {
      const sample = after === 'created' ? samples.get(key) : undefined
      if (sample) samples.delete(key)
      // The request of a row that was never sent pays for it, even if its outcome is unknown.
      const again =
        after === 'sending' && before === 'unknown' && !/"attempts":[01]\b/.test(json) ? ',"again":true' : ''
      entries.push({
        kind: rowKind(before, after, json),
        json: `{"row":${json}${sample ? `,"sample":${sample.json}` : ''}${again}}`,
      })
    } else if (table === 'task' && after === 'sending')
      entries.push({ kind: 'screening sending', json: `{"task":${json}}` })
    else if (table === 'request') {
      const task = tasks.shift()
      entries.push({
        kind: 'screening settled',
        json: `{"request":${json}${task ? `,"task":${task.json}` : ''}}`,
      })
    } else if (table === 'analysis' && after === 'sending')
      entries.push({ kind: 'analysis sending', json: `{"analysis":${json}}` })
    else if (table === 'analysis' && (after === 'stored' || !stored.has(key)))
      entries.push({
        kind: 'analysis settled',
        json: `{"analysis":${json},"outcome":${JSON.stringify(after)}}`,
      })
  }
  for (const task of tasks) entries.push({ kind: 'screening settled', json: `{"task":${task.json}}` })
  for (const sample of samples.values())
    entries.push({ kind: 'sample adopted', json: `{"sample":${sample.json}}` })
  // After the rows, since a sample that still belongs to an order is retained.
  for (const { json } of changes.filter(({ table }) => table === 'removed'))
    entries.push({ kind: 'sample removed', json: `{"removed":${json}}` })
  return entries
}

function rowKind(before: string | null, after: string | null, json: string): OrderLogKind {
  if (after === 'sending') return 'row sending'
  if (after === 'failed' && !json.includes('"withdrawn":null')) return 'row withdrawn'
  if (before === 'unknown' && after !== 'unknown') return 'settled by the user'
  return after === 'queued' && before !== 'sending' ? 'row queued' : 'row settled'
}

type JournalTable = 'batches' | 'ledger' | 'samples' | 'screening_tasks'
type Snapshot = { kind: OrderLogKind; member: string; columns: readonly string[]; order: string }

/** The lines for the rows of the journal's tables, in the order of the log. */
const snapshots: Readonly<Record<JournalTable, Snapshot>> = {
  batches: { kind: 'batch begun', member: 'batch', columns: batchColumns, order: 'created_at, batch_id' },
  ledger: { kind: 'row settled', member: 'row', columns: rowColumns, order: 'batch_id, row' },
  samples: { kind: 'sample adopted', member: 'sample', columns: sampleColumns, order: 'place, sample_id' },
  screening_tasks: { kind: 'screening settled', member: 'task', columns: taskColumns, order: 'created_at' },
}

/** Selects the rows of the ledger that belong in the log. */
const isLogged = `state <> 'queued'`

/** Yields lines for rows of one table of a journal, marked as imported. */
export function* rowEntries(
  sql: SyncSql,
  table: JournalTable,
  where = '1',
  values: readonly unknown[] = [],
): Generator<LogEntry> {
  const { kind, member, columns, order } = snapshots[table]
  const condition = table === 'ledger' ? isLogged : '1'
  for (const { json } of sql.each(
    `SELECT ${jsonObject(columns)} AS json FROM ${table} WHERE ${condition} AND ${where} ORDER BY ${order}`,
    values,
  ))
    yield { kind, json: `{"${member}":${String(json)},"imported":true}` }
}

/** Yields lines for all orders in a journal, each with its sample, marked as imported. */
export function* snapshotEntries(sql: SyncSql): Generator<LogEntry> {
  yield* rowEntries(sql, 'batches')
  const { kind, columns, order } = snapshots.ledger
  for (const { row, sample } of sql.each(
    `SELECT ${jsonObject(columns)} AS row, (SELECT ${jsonObject(sampleColumns, 's.')} FROM samples AS s
       WHERE s.sample_id = ledger.sample_id) AS sample FROM ledger WHERE ${isLogged} ORDER BY ${order}`,
  ))
    yield {
      kind,
      json: `{"row":${String(row)}${typeof sample === 'string' ? `,"sample":${sample}` : ''},"imported":true}`,
    }
  const ordered = `SELECT sample_id FROM ledger WHERE sample_id IS NOT NULL AND ${isLogged}`
  yield* rowEntries(sql, 'samples', `sample_id NOT IN (${ordered})`)
  yield* rowEntries(sql, 'screening_tasks')
}

const analysesQuery = `SELECT json_object('analysis', json_object('sample_id', sample_id, 'kind', kind,
  'analysis_id', analysis_id, 'fetched_at', fetched_at), 'outcome', 'stored', 'imported', json('true')) AS json
  FROM analyses ORDER BY fetched_at, analysis_id`

/** Lines for the stored analyses, marked as imported. */
export function* analysisEntries(sql: SyncSql): Generator<LogEntry> {
  for (const { json } of sql.each(analysesQuery)) yield { kind: 'analysis settled', json: String(json) }
}

/** The numbers of the lines that later lines of the kind `not written` cancel. */
export const cancelledLines = (lines: readonly LogLine[]): ReadonlySet<unknown> =>
  new Set(
    lines.flatMap((line) => (line.kind === 'not written' && Array.isArray(line['seqs']) ? line['seqs'] : [])),
  )

/** Converts a line of another log into a line of this one. */
export function importedEntry({ seq: _seq, at, kind, sum: _sum, ...members }: LogLine): LogEntry {
  return { kind, json: JSON.stringify({ ...members, imported: true, logged_at: members['logged_at'] ?? at }) }
}
