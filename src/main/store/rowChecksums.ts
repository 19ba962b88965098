/** A table whose rows carry a checksum: its columns in the order they are hashed, and how a row is called. */
type ChecksummedTable = { columns: readonly string[]; key: readonly string[] }

/**
 * Statements that keep a checksum of every row in its column `checksum`, so that bits which flip on the disk are
 * found. A row that no longer fits its checksum can be neither changed nor deleted: a change would make it look sound.
 * `checked_<table>` shows each row with its name (`checked_id`) and the checksum it should have (`checked_sum`).
 * A migration that adds columns drops the four triggers and the view, fills the column and puts these anew.
 */
export function checksumTriggers(table: string, { columns, key }: ChecksummedTable): string[] {
  const sum = (prefix: string) => sumOver(table, columns, prefix)
  const sameRow = key.map((name) => `${name} = NEW.${name}`).join(' AND ')
  const changed = columns.join(', ')
  const write = `UPDATE ${table} SET checksum = ${sum('NEW.')} WHERE ${sameRow};`
  const refuse = `SELECT RAISE(ABORT, 'damaged row');`
  const isDamaged = `OLD.checksum IS NOT ${sum('OLD.')}`
  return [
    `CREATE TRIGGER ${table}_guard_insert AFTER INSERT ON ${table} WHEN NEW.checksum IS NULL BEGIN ${write} END`,
    `CREATE TRIGGER ${table}_guard_before BEFORE UPDATE OF ${changed} ON ${table} WHEN ${isDamaged} BEGIN ${refuse} END`,
    `CREATE TRIGGER ${table}_guard_update AFTER UPDATE OF ${changed} ON ${table} BEGIN ${write} END`,
    `CREATE TRIGGER ${table}_guard_delete BEFORE DELETE ON ${table} WHEN ${isDamaged} BEGIN ${refuse} END`,
    `CREATE VIEW checked_${table} AS SELECT *, ${key.join(` || ' ' || `)} AS checked_id, ${sum('')} AS checked_sum FROM ${table}`,
  ]
}

/** Gives the rows that are there their checksums, for a migration that fills a table before its triggers stand. */
export const checksumRows = (table: string, columns: readonly string[]): string =>
  `UPDATE ${table} SET checksum = ${sumOver(table, columns, '')}`

/**
 * One call for the whole text: a chain of `||`, as in the views of older files, copies what it has for each part that is
 * added. Whoever makes a file anew reads in its views what the text is.
 */
const sumOver = (table: string, columns: readonly string[], prefix: string): string =>
  `row_checksum(CAST(concat('${table};', ${columns.map(encoded(prefix)).join(", ';', ")}) AS BLOB))`

/**
 * The checksum of a row whose guarded columns are all in scope, for whoever inserts many: it costs half of what the
 * trigger does, which writes each row a second time. The values must have the types that the columns store.
 */
export const checksumOf = (table: string, columns: readonly string[]): string => sumOver(table, columns, '')

export const orderChecksum = (): string => checksumOf('ledger', checksummedTables['ledger']?.columns ?? [])

/** Each value with its length, so that no two rows read the same; byte for byte, also where a text holds a NUL. */
const encoded =
  (prefix: string) =>
  (column: string): string =>
    `coalesce(octet_length(${prefix}${column}) || ':', '-'), ${prefix}${column}`

export const words = (text: string): string[] => text.split(' ')

/** What only we know, each table after those it refers to. */
const checksummedTables: Record<string, ChecksummedTable> = {
  batches: {
    key: ['batch_id'],
    columns: words(
      'batch_id file_name file_sha256 mapping read_as created_at state lease_owner lease_until_ms made_by recipe changes',
    ),
  },
  ledger: {
    key: ['batch_id', 'row'],
    columns: words(
      'batch_id row client_reference fields idempotency_key state sample_id message updated_at sent_at attempts withdrawn notes',
    ),
  },
  samples: {
    key: ['sample_id'],
    columns: words(
      'sample_id client_reference fields batch_id status state created_at checked_at service synthetic place adopted_at',
    ),
  },
  screening_tasks: {
    key: ['task_id'],
    columns: words(
      'task_id sample_id endpoint status state progress created_at checked_at service synthetic',
    ),
  },
  batch_events: { key: ['event_id'], columns: words('event_id batch_id row at who what detail') },
  annotations: {
    key: ['sample_id'],
    columns: words('sample_id group_name tags note fields changed_at changed_by'),
  },
  mapping_templates: { key: ['template_id'], columns: words('template_id name content saved_at') },
  order_form: { key: ['one'], columns: words('one content changed_at') },
  drug_marks: { key: ['drug_id'], columns: words('drug_id name favourite_at note updated_at') },
  drug_tags: { key: ['tag', 'drug_id'], columns: words('drug_id tag added_at') },
  drug_sets: { key: ['set_id'], columns: words('set_id name note created_at updated_at removed_at') },
  drug_set_members: { key: ['set_id', 'drug_id'], columns: words('set_id drug_id name added_at') },
  saved_searches: { key: ['search_id'], columns: words('search_id name address created_at') },
  pathway_aliases: { key: ['kind', 'alias'], columns: words('kind alias pathway changed_at') },
  pathway_titles: { key: ['pathway'], columns: words('pathway title changed_at') },
  prefetch_plans: {
    key: ['plan_id'],
    columns: words(
      'plan_id scope detail per_hour refresh_days state message created_at updated_at lease_owner lease_until_ms',
    ),
  },
}

export const checksumStatements: readonly string[] = [
  `CREATE TABLE damaged_rows (
    table_name TEXT NOT NULL, row_id TEXT NOT NULL, found_at TEXT NOT NULL, content TEXT NOT NULL,
    PRIMARY KEY (table_name, row_id)
  ) STRICT`,
  // All columns before the first trigger: SQLite compiles every trigger of the database anew for each added column.
  ...Object.keys(checksummedTables).map((table) => `ALTER TABLE ${table} ADD COLUMN checksum TEXT`),
  ...Object.entries(checksummedTables).map(([table, { columns }]) => checksumRows(table, columns)),
  ...Object.entries(checksummedTables).flatMap(([table, rows]) => checksumTriggers(table, rows)),
]
