import { createHash, randomUUID } from 'node:crypto'

/** Windows keeps at most 2,560 bytes in one entry. */
const maxEntryBytes = 2400
const mark = 'pathclock-parts:'

/** The entries of one name in the keychain, as single reads and writes. */
type Entries = {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

type Manifest = { generation: string; count: number; digest: string }

const partName = (name: string, { generation }: Manifest, index: number): string =>
  `${name}/part/${generation}/${index}`

const digestOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 16)

/**
 * Values of any length over entries of limited length: a long one is written in parts under new names first, then
 * its manifest under the name itself, so that a stop in between leaves the old value whole.
 */
export function createParts(entries: Entries) {
  const removeParts = async (name: string, manifest: Manifest | null): Promise<void> => {
    for (let index = 0; index < (manifest?.count ?? 0); index++)
      if (manifest) await entries.remove(partName(name, manifest, index))
  }

  const readParts = async (name: string, manifest: Manifest): Promise<string> => {
    const parts: string[] = []
    for (let index = 0; index < manifest.count; index++)
      parts.push((await entries.get(partName(name, manifest, index))) ?? '')
    return parts.join('')
  }

  return {
    /** Null when absent, and when its parts do not belong together any more. */
    async get(name: string): Promise<string | null> {
      for (let before: string | null = null; ; ) {
        const value = await entries.get(name)
        const manifest = value === null ? null : readManifest(value)
        if (!manifest) return value
        const whole = await readParts(name, manifest)
        if (digestOf(whole) === manifest.digest) return whole
        // Parts that do not fit may just have been replaced by another process of ours: then the manifest is another.
        if (value === before) return null
        before = value
      }
    },

    async set(name: string, value: string): Promise<void> {
      const before = await entries.get(name)
      const old = before === null ? null : readManifest(before)
      if (isShort(value)) await entries.set(name, value)
      else {
        const pieces = split(value)
        const manifest = { generation: randomUUID(), count: pieces.length, digest: digestOf(value) }
        for (const [index, piece] of pieces.entries())
          await entries.set(partName(name, manifest, index), piece)
        await entries.set(name, `${mark}${JSON.stringify(manifest)}`)
      }
      await removeParts(name, old)
    },

    async remove(name: string): Promise<void> {
      const value = await entries.get(name)
      await entries.remove(name)
      await removeParts(name, value === null ? null : readManifest(value))
    },
  }
}

/** Empty values and those that look like a manifest go in parts too: the first cannot be stored, the second misread. */
const isShort = (value: string): boolean =>
  value !== '' && !value.startsWith(mark) && Buffer.byteLength(value) <= maxEntryBytes

function readManifest(value: string): Manifest | null {
  if (!value.startsWith(mark)) return null
  const found: unknown = JSON.parse(value.slice(mark.length))
  return found as Manifest
}

/** Pieces of at most the limit in UTF-8, cut between characters. */
function split(value: string): string[] {
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const character of value) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxEntryBytes) {
      pieces.push(piece)
      piece = ''
      bytes = 0
    }
    piece += character
    bytes += size
  }
  return piece === '' ? pieces : [...pieces, piece]
}
