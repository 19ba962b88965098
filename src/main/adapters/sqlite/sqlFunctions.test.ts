import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { checksumOf } from '../../store/rowChecksums.ts'
import { fitsChecksum, registerRowChecksum } from './sqlFunctions.ts'

const database = new DatabaseSync(':memory:')
registerRowChecksum(database)
database.function('fits', (text, checksum) => (fitsChecksum(text, checksum) ? 1 : 0))
database.exec('CREATE TABLE found (a ANY, b ANY, c ANY)')
afterAll(() => database.close())

const columns = ['a', 'b', 'c']
const checksum = checksumOf('found', columns)
const bytes = /^row_checksum\((CAST\((.+) AS BLOB\))\)$/s.exec(checksum)?.[1] ?? ''
const text = bytes.slice('CAST('.length, -' AS BLOB)'.length)

/** As the views of older files have it: what is sound by them stays sound. */
const chained = `CAST('found;' || ${columns
  .map((name) => `coalesce(octet_length(${name}) || ':' || ${name}, '-')`)
  .join(` || ';' || `)} AS BLOB)`

type Value = { sql: string; bound: SQLInputValue }
/** All kinds that SQLite stores, also in a column of another kind; `bytes` may be no UTF-8. */
const values: fc.Arbitrary<Value> = fc.oneof(
  fc
    .constantFrom<SQLInputValue>(
      null,
      '',
      0,
      5.5,
      -0,
      1e300,
      Infinity,
      'nul\0within',
      '\uFEFF',
      '\uFFFD',
      '1:a;-',
    )
    .map((bound) => ({ sql: '?', bound })),
  fc.string({ unit: 'binary' }).map((bound) => ({ sql: '?', bound })),
  fc.double({ noNaN: true }).map((bound) => ({ sql: '?', bound })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((bound) => ({ sql: '?', bound })),
  fc.uint8Array({ maxLength: 40 }).map((bound) => ({ sql: '?', bound })),
  fc.uint8Array({ maxLength: 40 }).map((bound) => ({ sql: 'CAST(? AS TEXT)', bound })),
)
const rows = fc.tuple(values, values, values)

function write(row: readonly Value[]): Record<string, unknown> {
  database.exec('DELETE FROM found')
  database
    .prepare(`INSERT INTO found VALUES (${row.map(({ sql }) => sql).join(', ')})`)
    .run(...row.map(({ bound }) => bound))
  const found = `SELECT hex(${bytes}) AS now, hex(${chained}) AS before, ${checksum} AS checksum,
    fits(${text}, ${checksum}) AS fits FROM found`
  return database.prepare(found).get() ?? {}
}

describe('the checksum of a row', () => {
  it('is of the same bytes as in files from before, for values of all kinds', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const { now, before } = write(row)
        expect(now).toBe(before)
      }),
      { numRuns: 1000 },
    )
  })

  it('fits its own row as a text, unless that has letters that stand for unreadable bytes', () => {
    fc.assert(
      fc.property(rows, (row) => {
        const { now, fits } = write(row)
        const isReadable = !Buffer.from(String(now), 'hex').toString('utf8').includes('\uFFFD')
        expect(fits).toBe(isReadable ? 1 : 0)
      }),
      { numRuns: 1000 },
    )
  })

  it('fits no other row as a text, also where both read alike', () => {
    const three = (first: Uint8Array) =>
      [first, null, null].map((bound) => ({ sql: bound ? 'CAST(? AS TEXT)' : '?', bound }))
    const { checksum: sum } = write(three(Uint8Array.of(0xef, 0xbf, 0xbd, 0x61)))
    // A sequence that breaks off reads as one U+FFFD, as that letter itself does, and is as long.
    write(three(Uint8Array.of(0xf0, 0x90, 0x80, 0x61)))
    expect(database.prepare(`SELECT fits(${text}, ?) AS fits FROM found`).get(String(sum))).toEqual({
      fits: 0,
    })
  })
})
