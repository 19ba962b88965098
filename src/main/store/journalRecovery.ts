import { offlineSyncDetailSchema } from '../../shared/domain/drugs/offlineSync.ts'
import { allSamplesId } from '../../shared/domain/studies/study.ts'
import { parseJson } from '../../shared/json.ts'
import { toEnglish } from '../../shared/messages/message.ts'
import { registerColumns } from './journalTables.ts'
import { isScope, parseMessage } from './legacyJson.ts'
import { studiesOfBatches } from './studyTables.ts'

type Row = Record<string, unknown>

/** What a row may go on to say: nothing is ever sent because of it. Everything else is for a person to find out. */
const settledStates: readonly unknown[] = ['created', 'unknown']

const reasons: Record<string, string> = {
  doubted: 'The journal was damaged and its last writes may be lost.',
  backup: 'The journal was damaged and this row comes from a backup.',
  restored: 'The journal was restored from a backup.',
  damaged: 'This row was damaged, and what it says may be wrong.',
}

/** Rows that a person takes away again: one that the journal has no more than its backup is not brought back. */
const removable =
  /^(drug_|saved_searches$|pathway_|prefetch_plans$|export_recipes$|study_(samples|comparisons)$)/

/**
 * A row of a journal that was made anew, so that nothing is sent because of it: an order that is not surely settled
 * becomes one of unknown outcome, which is never sent by itself, and no batch is running. Null: it is not to be there.
 */
export function settleRow(table: string, row: Row, origin: string): Row | null {
  if (table === 'batches') return settleBatch(row)
  if (table === 'prefetch_plans') return settlePlan(row, origin)
  if (table === 'study_batches' && losesAnalysis(row, origin)) return { ...repaired(row), analyze: 'no' }
  if (origin === 'file') return row
  if (origin === 'gone' && removable.test(table)) return null
  if (table === 'ledger') return settleOrder(row, origin === 'gone' ? 'backup' : origin)
  return origin === 'damaged' ? repaired(row) : row
}

/** Whether an analysis that would begin by itself no longer does: the samples of its batch may be others. */
export const losesAnalysis = (row: Row, origin: string): boolean =>
  origin !== 'file' && (row['analyze'] === 'whenReady' || (origin === 'damaged' && row['analyze'] !== 'no'))

/** Which sound rows stay as they are in a journal that was made anew, in SQL; null: `settleRow` looks at each. */
export function unchangedRows(table: string, origin: 'file' | 'doubted' | 'backup' | 'gone'): string | null {
  if (table === 'batches' || table === 'prefetch_plans') return null
  if (origin === 'gone' && removable.test(table)) return null
  if (table === 'study_batches' && origin !== 'file') return `analyze <> 'whenReady'`
  return table === 'ledger' && origin !== 'file' ? `state IN ('created', 'unknown')` : 'TRUE'
}

/** A damaged plan waits for a person; one that says nothing that could be fetched is listed as damaged only. */
function settlePlan(row: Row, origin: string): Row | null {
  if (origin === 'gone') return null
  const released =
    row['lease_owner'] === null ? row : { ...repaired(row), lease_owner: null, lease_until_ms: 0 }
  if (origin !== 'damaged') return released
  const isReadable = isScope(row['scope']) && offlineSyncDetailSchema.safeParse(row['detail']).success
  return isReadable ? { ...repaired(released), state: 'paused', message: damagedPlan } : null
}

const damagedPlan = 'This plan was damaged and may have changed. Check it, then resume or remove it.'

const settleBatch = (row: Row): Row =>
  row['state'] === 'running' || row['lease_owner'] !== null
    ? {
        ...repaired(row),
        state: row['state'] === 'running' ? 'paused' : row['state'],
        lease_owner: null,
        lease_until_ms: 0,
      }
    : row

function settleOrder(row: Row, origin: string): Row {
  if (origin !== 'damaged' && settledStates.includes(row['state'])) return row
  const previous = typeof row['message'] === 'string' ? parseMessage(row['message']) : null
  const previousMessage = previous === null ? '' : ` Before: ${toEnglish(previous)}`
  return {
    ...repaired(row),
    state: 'unknown',
    message: `${reasons[origin]} It was “${String(row['state'])}”. The order may have been placed: look for it at the service before you order this sample again.${previousMessage}`,
  }
}

/** Without its checksum, which no longer fits, and with JSON where JSON is read. */
function repaired(row: Row): Row {
  const broken = Object.entries(jsonColumns).filter(([name]) => name in row && !isJson(row[name]))
  return { ...row, checksum: null, ...Object.fromEntries(broken) }
}

const jsonColumns = {
  fields: '{}',
  mapping: '{}',
  read_as: '{}',
  tags: '[]',
  settings: '{}',
  design: '{}',
  request: '{}',
}

const isJson = (text: unknown): boolean => typeof text === 'string' && typeof parseJson(text) === 'object'

/** The register's index, which triggers fill from samples and annotations. */
export const derivedTables = /^(register_|sample_tags$)/

/**
 * What they hold, made at once; JSON is read on the way, so what is none in a damaged row was emptied before. The text's
 * index, half of the work, is left to be filled after the start.
 */
export const refillStatements: readonly string[] = [
  `INSERT INTO register_index (${registerColumns}) SELECT ${registerColumns} FROM register_source`,
  `INSERT INTO register_unwritten VALUES (1, 0)`,
  `INSERT INTO sample_tags SELECT DISTINCT value, sample_id FROM annotations, json_each(annotations.tags)`,
]

const now = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

/** What is lost although other rows refer to it: batches of orders and samples, lists and marks of drugs, studies. */
export const recoveryStatements: readonly string[] = [
  `INSERT INTO batches (batch_id, file_name, file_sha256, mapping, read_as, created_at, state)
   SELECT batch_id, 'recovered orders', '', '{}', '{}', ${now}, 'paused'
   FROM (SELECT batch_id FROM ledger UNION SELECT batch_id FROM samples WHERE batch_id IS NOT NULL)
   WHERE batch_id NOT IN (SELECT batch_id FROM batches)`,
  `INSERT INTO drug_sets (set_id, name, note, created_at, updated_at)
   SELECT DISTINCT set_id, 'Recovered list', '', ${now}, ${now} FROM drug_set_members
   WHERE set_id NOT IN (SELECT set_id FROM drug_sets)`,
  `INSERT INTO drug_marks (drug_id, name, note, updated_at)
   SELECT DISTINCT drug_id, coalesce(
     (SELECT name FROM drug_set_members AS known WHERE known.drug_id = drug_tags.drug_id), drug_id
   ), '', ${now} FROM drug_tags
   WHERE drug_id NOT IN (SELECT drug_id FROM drug_marks)`,
  `INSERT INTO studies (study_id, name, created_at, changed_at)
   SELECT study_id, CASE study_id WHEN '${allSamplesId}' THEN 'All samples' ELSE 'Recovered study' END, ${now}, ${now}
   FROM (SELECT study_id FROM study_samples UNION SELECT study_id FROM study_batches
     UNION SELECT study_id FROM study_comparisons)
   WHERE study_id NOT IN (SELECT study_id FROM studies)`,
  ...studiesOfBatches,
]
