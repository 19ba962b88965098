import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { type CacheSchema, cacheMigrations } from '../../store/cache.ts'
import { drugsMigrations } from '../../store/drugs.ts'
import { classifyError, createDisposableFile, openDisposable } from './disposableDatabase.ts'

let folder = ''
let file = ''
let quarantined: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-disposable-'))
  file = join(folder, 'some.db')
  quarantined = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the test file. `checkedBelowBytes: 0` simulates a file that is too large to check when it is opened. */
const create = <Schema>(migrations = cacheMigrations, checkedBelowBytes?: number) =>
  createDisposableFile<Schema>({
    file,
    migrations,
    durability: 'normal',
    ...(checkedBelowBytes === undefined ? {} : { checkedBelowBytes }),
  })
const note = (name: string) => void quarantined.push(name)

const open = (checkedBelowBytes?: number) =>
  openDisposable<CacheSchema>(create<CacheSchema>(cacheMigrations, checkedBelowBytes), note)

type Opened = Awaited<ReturnType<typeof open>>
const report = { content_type: 'text/plain', bytes: new Uint8Array([1]), fetched_at: '2026-01-01' }
const add = (database: Opened, id: string) =>
  database.use(({ query }) =>
    query
      .insertInto('reports')
      .values({ sample_id: id, ...report })
      .execute(),
  )
const ids = async (database: Opened) =>
  (await database.use(({ query }) => query.selectFrom('reports').select('sample_id').execute())).map(
    (row) => row.sample_id,
  )

/** Replaces a text with another of the same length everywhere in the file, like flipped bits. */
function flip(from: string, to: string): void {
  const bytes = readFileSync(file).toString('latin1')
  expect(bytes).toContain(from)
  writeFileSync(file, Buffer.from(bytes.replaceAll(from, to), 'latin1'))
}
const edit = (...statements: string[]) => {
  const database = new DatabaseSync(file, { defensive: false })
  for (const statement of statements) database.exec(statement)
  database.close()
}

const damages: [string, () => void][] = [
  ['the word of a column in the schema', () => flip('content_type TEXT', 'content_tyqe TEXT')],
  ['a keyword in the schema', () => flip('CREATE TABLE reports', 'CREATE TABXE reports')],
  ['the name of a table in the schema', () => flip('reports', 'repords')],
  ['the name of a migration', () => flip('0004-answers-elsewhere', '0004-answers-elsewhesi')],
  [
    'the first byte of the name of a migration',
    () => flip('0004-answers-elsewhere', '\x800004-answers-elsewher'),
  ],
  ['the name of the table of migrations', () => flip('schema_migrations', 'schema_migratiofs')],
  ['the header of the file', () => flip('SQLite format 3', 'SQLite foraat 3')],
  ['a missing end', () => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
  [
    'an emptied page',
    () => writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 4096), Buffer.alloc(8192)])),
  ],
  ['a text in place of a database', () => writeFileSync(file, 'not a database '.repeat(2000))],
  ['missing tables', () => edit('DROP TABLE reports')],
  ['a lost step', () => edit('DELETE FROM schema_migrations')],
]

describe('a disposable database with damage', () => {
  it.each(damages)(
    'is quarantined when it is opened, and a new one can be used: %s',
    async (_what, damage) => {
      const first = await open()
      await add(first, 'S-1')
      await first.close()
      damage()
      const second = await open()
      await add(second, 'S-2')
      expect(await ids(second)).toEqual(['S-2'])
      await second.close()
      expect(quarantined).toHaveLength(1)
      expect(readdirSync(folder)).toContain(quarantined[0])
      const third = await open()
      expect(await ids(third)).toEqual(['S-2'])
      await third.close()
      expect(quarantined).toHaveLength(1)
    },
  )

  it('is quarantined when a query finds it, and the query runs on a new one', async () => {
    const first = await open()
    for (let at = 0; at < 200; at++) await add(first, `S-${at}`)
    await first.close()
    const used = await open(0)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xff, 4096))
    await Promise.all([add(used, 'N-1'), add(used, 'N-2'), ids(used)])
    expect((await ids(used)).toSorted()).toEqual(['N-1', 'N-2'])
    await used.close()
    expect(quarantined).toHaveLength(1)
  })

  it("is quarantined when a query fails because a column's name is damaged", async () => {
    const first = await open()
    await add(first, 'S-1')
    // Simulates a bit that flips while the app runs: the schema is read again, and differs from its stamp.
    edit(
      'PRAGMA writable_schema = ON',
      "UPDATE sqlite_schema SET sql = replace(sql, 'fetched_at', 'fetchee_at') WHERE name = 'reports'",
      'PRAGMA schema_version = 900',
    )
    await add(first, 'S-2')
    expect(await ids(first)).toEqual(['S-2'])
    await first.close()
    expect(quarantined).toHaveLength(1)
  })
})

