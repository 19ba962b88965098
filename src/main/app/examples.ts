import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Services } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import { message } from '../../shared/messages/message.ts'
import type { Files } from '../ports.ts'

/**
 * The importable files of the folder `examples`; the one to start with is first. Pages can request only these names.
 */
const exampleNames = ['cohort.csv', 'cohort-messy.csv'] as const

/**
 * Returns the examples folder for the folder of the app's entries (`src/main`, `out/main`). In the packed app these
 * entries are inside an archive, and the examples are beside it so that any program can open them.
 */
export function toExamplesFolder(entryFolder: string): string {
  const root = join(entryFolder, '../..')
  return basename(root).endsWith('.asar') ? join(root, '../examples') : join(root, 'examples')
}

/** Creates the service for the example files that come with the app. */
export function createExamples({ folder, files }: { folder: string; files: Files }): Services['examples'] {
  const find = (name: string): string => {
    const exampleName = exampleNames.find((one) => one === name)
    if (exampleName) return join(folder, exampleName)
    throw new Failure('notFound', message`There is no example of that name.`, { what: message`example` })
  }
  const sizeOf = (name: string): Promise<number | null> =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => null,
    )
  return {
    /** Lists the examples, without those deleted from the folder. */
    list: async () => {
      const found = await Promise.all(
        exampleNames.map(async (name) => ({ name, sizeBytes: await sizeOf(name) })),
      )
      return found.flatMap(({ name, sizeBytes }) => (sizeBytes === null ? [] : [{ name, sizeBytes }]))
    },
    open: ({ name }) => files.adopt(find(name)),
    save: async ({ name, fileId }) => {
      const path = find(name)
      // Opening it first makes a missing example fail with the error for files.
      await files.adopt(path)
      return { file: await files.write(fileId, createReadStream(path) as AsyncIterable<Uint8Array>) }
    },
  }
}
