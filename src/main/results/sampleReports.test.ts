import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import { joinMessages } from '../../shared/words/message.ts'
import { createFiles } from '../adapters/files/files.ts'
import { createDisposableFile, openDisposable } from '../adapters/sqlite/disposableDatabase.ts'
import type { DisposableDatabase, RemoteService } from '../ports.ts'
import { type CacheSchema, cacheMigrations } from '../store/cache.ts'
import { newFolder } from '../testing/newFolder.ts'
import { createSampleReports } from './sampleReports.ts'

let cache: DisposableDatabase<CacheSchema>

beforeEach(async () => {
  const file = join(newFolder(), 'cache.db')
  cache = await openDisposable<CacheSchema>(
    createDisposableFile({ file, migrations: cacheMigrations, durability: 'normal' }),
    () => {},
  )
  onTestFinished(() => cache.close())
})

function setUp(contentType: string, bytes: Uint8Array) {
  const state = { failure: null as Failure | null }
  const remote: Pick<RemoteService, 'sampleReport'> = {
    async sampleReport() {
      if (state.failure) throw state.failure
      return {
        value: { contentType, bytes },
        raw: null,
        fetchedAt: '2026-01-01T00:00:00.000Z',
        service: 'https://service.example/api/v1',
        requestId: null,
        synthetic: false,
      }
    },
  }
  const files = createFiles({ random: { next: () => 0.5, id: () => 'file' } })
  return { reports: createSampleReports({ cache, remote, files }), files, state }
}

const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ['application/json', utf8('{"µ":1}'), '{"µ":1}'],
  ['application/vnd.lab+json; charset=utf-8', utf8('{"µ":1}'), '{"µ":1}'],
  ['text/html; charset=ISO-8859-1', new Uint8Array([0xb5]), 'µ'],
  ['TEXT/CSV', utf8('a,b'), 'a,b'],
  ['text/plain; charset=no-such-thing', utf8('µ'), 'µ'],
  ['application/pdf', utf8('%PDF-1.7'), null],
  ['application/octet-stream', utf8('x'), null],
  ['', utf8('x'), null],
])('a report of type %j is decoded only if it is text', async (contentType, bytes, text) => {
  const { reports } = setUp(contentType, bytes)
  expect(await reports.report({ sampleId: 'S1' })).toEqual({
    sampleId: 'S1',
    contentType,
    text,
    fetchedAt: '2026-01-01T00:00:00.000Z',
    sizeBytes: bytes.byteLength,
    stored: null,
  })
})

test('a report is stored byte for byte and returned, marked as stored, when the service cannot be reached', async () => {
  const bytes = new Uint8Array([0, 255, 13, 10])
  const { reports, state } = setUp('application/pdf', bytes)
  const fetched = await reports.report({ sampleId: 'S1' })
  const row = await cache.use(({ query }) =>
    query.selectFrom('reports').selectAll().executeTakeFirstOrThrow(),
  )
  expect(new Uint8Array(row.bytes)).toEqual(bytes)
  state.failure = new Failure('offline', joinMessages([`The service cannot be reached.`]), {
    reason: 'network',
  })
  expect(await reports.report({ sampleId: 'S1' })).toEqual({ ...fetched, stored: state.failure.toData() })
  await expect(reports.report({ sampleId: 'S2' })).rejects.toBe(state.failure)
})

test('a report that the service does not have is not found, even if one is stored', async () => {
  const { reports, state } = setUp('text/plain', utf8('old'))
  await reports.report({ sampleId: 'S1' })
  state.failure = new Failure('notFound', joinMessages([`There is no report of this sample yet.`]), {
    what: joinMessages([`report`]),
  })
  await expect(reports.report({ sampleId: 'S1' })).rejects.toBe(state.failure)
})

test('a web page does not replace a stored report of another type, and the reason is returned', async () => {
  await setUp('application/json', utf8('{"score":1}')).reports.report({ sampleId: 's1' })
  const page = setUp('text/html', utf8('<html>Sign in to the network</html>'))
  const report = await page.reports.report({ sampleId: 's1' })
  expect(report).toMatchObject({ contentType: 'application/json', text: '{"score":1}' })
  expect(report.stored).toMatchObject({ code: 'unreadable' })
})
