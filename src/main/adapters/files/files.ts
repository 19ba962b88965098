import { constants, type Dirent, existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import {
  access,
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  type FileHandle as OpenFile,
  open,
  readdir,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { type Failure, fileFailure, notFound } from '../../../shared/contract/failures.ts'
import type { FileHandle } from '../../../shared/contract/state.ts'
import { fileReason } from '../../../shared/domain/app/fileErrors.ts'
import { lazy } from '../../../shared/lazy.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { renameFile } from '../../concurrency/renameFile.ts'
import { type FileChunks, type Files, type Random, tempFolderPrefix } from '../../ports.ts'
import { removeAbandoned } from './abandoned.ts'

/** Converts the system's error to a failure that names the file without its path. */
function accessFailure(action: 'open' | 'save', path: string, error: unknown): Failure<'file'> {
  const name = basename(path)
  const isGone = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  const reason = action === 'save' && isGone ? message('adapters.folderNotExist') : fileReason(error)
  const sentence =
    action === 'open'
      ? message('adapters.couldNotOpened', { name, reason })
      : joinMessages([
          message('adapters.couldNotSaved', { name, reason }),
          message('adapters.nothingWrittenChooseAnother'),
        ])
  return fileFailure(sentence, name, error)
}

/** Matches the entries of the data folder that belong to Pathclock, by the first part of their path in it. */
const dataFileNames =
  /^(?:profiles|opening|crashes|compiled|locks\b.*|(?:profiles|settings|tables|recent|window|demo-service)\.json.*|pathclock\.log.*)$/i

/**
 * Creates the registry of files by handle. A handle is valid as long as this object; the path behind it never leaves
 * main. `dataFolder`: Pathclock's own files in it are protected from being overwritten. `savedMode`: the mode of saved
 * files, if this process creates its own files with fewer permissions.
 */
export function createFiles({
  random,
  dataFolder,
  savedMode,
}: {
  random: Random
  dataFolder?: string
  savedMode?: number | undefined
}): Files {
  const paths = new Map<string, string>()
  const opened = new Set<string>()

  const register = (path: string, sizeBytes: number): FileHandle => {
    const fileId = random.id()
    paths.set(fileId, path)
    return { fileId, name: basename(path), sizeBytes }
  }

  const find = (fileId: string): string => {
    const path = paths.get(fileId)
    if (path === undefined) throw notFound(message('adapters.fileNoLongerKnown'), message('shared.file'))
    return path
  }

  /** Throws for a file that the user opened or one of our own, which saving would destroy. */
  const assertWritableTarget = (target: string): void => {
    if (!existsSync(dirname(target))) throw accessFailure('save', target, { code: 'ENOENT' })
    const obstacle = findObstacle(target)
    if (obstacle !== null) throw accessFailure('save', target, { code: obstacle })
    const identity = identityOf(target)
    const isOpened = identity !== null && [...opened].some((path) => identityOf(path) === identity)
    if (!isOpened && (dataFolder === undefined || !isOwnFile(target, dataFolder))) return
    const name = basename(target)
    throw fileFailure(
      isOpened
        ? message('adapters.fileOpenedPathclockNot', { name })
        : message('adapters.dataFilePathclockNothing', { name }),
      name,
    )
  }

  /** Checked again, because the file may have been opened since its path was chosen. */
  const findTarget = (fileId: string): string => {
    const target = find(fileId)
    assertWritableTarget(target)
    return target
  }

  return {
    async adopt(path) {
      const absolutePath = resolve(path)
      const found = await stat(absolutePath).catch((error: unknown) => {
        throw accessFailure('open', absolutePath, error)
      })
      // A pipe or device could deliver bytes forever, or none.
      if (!found.isFile())
        throw accessFailure(
          'open',
          absolutePath,
          found.isDirectory() ? { code: 'EISDIR' } : { code: 'ENODEV' },
        )
      await access(absolutePath, constants.R_OK).catch((error: unknown) => {
        throw accessFailure('open', absolutePath, error)
      })
      opened.add(absolutePath)
      return register(absolutePath, found.size)
    },
    path: find,
    reserve(path) {
      const target = resolve(path)
      assertWritableTarget(target)
      return register(target, 0)
    },
    target: findTarget,
    async write(fileId, chunks, signal, { isPrivate = false } = {}) {
      const target = findTarget(fileId)
      await removeAbandoned(dirname(target), isPartial)
      const temporary = join(dirname(target), `${partialName.start}${random.id()}${partialName.end}`)
      const mode = isPrivate ? 0o600 : (existingMode(target) ?? savedMode)
      const sizeBytes = await writeAtomically(target, temporary, chunks, signal, mode)
      return { fileId, name: basename(target), sizeBytes }
    },
  }
}

/**
 * Returns the error code for a target that a saved file must not replace: a folder, a pipe, a device, or the name of an
 * open stream such as /dev/stdout. Returns null for a file, or if nothing exists there.
 */
function findObstacle(target: string): 'EISDIR' | 'ENODEV' | null {
  try {
    const isStream =
      realpathSync.native(dirname(target)).startsWith('/proc/') ||
      (lstatSync(target).isSymbolicLink() && readlinkSync(target).startsWith('/proc/'))
    if (isStream) return 'ENODEV'
    const found = statSync(target)
    return found.isFile() ? null : found.isDirectory() ? 'EISDIR' : 'ENODEV'
  } catch {
    // The target or a link's target is missing. If it cannot be inspected, saving reports the reason.
    return null
  }
}

/**
 * Returns the permissions of a file to be replaced; undefined if there is none or it is a link, whose target is left
 * unchanged.
 */
function existingMode(target: string): number | undefined {
  const found = lstatSync(target, { throwIfNoEntry: false })
  return found?.isFile() ? found.mode & 0o777 : undefined
}

/** Returns the identity of the file behind a path, whatever its spelling and links; null if there is none. */
function identityOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found ? `${found.dev}:${found.ino}` : null
  } catch {
    // The folder cannot be entered. Saving reports the reason.
    return null
  }
}

