import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { isFailure } from '../../../shared/contract/failures.ts'
import type { Entry } from '../../archive/archive.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { newFileFolder } from '../../testing/newFolder.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { verifyCapsule } from './capsule.ts'
import type { Manifest } from './capsuleRecords.ts'
import { makeCapsule, sealCapsule, unpackCapsule } from './testing/makeCapsule.ts'

const folder = newFileFolder()
let original: Buffer
let entries: Entry[]
let files: { path: string; text: string }[]
let manifest: Manifest
beforeAll(async () => {
  original = await makeCapsule()
  ;({ files, manifest, entries } = await unpackCapsule(await put(original)))
})

async function put(bytes: Buffer): Promise<string> {
  const path = join(folder, 'x.pathclock')
  await writeFile(path, bytes)
  return path
}

/** Returns `missed` if the damaged capsule is reported as intact. */
async function outcome(bytes: Buffer): Promise<'found' | 'missed' | 'crashed'> {
  try {
    return (await verifyCapsule({ path: await put(bytes), name: 'x.pathclock' })).intact ? 'missed' : 'found'
  } catch (error) {
    return isFailure(error, 'rejected') ? 'found' : 'crashed'
  }
}

const flipped = (at: number, bit: number): Buffer => {
  const bytes = Buffer.from(original)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
  return bytes
}

type Random = () => number
const below = (random: Random, most: number): number => Math.floor(random() * most)

/** Damage as it happens on disks, in mail and by manual edits. */
const damages: Record<string, (random: Random) => Buffer | Promise<Buffer>> = {
  'flipped bit': (random) => flipped(below(random, original.length), below(random, 8)),
  'flipped bit in its directory': (random) => {
    const start = original.readUInt32LE(original.length - 6)
    return flipped(start + below(random, original.length - start), below(random, 8))
  },
  'cut short': (random) => original.subarray(0, below(random, original.length)),
  'bytes behind it': (random) =>
    Buffer.concat([original, Buffer.alloc(1 + below(random, 2000), below(random, 256))]),
  'bytes before it': (random) => Buffer.concat([Buffer.alloc(1 + below(random, 2000), 7), original]),
  'a hole of zeros': (random) => {
    const at = below(random, original.length)
    return Buffer.from(original).fill(0, at, Math.min(original.length, at + 1 + below(random, 600)))
  },
  'a piece missing': (random) => {
    const at = below(random, original.length - 1)
    return Buffer.concat([original.subarray(0, at), original.subarray(at + 1 + below(random, 600))])
  },
  'a file dropped': (random) => resealed(files.toSpliced(below(random, files.length), 1)),
  'a file added': (random) =>
    resealed(files.toSpliced(below(random, files.length), 0, { path: 'extra.txt', text: '' })),
  'a file renamed': (random) => changed(random, ({ path, text }) => ({ path: `${path}x`, text })),
  'a letter of a file changed': (random) =>
    changed(random, ({ path, text }) => ({ path, text: `${text.slice(0, -2)}?${text.slice(-1)}` })),
  'two files exchanged': (random) => {
    const [one, other] = [below(random, files.length), below(random, files.length)]
    const texts = files.map(({ text }) => text)
    return resealed(
      files.map(({ path, text }, at) => ({
        path,
        text: (at === one ? texts[other] : at === other ? texts[one] : text) ?? '',
      })),
    )
  },
  'files in another order': (random) => {
    const at = below(random, files.length - 1)
    const [one] = files.slice(at, at + 1)
    return resealed(one ? [...files.toSpliced(at, 1), one] : files)
  },
}

/** Packs changed files again with the original list. */
const resealed = (some: typeof files) => sealCapsule(some, manifest, () => manifest)

const changed = (random: Random, change: (file: (typeof files)[number]) => (typeof files)[number]) => {
  const place = below(random, files.length)
  return resealed(files.map((file, at) => (at === place ? change(file) : file)))
}

it('detects every kind of damage', async () => {
  const random = createSeededRandom(20_261_122)
  const names = Object.keys(damages)
  const counts = { found: 0, missed: 0, crashed: 0 }
  const missed: string[] = []
  const same = await resealed(files)
  let cases = 0
  while (cases < scale(65, 13_000)) {
    const name = names[cases % names.length] ?? ''
    const bytes = (await damages[name]?.(random)) ?? original
    cases += 1
    // Some damage changes nothing: two exchanged files of equal content, or a hole where zeros were.
    if (bytes.equals(original) || bytes.equals(same)) continue
    const came = await outcome(bytes)
    counts[came] += 1
    if (came !== 'found') missed.push(`${name}: ${came}`)
  }
  printFigure('capsule', 'damages of a study capsule', { cases, ...counts })
  expect(missed).toEqual([])
  expect(counts.found).toBeGreaterThan(cases * 0.8)
})

it('detects a flipped bit in every part of every kind of file', async () => {
  const kinds = new Map(entries.map((entry) => [entry.path.replace(/[^/]*(?=\.)/, ''), entry]))
  for (const { at, path, packedBytes } of kinds.values()) {
    const data = at + 30 + path.length
    const places = [at + 10, at + 30, data + (packedBytes >> 1), data + packedBytes - 1]
    for (const place of [...places, data + packedBytes + 5])
      expect([path, place - at, await outcome(flipped(place, 7))]).toEqual([path, place - at, 'found'])
  }
})

it('writes the same bytes for the same study', async () => {
  expect((await makeCapsule()).equals(original)).toBe(true)
})

it('accepts an intact capsule', async () => {
  expect(await outcome(original)).toBe('missed')
  expect(await outcome(await sealCapsule(files, manifest))).toBe('missed')
})
