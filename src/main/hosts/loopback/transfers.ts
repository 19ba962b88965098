import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileFailure, rejected } from '../../../shared/contract/failures.ts'
import { toSafeFileName } from '../../../shared/domain/app/fileNames.ts'
import { message } from '../../../shared/words/message.ts'
import { type Dialogs, tempFolderPrefix } from '../../ports.ts'
import { openInBrowser } from '../openInBrowser.ts'

/** The maximum size of an upload. Any table of samples is smaller. */
const maxUploadBytes = 1_000_000_000

/** Files in transit between browser and services, in a private folder that is deleted with the server. */
export type Transfers = {
  /** Saving writes into the folder, from which the page downloads. Opening is an upload. */
  dialogs: Dialogs
  /** Writes a body into the folder and returns its path. Throws `file` if it is too large or interrupted. */
  receive(name: string, body: Readable): Promise<string>
  /** Returns true if a path is in the folder. Other files are never downloaded. */
  contains(path: string): Promise<boolean>
  close(): Promise<void>
}

export async function createTransfers(): Promise<Transfers> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), tempFolderPrefix())))

  /** Creates a path in a separate folder, so that equal names do not collide. */
  const createPath = async (name: string): Promise<string> => {
    const ownFolder = join(folder, randomUUID())
    await mkdir(ownFolder, { mode: 0o700 })
    return join(ownFolder, toSafeFileName(name))
  }

  return {
    dialogs: {
      chooseOpen: async () => {
        throw rejected(message('app.pathclockRunsBrowserChoose'), [
          { field: 'file', message: message('app.uploadFile') },
        ])
      },
      chooseSave: createPath,
      // The page downloads the file, so there is no folder to show.
      reveal: async () => {},
      openExternal: openInBrowser,
    },
    async receive(name, body) {
      const path = await createPath(name)
      try {
        await pipeline(
          body,
          limitSize(maxUploadBytes, name),
          createWriteStream(path, { flags: 'wx', mode: 0o600 }),
        )
        return path
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    contains: async (path) => {
      const real = await realpath(path).catch(() => null)
      return real?.startsWith(folder + sep) ?? false
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

function limitSize(maxBytes: number, name: string): Transform {
  let sizeBytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.byteLength
      if (sizeBytes <= maxBytes) return done(null, chunk)
      const text = message('app.fileLargerMbSplit', { maxBytes: maxBytes / 1e6 })
      done(fileFailure(text, toSafeFileName(name)))
    },
  })
}

/** Returns `Content-Disposition`: an ASCII name for old clients, and the full name (RFC 6266, RFC 8187). */
export function contentDisposition(name: string): string {
  const safe = toSafeFileName(name)
  const ascii = safe.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_')
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