/** True if the target is a file of ours, even through a link, in another spelling, or if it does not exist yet. */
function isOwnFile(target: string, dataFolder: string): boolean {
  if (!existsSync(dataFolder)) return false
  const folder = dirname(target)
  const real = existsSync(target)
    ? realpathSync.native(target)
    : join(existsSync(folder) ? realpathSync.native(folder) : folder, basename(target))
  const [first = ''] = relative(realpathSync.native(dataFolder), real).split(sep)
  return dataFileNames.test(first)
}

/** The name of a file while it is written. It is short, because the target may have the longest possible name. */
const partialName = { start: '.pathclock-', end: '.part' }

const isPartial = (entry: Dirent): boolean =>
  entry.isFile() && entry.name.startsWith(partialName.start) && entry.name.endsWith(partialName.end)

/**
 * Writes a file so that it survives these events: a failing source, an abort or a full disk (removes the temporary file
 * and keeps the old one), and a crash or power cut (flushes before the rename, so the target is the complete old or new
 * file). If the target is a link, the link itself is replaced, because the file it points to may be anywhere. Errors of
 * the source are rethrown unchanged, and those of the disk as `file`.
 */
async function writeAtomically(
  target: string,
  temporary: string,
  chunks: FileChunks,
  signal: AbortSignal | undefined,
  mode: number | undefined,
): Promise<number> {
  const wrapDiskErrors = async <T>(operation: Promise<T>): Promise<T> => {
    try {
      return await operation
    } catch (error) {
      throw accessFailure('save', target, error)
    }
  }
  signal?.throwIfAborted()
  const file = await wrapDiskErrors(open(temporary, 'wx', mode ?? 0o666))
  try {
    // A network drive may not support permissions. The drive then decides who can read the file.
    if (mode !== undefined) await file.chmod(mode).catch(() => undefined)
    const sizeBytes = await writeChunks(file, chunks, signal, wrapDiskErrors)
    await wrapDiskErrors(file.sync())
    await wrapDiskErrors(file.close())
    signal?.throwIfAborted()
    await wrapDiskErrors(renameFile(temporary, target))
    await syncFolder(dirname(target))
    return sizeBytes
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeChunks(
  file: OpenFile,
  chunks: FileChunks,
  signal: AbortSignal | undefined,
  wrapDiskErrors: <T>(operation: Promise<T>) => Promise<T>,
): Promise<number> {
  let sizeBytes = 0
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk
    // writeFile on an open handle continues where the last write ended, and writes everything.
    await wrapDiskErrors(file.writeFile(bytes))
    sizeBytes += bytes.byteLength
  }
  return sizeBytes
}

/** Makes the rename itself durable. Windows cannot open a folder, and some network drives cannot flush one. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // The file itself is flushed; only the time at which its new name becomes durable is left to the system.
  }
}

const otherUsersBits = 0o077

/**
 * Removes the permissions of other accounts from Pathclock's files of earlier versions in the data folder, where the
 * user may keep other files too. New files are created private (loadApp.ts). Skips Windows, where permissions come from
 * the folder. Files of another account cannot be changed and stay. Links are not followed.
 */
export async function makeFilesPrivate(dataFolder: string): Promise<void> {
  if (process.platform === 'win32') return
  for (const name of await namesIn(dataFolder))
    if (dataFileNames.test(name)) await makePrivateWithin(join(dataFolder, name))
}

async function makePrivateWithin(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (!found || !(found.isFile() || found.isDirectory())) return
  if ((found.mode & otherUsersBits) !== 0) await chmod(path, found.mode & 0o700).catch(() => undefined)
  if (found.isDirectory()) for (const name of await namesIn(path)) await makePrivateWithin(join(path, name))
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

const fileName = 'pasted.txt'

/** Stores pasted text as files in a private folder that is removed when the app closes. */
export function createPastedTextFiles({ files, random }: { files: Files; random: Random }) {
  const createFolder = lazy(() => mkdtemp(join(tmpdir(), tempFolderPrefix())))
  let folder: Promise<string> | null = null

  const write = async (text: string): Promise<FileHandle> => {
    folder = createFolder()
    // Each text has its own folder, so that a later one does not overwrite it.
    const ownFolder = join(await folder, random.id())
    await mkdir(ownFolder, { mode: 0o700 })
    const path = join(ownFolder, fileName)
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
    return files.adopt(path)
  }

  return {
    /** Throws `file` if the disk refuses. */
    async paste(text: string): Promise<FileHandle> {
      try {
        return await write(text)
      } catch (error) {
        const text = message('adapters.pathclockCouldNotStore')
        throw fileFailure(text, fileName, error)
      }
    },
    async close(): Promise<void> {
      const created = await folder?.catch(() => null)
      if (created) await rm(created, { recursive: true, force: true })
    },
  }
}
