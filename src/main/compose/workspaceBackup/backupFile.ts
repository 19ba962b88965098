import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { type Failure, fileFailure } from '../../../shared/contract/failures.ts'
import type { WorkspaceBackup } from '../../../shared/domain/app/appData.ts'
import { convertEarlierProfile } from '../../../shared/domain/app/earlierProfile.ts'
import { currentProfileSchema } from '../../../shared/domain/app/profile.ts'
import { parseJson } from '../../../shared/json.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { flush } from '../../adapters/sqlite/quarantine.ts'
import { type Archive, type Entry, openArchive, textOf, Unreadable, unpack } from '../../archive/archive.ts'
import { type ZipFile, zipFiles } from '../../archive/zip.ts'
import { renameFile } from '../../concurrency/renameFile.ts'

/** A workspace backup is a zip archive without secrets. Its first entry lists the others with size and sha256. */
const format = 'pathclock-backup'
const version = 1
const manifestPath = 'manifest.json'
const maxManifestBytes = 1024 * 1024

/** The files of a profile that a backup may hold, in writing order. The profile's settings are in the manifest. */
export const backupPaths = ['journal.db', 'orders.log', 'answers.db', 'connection.json', 'drugs.db'] as const
type BackupPath = (typeof backupPaths)[number]

/** A zip entry holds at most 4 GiB, so larger files are split. */
const partBytes = 1024 * 1024 * 1024
const chunkBytes = 1024 * 1024

