import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFileFolder } from '../../testing/newFolder.ts'
import { verifyCapsule } from './capsule.ts'
import type { Manifest } from './capsuleRecords.ts'
import { sealCapsule } from './testing/makeCapsule.ts'

const manifest: Manifest = {
  format: 'pathclock-capsule',
  version: 1,
  application: 'Pathclock 1.2.3',
  made_at: '2026-01-01T00:00:00.000Z',
  study: { kind: 'cohort', of: { filter: {} } },
  services: [],
  synthetic: false,
  samples: 0,
  answers: 0,
  units: {},
  files: [],
  archive: { bytes: 0, sha256: '0'.repeat(64) },
}

const folder = newFileFolder()

async function verify(bytes: Buffer) {
  const path = join(folder, 'x.pathclock')
  await writeFile(path, bytes)
  return verifyCapsule({ path, name: 'x.pathclock' })
}

const readme = { path: 'README.txt', text: 'read me\n' }
const register = { path: 'register.jsonl', text: '' }

it.each([
  '../evil.txt',
  'tables/../../evil.txt',
  '/etc/evil',
  'C:/evil.txt',
  'a\\..\\evil.txt',
  'tables//evil.txt',
  './evil.txt',
  'CON.txt',
  'tables/nul',
  'evil.',
  'evil ',
  '~evil',
  'evil\u0007',
  `${'a'.repeat(101)}`,
  'überall.txt',
])('a file named %j is unsafe, regardless of the list', async (path) => {
  const { intact, problems } = await verify(await sealCapsule([readme, { path, text: 'x' }], manifest))
  expect(intact).toBe(false)
  expect(problems.map(({ problem }) => problem)).toContain('unsafe')
})

it('a repeated name is unsafe, even in different case', async () => {
  const { problems } = await verify(await sealCapsule([readme, { path: 'readme.TXT', text: 'x' }], manifest))
  expect(problems.filter(({ problem }) => problem === 'unsafe').map(({ path }) => path)).toContain(
    'readme.TXT',
  )
})

/** Changes the directory entry of the first file. */
async function withDirectory(change: (line: Buffer) => void): Promise<Buffer> {
  const bytes = await sealCapsule([readme, { path: 'b.txt', text: 'b' }], manifest)
  change(bytes.subarray(bytes.readUInt32LE(bytes.length - 6)))
  return bytes
}

it.each([
  ['a link', (line: Buffer) => void line.writeUInt32LE(0xa1ff0000, 38)],
  ['encrypted', (line: Buffer) => void line.writeUInt16LE(9, 8)],
  ['packed in a way that is not known', (line: Buffer) => void line.writeUInt16LE(99, 10)],
])('a file that is %s is unsafe', async (_what, change) => {
  expect((await verify(await withDirectory(change))).problems).toContainEqual({
    path: 'README.txt',
    problem: 'unsafe',
  })
})

it('a file that unpacks to more than its listed size is abandoned at that size', async () => {
  const zeros = '\0'.repeat(50_000_000)
  const bytes = await sealCapsule([register, { path: 'zeros.txt', text: zeros }], manifest, (honest) => ({
    ...honest,
    files: honest.files.map((file) => (file.path === 'zeros.txt' ? { ...file, bytes: 10 } : file)),
  }))
  expect((await verify(bytes)).problems).toEqual([{ path: 'zeros.txt', problem: 'changed' }])
  const lying = await withDirectory((line) => void line.writeUInt32LE(3, 24))
  expect((await verify(lying)).problems).toContainEqual({ path: 'README.txt', problem: 'changed' })
})

it('a list that promises more than can be read is rejected', async () => {
  const bytes = await sealCapsule([readme, register], manifest, (honest) => ({
    ...honest,
    files: [...honest.files, { path: 'more.txt', bytes: Number.MAX_SAFE_INTEGER, sha256: '0'.repeat(64) }],
  }))
  expect((await verify(bytes)).problems.map(({ problem }) => problem).sort()).toEqual([
    'missing',
    'unsafe',
    'unsafe',
  ])
})

it('two files that share bytes of the archive are not accepted as two', async () => {
  const bytes = await sealCapsule([readme, { path: 'COPYME.txt', text: 'other\n' }], manifest)
  const start = bytes.readUInt32LE(bytes.length - 6)
  const second = start + 46 + readme.path.length
  bytes.copy(bytes, second + 16, start + 16, start + 28)
  bytes.writeUInt32LE(0, second + 42)
  expect((await verify(bytes)).intact).toBe(false)
})

it.each([
  ['a newer version', (honest: Manifest) => ({ ...honest, version: 2 }), 'newer version'],
  ['another format', (honest: Manifest) => ({ ...honest, format: 'other' }), 'no study capsule'],
  ['no list', () => [], 'no study capsule'],
])('%s is rejected', async (_what, change, words) => {
  await expect(verify(await sealCapsule([readme], manifest, change))).rejects.toMatchObject({
    code: 'rejected',
    message: expect.stringContaining(words),
  })
})

it.each([
  ['an empty file', Buffer.alloc(0)],
  ['a table', Buffer.from('sample_id,age\r\n1,2\r\n')],
  ['the end of an archive alone', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
])('%s is no capsule', async (_what, bytes) => {
  await expect(verify(bytes)).rejects.toMatchObject({ code: 'rejected' })
})

it('a missing file is reported as a file failure', async () => {
  await expect(verifyCapsule({ path: join(folder, 'gone'), name: 'gone' })).rejects.toMatchObject({
    code: 'file',
  })
})
