import { createHash, randomUUID } from 'node:crypto'

/** Windows keeps at most 2,560 bytes in one entry. */
const maxEntryBytes = 2400
const manifestPrefix = 'pathclock-parts:'

/** The entries of one name in the keychain, as single reads and writes. */
type Entries = {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

type Manifest = { generation: string; count: number; digest: string }

const chunkName = (name: string, { generation }: Manifest, index: number): string =>
  `${name}/part/${generation}/${index}`

const digestOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 16)

/**
 * Values of any length over entries of limited length: a long one is written in parts under new names first, then
 * its manifest under the name itself, so that a stop in between leaves the old value whole.
 */
export function createChunkedEntries(entries: Entries) {
  const removeChunks = async (name: string, manifest: Manifest | null): Promise<void> => {
    for (let index = 0; index < (manifest?.count ?? 0); index++)
      if (manifest) await entries.remove(chunkName(name, manifest, index))
  }

  const readChunks = async (name: string, manifest: Manifest): Promise<string> => {
    const chunks: string[] = []
    for (let index = 0; index < manifest.count; index++)
      chunks.push((await entries.get(chunkName(name, manifest, index))) ?? '')
    return chunks.join('')
  }

  return {
    /** Null when absent, and when its parts do not belong together any more. */
    async get(name: string): Promise<string | null> {
      for (let previous: string | null = null; ; ) {
        const value = await entries.get(name)
        const manifest = value === null ? null : readManifest(value)
        if (!manifest) return value
        const joined = await readChunks(name, manifest)
        if (digestOf(joined) === manifest.digest) return joined
        // Parts that do not fit may just have been replaced by another process of ours: then the manifest is another.
        if (value === previous) return null
        previous = value
      }
    },

    async set(name: string, value: string): Promise<void> {
      const current = await entries.get(name)
      const oldManifest = current === null ? null : readManifest(current)
      if (fitsOneEntry(value)) await entries.set(name, value)
      else {
        const chunks = splitIntoChunks(value)
        const manifest = { generation: randomUUID(), count: chunks.length, digest: digestOf(value) }
        for (const [index, chunk] of chunks.entries())
          await entries.set(chunkName(name, manifest, index), chunk)
        await entries.set(name, `${manifestPrefix}${JSON.stringify(manifest)}`)
      }
      await removeChunks(name, oldManifest)
    },

    async remove(name: string): Promise<void> {
      const value = await entries.get(name)
      await entries.remove(name)
      await removeChunks(name, value === null ? null : readManifest(value))
    },
  }
}

/** Empty values and those that look like a manifest go in parts too: the first cannot be stored, the second misread. */
const fitsOneEntry = (value: string): boolean =>
  value !== '' && !value.startsWith(manifestPrefix) && Buffer.byteLength(value) <= maxEntryBytes

function readManifest(value: string): Manifest | null {
  if (!value.startsWith(manifestPrefix)) return null
  const manifest: unknown = JSON.parse(value.slice(manifestPrefix.length))
  return manifest as Manifest
}

/** Pieces of at most the limit in UTF-8, cut between characters. */
function splitIntoChunks(value: string): string[] {
  const chunks: string[] = []
  let chunk = ''
  let bytes = 0
  for (const character of value) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxEntryBytes) {
      chunks.push(chunk)
      chunk = ''
      bytes = 0
    }
    chunk += character
    bytes += size
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}