describe('a disposable database without damage', () => {
  it('is kept if a statement is wrong, a row is rejected or the work throws', async () => {
    const database = await open()
    await add(database, 'S-1')
    const wrong = database.use(({ query }) => sql`SELECT no_such_column FROM reports`.execute(query))
    await expect(wrong).rejects.toThrow(/no such column/)
    await expect(add(database, 'S-1')).rejects.toThrow(/UNIQUE/)
    await expect(database.use(() => Promise.reject(new TypeError('a mistake')))).rejects.toThrow('a mistake')
    expect(await ids(database)).toEqual(['S-1'])
    await database.close()
    expect(quarantined).toEqual([])
  })

  it('is refused and left unchanged if a newer version wrote it', async () => {
    await (await open()).close()
    edit("INSERT INTO schema_migrations VALUES ('0009-more', '2027-01-01')")
    await expect(open()).rejects.toThrow(/newer version/)
    expect(quarantined).toEqual([])
  })

  it('is not blamed for the damage of another file', async () => {
    const database = await open()
    const other = Object.assign(new Error('malformed'), { errcode: 11 })
    const failure = new Failure('file', joinMessages([`Damaged.`]), { name: 'answers.db' }, { cause: other })
    await expect(database.use(() => Promise.reject(failure))).rejects.toBe(failure)
    await database.close()
    expect(quarantined).toEqual([])
  })
})

it('a full-text table with damaged options is quarantined when the file is opened', async () => {
  await (await create(drugsMigrations).open(note)).close()
  const bytes = readFileSync(file).toString('latin1')
  const option = /detail\s*=\s*\w+|tokenize\s*=/.exec(bytes)?.[0]
  if (option === undefined) throw new Error('no table has an option')
  flip(option, option.replace(/\w/, '_'))
  await (await create(drugsMigrations).open(note)).close()
  expect(quarantined).toHaveLength(1)
})

it.each([
  [11, 'damage'],
  [26, 'damage'],
  [267, 'damage'],
  [522, 'damage'],
  [1, 'suspicious'],
  [20, 'suspicious'],
  [3091, 'suspicious'],
  [5, 'none'],
  [13, 'none'],
  [8, 'none'],
  [778, 'none'],
])('the result code %i of SQLite is %s', (errcode, kind) => {
  expect(classifyError(Object.assign(new Error('x'), { errcode }))).toBe(kind)
})

it('a folder with the name of the file is quarantined', async () => {
  mkdirSync(file)
  writeFileSync(join(file, 'x'), 'x')
  const database = await open()
  await add(database, 'smp_1')
  expect(await ids(database)).toEqual(['smp_1'])
  await database.close()
  expect(quarantined).toEqual([expect.stringMatching(/^some\.db\.damaged-/)])
  expect(readdirSync(join(folder, quarantined[0] ?? ''))).toEqual(['x'])
})

it.skipIf(process.platform === 'win32')('a link that leads nowhere is refused and stays', async () => {
  for (const target of [join(folder, 'gone', 'some.db'), file]) {
    symlinkSync(target, file)
    await expect(open()).rejects.toThrow(/“some\.db” could not be used: it is a link/)
    expect(readlinkSync(file)).toBe(target)
    rmSync(file)
  }
})
