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
import { Failure } from '../../../shared/contract/failures.ts'
import type { FileHandle } from '../../../shared/contract/state.ts'
import { fileReason } from '../../../shared/domain/app/fileErrors.ts'
import { lazy } from '../../../shared/lazy.ts'
import { joinMessages, message } from '../../../shared/messages/message.ts'
import { renameFile } from '../../concurrency/renameFile.ts'
import { type FileChunks, type Files, type Random, tempFolderPrefix } from '../../ports.ts'
import { removeAbandoned } from './abandoned.ts'

/** The system's error as a sentence: the file's name, never its path. */
function fileFailure(action: 'open' | 'save', path: string, error: unknown): Failure<'file'> {
  const name = basename(path)
  const isGone = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  const reason = action === 'save' && isGone ? message`its folder does not exist` : fileReason(error)
  const sentence =
    action === 'open'
      ? message`“${name}” could not be opened: ${reason}.`
      : joinMessages([
          message`“${name}” could not be saved: ${reason}.`,
          message`Nothing was written; choose another place, or try again.`,
        ])
  return new Failure('file', sentence, { name }, { cause: error })
}

/** Files and folders of the data folder that are Pathclock's own, by the first part of their path in it. */
const dataFileNames =
  /^(?:profiles|opening|crashes|compiled|locks\b.*|(?:profiles|settings|tables|recent|window|demo-service)\.json.*|pathclock\.log.*)$/i

/**
 * Files by handle. A handle lives as long as this object; the path behind it never leaves main. `dataFolder`: nothing is
 * saved over what Pathclock keeps there. `savedMode`: of what is saved, where this process begins its files with other rights.
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
    if (path === undefined)
      throw new Failure('notFound', message`This file is no longer known. Choose it again.`, {
        what: message`file`,
      })
    return path
  }

  /** A file that a person opened, or one of our own, is lost when something is saved over it. */
  const assertWritableTarget = (target: string): void => {
    if (!existsSync(dirname(target))) throw fileFailure('save', target, { code: 'ENOENT' })
    const obstacle = findObstacle(target)
    if (obstacle !== null) throw fileFailure('save', target, { code: obstacle })
    const identity = identityOf(target)
    const isOpened = identity !== null && [...opened].some((path) => identityOf(path) === identity)
    if (!isOpened && (dataFolder === undefined || !isOwnFile(target, dataFolder))) return
    const name = basename(target)
    throw new Failure(
      'file',
      isOpened
        ? message`“${name}” is a file that you opened in Pathclock, so it is not replaced. Choose another name or folder.`
        : message`“${name}” is a data file of Pathclock itself, so nothing is saved over it. Choose another name or folder.`,
      { name },
    )
  }

  /** It may have been opened since its place was chosen. */
  const findTarget = (fileId: string): string => {
    const target = find(fileId)
    assertWritableTarget(target)
    return target
  }

  return {
    async adopt(path) {
      const absolutePath = resolve(path)
      const found = await stat(absolutePath).catch((error: unknown) => {
        throw fileFailure('open', absolutePath, error)
      })
      // A pipe or device could hand out bytes for ever, or nothing at all.
      if (!found.isFile())
        throw fileFailure('open', absolutePath, found.isDirectory() ? { code: 'EISDIR' } : { code: 'ENODEV' })
      await access(absolutePath, constants.R_OK).catch((error: unknown) => {
        throw fileFailure('open', absolutePath, error)
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
 * The system's code for what a saved file must not take the place of: a folder, a pipe, a device, or the name of an open
 * stream such as /dev/stdout. Null for a file, and where there is nothing.
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
    // Nothing is there, or a link to nothing; where it cannot be looked at, saving there says why.
    return null
  }
}

/** The rights of a file that is replaced; undefined where there is none. What a link leads to stays as it is. */
function existingMode(target: string): number | undefined {
  const found = lstatSync(target, { throwIfNoEntry: false })
  return found?.isFile() ? found.mode & 0o777 : undefined
}

/** The file behind a path, whatever its letters and links; null when there is none. */
function identityOf(path: string): string | null {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found ? `${found.dev}:${found.ino}` : null
  } catch {
    // A folder that cannot be entered: saving there says why.
    return null
  }
}

/** Also by way of a link, in other letters, and where the file is not there yet. */
function isOwnFile(target: string, dataFolder: string): boolean {
  if (!existsSync(dataFolder)) return false
  const folder = dirname(target)
  const real = existsSync(target)
    ? realpathSync.native(target)
    : join(existsSync(folder) ? realpathSync.native(folder) : folder, basename(target))
  const [first = ''] = relative(realpathSync.native(dataFolder), real).split(sep)
  return dataFileNames.test(first)
}

/** What files are called while they are written: short, as the target may have the longest name there is. */
const partialName = { start: '.pathclock-', end: '.part' }

const isPartial = (entry: Dirent): boolean =>
  entry.isFile() && entry.name.startsWith(partialName.start) && entry.name.endsWith(partialName.end)

/**
 * Survives: a failing source or an abort (the temporary file goes, the old one stays), a full disk (the same),
 * a crash or power cut (flushed before the rename, so the target is the old file whole or the new one whole).
 * A target that is a link is replaced itself: the file that it points to may lie anywhere, and stays as it is.
 * Errors of the source are thrown as they came; those of the disk as `file`.
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
      throw fileFailure('save', target, error)
    }
  }
  signal?.throwIfAborted()
  const file = await wrapDiskErrors(open(temporary, 'wx', mode ?? 0o666))
  try {
    // A network drive may know no rights; what is saved there is readable as the drive says.
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
    // writeFile on an open handle goes on where the last write ended, and writes all of it.
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
    // The file itself is flushed; only the moment at which its new name is durable is left to the system.
  }
}

const otherUsersBits = 0o077

/**
 * Takes the rights of other accounts off what an earlier version left in the data folder, where a person may
 * keep other things too; what is begun now is private already (loadApp.ts). Windows has rights of another kind, which
 * come from the folder. What cannot be changed stays: it is another account's. Links are not followed.
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

/** Pasted text as files, in a folder of this account only that goes when the app is closed. */
export function createPastedTextFiles({ files, random }: { files: Files; random: Random }) {
  const createFolder = lazy(() => mkdtemp(join(tmpdir(), tempFolderPrefix())))
  let folder: Promise<string> | null = null

  const write = async (text: string): Promise<FileHandle> => {
    folder = createFolder()
    // Each has a folder of its own, so that one import is not changed by the next.
    const ownFolder = join(await folder, random.id())
    await mkdir(ownFolder, { mode: 0o700 })
    const path = join(ownFolder, fileName)
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
    return files.adopt(path)
  }

  return {
    /** Throws `file` where the disk refuses. */
    async paste(text: string): Promise<FileHandle> {
      try {
        return await write(text)
      } catch (error) {
        const text = message`Pathclock could not store the pasted text. Free up disk space, or save the text as a file and choose that.`
        throw new Failure('file', text, { name: fileName }, { cause: error })
      }
    },
    async close(): Promise<void> {
      const created = await folder?.catch(() => null)
      if (created) await rm(created, { recursive: true, force: true })
    },
  }
}
