import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dataFileNames } from './files.ts'

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
