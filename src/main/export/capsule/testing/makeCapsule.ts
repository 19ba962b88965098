import { createHash } from 'node:crypto'
import { textOf } from '../../../archive/archive.ts'
import { type ZipFile, zipFiles } from '../../../archive/zip.ts'
import { createCollectStudy } from '../../documents/collectStudy.ts'
import { openExports } from '../../testing/openExports.ts'
import { withCapsule } from '../capsule.ts'
import { type Manifest, manifestPath } from '../capsuleRecords.ts'
import { createWriteCapsule } from '../writeCapsule.ts'

/** Makes a real capsule of a few samples, with a one-line report. */
export async function makeCapsule(): Promise<Buffer> {
  const { sources, tableOf, clock, close } = await openExports({
    made: ['a', 'b', 'c', 'd', 'e', 'f'].map((sampleId, index) => ({
      sampleId,
      fields: { group: index % 2 === 0 ? 'control' : 'treated', age: 40 + index },
      scores: { p53: index * 1.5, mTOR: -index / 3, Wnt: (index * 7) % 5 },
      clock: { predicted_age: 41 + index },
    })),
  })
  try {
    const none = () => Promise.reject(new Error('not asked for'))
    const more = { sample: none, history: none }
    const collect = createCollectStudy({ sources: { ...sources, ...more }, version: '1.2.3', clock })
    const { signal } = new AbortController()
    const comparison = {
      groups: { by: 'group', values: ['control', 'treated'] },
      test: 'welch' as const,
      pathways: [],
    }
    const collected = await collect({ kind: 'cohort', of: { filter: {} }, comparison }, signal)
    const figure = {
      name: 'one',
      title: 'One',
      caption: '',
      svg: '<svg/>',
      data: { columns: ['x'], rows: [[1]] },
    }
    const write = createWriteCapsule({
      sources,
      tableOf,
      makeReport: async () => ({ html: '<p>report</p>', figures: [figure] }),
      writeMethods: () => ({ text: 'methods', r: 'r', python: 'python' }),
    })
    return await toBytes(write(collected, 'en', signal))
  } finally {
    await close()
  }
}

async function toBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** Returns the manifest of a capsule and its other files as texts, from which `sealCapsule` makes it again. */
export function unpackCapsule(path: string) {
  return withCapsule({ path, name: 'x' }, async ({ archive, manifest }) => {
    const files: { path: string; text: string }[] = []
    for (const entry of archive.entries)
      if (entry.path !== manifestPath)
        files.push({ path: entry.path, text: await textOf(archive, entry, 1e9) })
    return { files, manifest, entries: archive.entries }
  })
}

/** Returns an archive of these files with a correct list, unless `change` modifies the list. */
export async function sealCapsule(
  files: readonly { path: string; text: string }[],
  manifest: Manifest,
  change: (honest: Manifest) => unknown = (honest) => honest,
): Promise<Buffer> {
  const before: Uint8Array[] = []
  const listed = files.map(({ path, text }) => ({
    path,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  function* all(): Generator<ZipFile> {
    for (const { path, text } of files) yield { path, chunks: [text] }
    function* list() {
      const bytes = Buffer.concat(before)
      const archive = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
      yield JSON.stringify(change({ ...manifest, files: listed, archive }))
    }
    yield { path: manifestPath, chunks: list(), stored: true }
  }
  for await (const chunk of zipFiles(all(), () => new Error('too long'))) before.push(chunk)
  return Buffer.concat(before)
}
