/** A table whose rows carry a checksum: its columns in the order they are hashed, and how a row is called. */
type Guarded = { columns: readonly string[]; key: readonly string[] }

/**
 * Statements that give every row of a table a checksum, kept by triggers, so that bits which flip on the disk are
 * found. A row that no longer fits its checksum can be neither changed nor deleted: a change would make it look sound.
 * `checked_<table>` shows each row with its name (`checked_id`) and the checksum it should have (`checked_sum`).
 * A migration that adds columns drops the four triggers and the view, and puts all but the first statement anew.
 */
export function guardRows(table: string, { columns, key }: Guarded): string[] {
  const sum = (of: string) =>
    `row_checksum(CAST('${table};' || ${columns.map(encoded(of)).join(" || ';' || ")} AS BLOB))`
  const sameRow = key.map((name) => `${name} = NEW.${name}`).join(' AND ')
  const changed = columns.join(', ')
  const write = `UPDATE ${table} SET checksum = ${sum('NEW.')} WHERE ${sameRow};`
  const refuse = `SELECT RAISE(ABORT, 'damaged row');`
  const isDamaged = `OLD.checksum IS NOT ${sum('OLD.')}`
  return [
    `ALTER TABLE ${table} ADD COLUMN checksum TEXT`,
    `UPDATE ${table} SET checksum = ${sum('')}`,
    `CREATE TRIGGER ${table}_guard_insert AFTER INSERT ON ${table} BEGIN ${write} END`,
    `CREATE TRIGGER ${table}_guard_before BEFORE UPDATE OF ${changed} ON ${table} WHEN ${isDamaged} BEGIN ${refuse} END`,
    `CREATE TRIGGER ${table}_guard_update AFTER UPDATE OF ${changed} ON ${table} BEGIN ${write} END`,
    `CREATE TRIGGER ${table}_guard_delete BEFORE DELETE ON ${table} WHEN ${isDamaged} BEGIN ${refuse} END`,
    `CREATE VIEW checked_${table} AS SELECT *, ${key.join(` || ' ' || `)} AS checked_id, ${sum('')} AS checked_sum FROM ${table}`,
  ]
}

/** Each value with its length, so that no two rows read the same; byte for byte, also where a text holds a NUL. */
const encoded =
  (of: string) =>
  (column: string): string =>
    `coalesce(octet_length(${of}${column}) || ':' || ${of}${column}, '-')`
