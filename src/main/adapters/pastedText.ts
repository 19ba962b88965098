import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../shared/contract/failures.ts'
import type { FileHandle } from '../../shared/contract/state.ts'
import type { Files, Random } from '../ports.ts'

const fileName = 'pasted.txt'

/** Pasted text as files, in a folder of this account only that goes when the app is closed. */
export function createPastedTextFiles({ files, random }: { files: Files; random: Random }) {
  let folder: Promise<string> | null = null

  const createFolder = (): Promise<string> =>
    mkdtemp(join(tmpdir(), 'pathclock-')).catch((error: unknown) => {
      folder = null
      throw error
    })

  const write = async (text: string): Promise<FileHandle> => {
    folder ??= createFolder()
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
        const message =
          'The pasted text could not be kept for reading. Make room on the disk, or save the text as a file and choose that.'
        throw new Failure('file', message, { name: fileName }, { cause: error })
      }
    },
    async close(): Promise<void> {
      const created = await folder?.catch(() => null)
      if (created) await rm(created, { recursive: true, force: true })
    },
  }
}