/** SQLite files full of JSON shrink to a tenth, a zip bomb of zeros to a thousandth. Small files are never refused. */
const maxRatio = 200
const ratioFromBytes = 64 * 1024 * 1024

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const manifestSchema = z.object({
  format: z.literal(format),
  version: z.literal(version),
  /** The name and version of the program. */
  application: z.string().min(1).max(200),
  made_at: z.iso.datetime(),
  profile: z.preprocess(
    convertEarlierProfile,
    currentProfileSchema
      .omit({ capsule: true })
      // The id is used as a folder name.
      .extend({ id: z.string().regex(/^[\w-]{1,100}$/), signIn: z.enum(['demo', 'api-key', 'oauth']) })
      .refine(({ signIn, serviceUrl }) => signIn === 'demo' || /^https?:\/\//i.test(serviceUrl)),
  ),
  /** `rows`: orders, samples, batches and screening tasks. `results`: stored results. */
  rows: count,
  results: count,
  /** `file`: the file that the entry is a part of; parts are listed in order. */
  files: z
    .array(
      z.object({
        path: z.string().regex(/^[a-z]+\.(?:json|db|log)(?:\.\d{1,3})?$/),
        file: z.enum(backupPaths),
        bytes: count.max(partBytes),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1)
    .max(1000),
})
export type BackupManifest = z.infer<typeof manifestSchema>

export type BackupFacts = Omit<WorkspaceBackup, 'kind'>
export type BackupDescription = Pick<
  BackupManifest,
  'application' | 'made_at' | 'profile' | 'rows' | 'results'
>

/** Writes the files of `folder` as one backup, and compares it before it gets its name. Throws `file`. */
export async function writeBackupFile(
  target: string,
  folder: string,
  description: BackupDescription,
): Promise<BackupFacts> {
  const parts = backupPaths.flatMap((file) => partsOf(folder, file))
  const files: BackupManifest['files'] = []
  for (const { path, file, from, to } of parts)
    files.push({ path, file, bytes: to - from, sha256: await hashOf(bytesOf(folder, file, from, to)) })
  const manifest: BackupManifest = { format, version, ...description, files }
  const entries: ZipFile[] = [
    { path: manifestPath, chunks: [`${JSON.stringify(manifest, null, 2)}\n`] },
    ...parts.map(({ path, file, from, to }) => ({ path, chunks: bytesOf(folder, file, from, to) })),
  ]
  const partialFile = join(folder, 'backup.zip')
  await pipeline(
    zipFiles(entries, tooLarge(target)),
    createWriteStream(partialFile, { flags: 'wx', mode: 0o600 }),
  )
  flush(partialFile)
  const readBack = await readBackup(partialFile, basename(target))
  await renameFile(partialFile, target)
  return readBack
}

function partsOf(folder: string, file: BackupPath) {
  const size = statSync(join(folder, file), { throwIfNoEntry: false })?.size
  if (size === undefined) return []
  return Array.from({ length: Math.max(1, Math.ceil(size / partBytes)) }, (_, index) => ({
    path: index === 0 ? file : `${file}.${index}`,
    file,
    from: index * partBytes,
    to: Math.min(size, (index + 1) * partBytes),
  }))
}

async function* bytesOf(folder: string, file: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  if (from < to)
    yield* createReadStream(join(folder, file), { start: from, end: to - 1, highWaterMark: chunkBytes })
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}

const tooLarge = (target: string) => (): Failure =>
  fileFailure(message('app.workspaceMore4Gb'), basename(target))

/** Reads only the manifest. Throws `file`. */
export const readManifest = (path: string): Promise<BackupManifest> =>
  withBackup(path, basename(path), async ({ manifest }) => manifest)

/** Reads a whole backup and compares it with its manifest. Throws `file` if it is damaged. */
export const readBackup = (path: string, name = basename(path)): Promise<BackupFacts> =>
  withBackup(path, name, async ({ archive, manifest, entries }) => {
    for (const [index, entry] of entries.entries())
      await checkEntry(archive, entry, manifest.files[index], name, async () => undefined)
    return describeBackup(name, archive, manifest)
  })

/** Unpacks a backup into an empty folder, and verifies every file. Throws `file`; the caller then removes the files. */
export const unpackBackup = (path: string, folder: string): Promise<BackupManifest> =>
  withBackup(path, basename(path), async ({ archive, manifest, entries }) => {
    const name = basename(path)
    const { bavail, bsize } = await statfs(folder)
    const needed = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (needed > bavail * bsize) throw fileFailure(message('app.notEnoughFreeDisk', { name }), name)
    for (const [index, entry] of entries.entries()) {
      const listed = manifest.files[index]
      const file = await open(join(folder, listed?.file ?? ''), 'a', 0o600)
      try {
        await checkEntry(archive, entry, listed, name, (chunk) => file.appendFile(chunk))
        await file.sync()
      } finally {
        await file.close()
      }
    }
    return manifest
  })

type OpenBackup = { archive: Archive; manifest: BackupManifest; entries: Entry[] }

async function withBackup<T>(
  path: string,
  name: string,
  work: (backup: OpenBackup) => Promise<T>,
): Promise<T> {
  const archive = await openArchive(path)
  if (archive === null) throw unsoundFailure(name, message('app.anotherKindFileCut'))
  try {
    return await work(await openManifest(archive, name))
  } catch (error) {
    if (error instanceof Unreadable) throw unsoundFailure(name, message('app.itIsDamaged'))
    throw error
  } finally {
    await archive.close()
  }
}

async function openManifest(archive: Archive, name: string): Promise<OpenBackup> {
  const [first, ...entries] = archive.entries
  if (first?.path !== manifestPath) throw unsoundFailure(name, message('app.anotherKindFile'))
  if (archive.entries.some((entry) => entry.isUnsupported || !entry.isConsistent)) throw new Unreadable()
  const json = parseJson(await textOf(archive, first, maxManifestBytes))
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) {
    const isNewer = z
      .object({ format: z.literal(format), version: z.number().gt(version) })
      .safeParse(json).success
    throw unsoundFailure(
      name,
      isNewer ? message('app.writtenNewerVersionPathclock') : message('app.manifestCannotRead'),
    )
  }
  const manifest = parsed.data
  const { files } = manifest
  const isAsListed =
    files.length === entries.length &&
    entries.every(({ path, bytes }, index) => isListed(files[index], path, bytes))
  const isInOrder = files.every(({ path, file }, index) => path === expectedPath(files, index, file))
  const hasJournal = files.some(({ file }) => file === 'journal.db')
  if (!isAsListed || !isInOrder || !hasJournal) throw unsoundFailure(name, message('app.filesNotManifest'))
  for (const entry of entries)
    if (entry.bytes > ratioFromBytes && entry.bytes > entry.packedBytes * maxRatio)
      throw unsoundFailure(name, message('app.unpackFarMoreBackup', { path: entry.path }))
  return { archive, manifest, entries }
}

const isListed = (
  listed: BackupManifest['files'][number] | undefined,
  path: string,
  bytes: number,
): boolean => listed?.path === path && listed.bytes === bytes

/** Returns the expected path of an entry: parts are numbered, each file occurs once. Null if it must not be there. */
function expectedPath(files: BackupManifest['files'], index: number, file: BackupPath): string | null {
  const before = files.slice(0, index).filter((other) => other.file === file).length
  if (before > 0 && files[index - 1]?.file !== file) return null
  return before === 0 ? file : `${file}.${before}`
}

async function checkEntry(
  archive: Archive,
  entry: Entry,
  listed: BackupManifest['files'][number] | undefined,
  name: string,
  write: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of unpack(archive, entry, partBytes)) {
    hash.update(chunk)
    await write(chunk)
  }
  if (hash.digest('hex') !== listed?.sha256)
    throw unsoundFailure(name, message('app.notWritten', { path: entry.path }))
}

const describeBackup = (name: string, { sizeBytes }: Archive, manifest: BackupManifest): BackupFacts => ({
  name,
  sizeBytes,
  madeAt: manifest.made_at,
  application: manifest.application,
  profile: manifest.profile.name,
  service: originOf(manifest.profile.serviceUrl),
  rows: manifest.rows,
  results: manifest.results,
  hasDrugCache: manifest.files.some(({ file }) => file === 'drugs.db'),
})

/** Returns the origin of an address. Profiles detect the base path, so it does not identify the service. */
export const originOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : address

export const unsoundFailure = (name: string, problem: Message): Failure =>
  fileFailure(message('app.notSoundBackupNothing', { name, problem }), name)
