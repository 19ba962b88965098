import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Services } from '../../shared/contract/contract.ts'
import { notFound } from '../../shared/contract/failures.ts'
import { message } from '../../shared/words/message.ts'
import type { Files } from '../ports.ts'

/** The importable files of `examples`, the best one for beginners first. A page cannot name another file. */
const exampleNames = ['cohort.csv', 'cohort-messy.csv'] as const

/** Returns the folder of the examples. In the packed app it is beside the archive, for other programs. */
export function toExamplesFolder(entryFolder: string): string {
  const root = join(entryFolder, '../..')
  return basename(root).endsWith('.asar') ? join(root, '../examples') : join(root, 'examples')
}

export function createExamples({ folder, files }: { folder: string; files: Files }): Services['examples'] {
  const find = (name: string): string => {
    const exampleName = exampleNames.find((one) => one === name)
    if (exampleName) return join(folder, exampleName)
    throw notFound(message('app.noExampleName'), message('shared.example'))
  }
  const sizeOf = (name: string): Promise<number | null> =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => null,
    )
  return {
    /** Lists the examples that are still in the folder. */
    list: async () => {
      const found = await Promise.all(
        exampleNames.map(async (name) => ({ name, sizeBytes: await sizeOf(name) })),
      )
      return found.flatMap(({ name, sizeBytes }) => (sizeBytes === null ? [] : [{ name, sizeBytes }]))
    },
    open: ({ name }) => files.adopt(find(name)),
    save: async ({ name, fileId }) => {
      const path = find(name)
      // Fails with the failure of a file if it cannot be opened.
      await files.adopt(path)
      return { file: await files.write(fileId, createReadStream(path) as AsyncIterable<Uint8Array>) }
    },
  }
}
