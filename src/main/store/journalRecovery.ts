type Row = Record<string, unknown>

/** What a row may go on to say: nothing is ever sent because of it. Everything else is for a person to find out. */
const settledStates: readonly unknown[] = ['created', 'unknown']

const why: Record<string, string> = {
  doubted: 'The journal was damaged and its last writes may be lost.',
  backup: 'The journal was damaged and this row comes from a backup.',
  restored: 'The journal was restored from a backup.',
  damaged: 'This row was damaged, and what it says may be wrong.',
}

/**
 * A row of a journal that was made anew, so that nothing is sent because of it: an order that is not surely settled
 * becomes one of unknown outcome, which is never sent by itself, and no batch is running.
 */
export function settleRow(table: string, row: Row, origin: string): Row {
  if (table === 'batches') return settleBatch(row)
  if (origin === 'file') return row
  if (table === 'ledger') return settleOrder(row, origin)
  return origin === 'damaged' ? mended(row) : row
}

const settleBatch = (row: Row): Row =>
  row['state'] === 'running' || row['lease_owner'] !== null
    ? {
        ...mended(row),
        state: row['state'] === 'running' ? 'paused' : row['state'],
        lease_owner: null,
        lease_until_ms: 0,
      }
    : row

function settleOrder(row: Row, origin: string): Row {
  if (origin !== 'damaged' && settledStates.includes(row['state'])) return row
  const told = typeof row['message'] === 'string' ? ` Before: ${row['message']}` : ''
  return {
    ...mended(row),
    state: 'unknown',
    message: `${why[origin]} It was “${String(row['state'])}”. The order may have been placed: look for it at the service before ordering this sample again.${told}`,
  }
}

/** Without its checksum, which no longer fits, and with JSON where JSON is read. */
function mended(row: Row): Row {
  const parsed = Object.entries(jsonColumns).filter(([name]) => name in row && !isJson(row[name]))
  return { ...row, checksum: null, ...Object.fromEntries(parsed) }
}

const jsonColumns = { fields: '{}', mapping: '{}', read_as: '{}', tags: '[]' }

function isJson(text: unknown): boolean {
  try {
    return typeof text === 'string' && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** The register's index, which triggers fill from samples and annotations. */
export const derivedTables = /^(register_|sample_tags$)/

/** Batches that are lost although orders and samples refer to them. */
export const recoveryStatements: readonly string[] = [
  `INSERT INTO batches (batch_id, file_name, file_sha256, mapping, read_as, created_at, state)
   SELECT batch_id, 'recovered orders', '', '{}', '{}', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'paused'
   FROM (SELECT batch_id FROM ledger UNION SELECT batch_id FROM samples WHERE batch_id IS NOT NULL)
   WHERE batch_id NOT IN (SELECT batch_id FROM batches)`,
]
