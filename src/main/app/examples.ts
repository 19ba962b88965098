import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Services } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import { message } from '../../shared/messages/message.ts'
import type { Files } from '../ports.ts'

/** The files of the folder `examples` that can be imported, the one to begin with first. No name of a page is a path. */
const exampleNames = ['cohort.csv', 'cohort-messy.csv'] as const

/**
 * Where the examples lie, by the folder of the app's entries (`src/main`, `out/main`). Packed, these are inside of an
 * archive, and the examples beside it: a person can open them with any program.
 */
export function toExamplesFolder(entryFolder: string): string {
  const root = join(entryFolder, '../..')
  return basename(root).endsWith('.asar') ? join(root, '../examples') : join(root, 'examples')
}

/** Input files that come with the app. `folder`: where they lie. */
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
    /** Without those that somebody took away from the folder. */
    list: async () => {
      const found = await Promise.all(
        exampleNames.map(async (name) => ({ name, sizeBytes: await sizeOf(name) })),
      )
      return found.flatMap(({ name, sizeBytes }) => (sizeBytes === null ? [] : [{ name, sizeBytes }]))
    },
    open: ({ name }) => files.adopt(find(name)),
    save: async ({ name, fileId }) => {
      const path = find(name)
      // Its failure to open is reported as that of a file.
      await files.adopt(path)
      return { file: await files.write(fileId, createReadStream(path) as AsyncIterable<Uint8Array>) }
    },
  }
}
