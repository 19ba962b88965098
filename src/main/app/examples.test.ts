import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFiles } from '../adapters/files/files.ts'
import { systemRandom } from '../adapters/system.ts'
import { newFolder } from '../testing/newFolder.ts'
import { createExamples, toExamplesFolder } from './examples.ts'

const files = createFiles({ random: systemRandom })
const shipped = toExamplesFolder(join(import.meta.dirname, '..'))
const examples = createExamples({ folder: shipped, files })

let folder: string
beforeEach(() => {
  folder = newFolder()
})

describe('the folder of the examples', () => {
  it("is the project's folder, both from source and built", () => {
    expect(toExamplesFolder('/code/src/main')).toBe(join('/code/examples'))
    expect(toExamplesFolder('/code/out/main')).toBe(join('/code/examples'))
  })

  it('is beside the archive of the packed app', () =>
    expect(toExamplesFolder('/opt/Pathclock/resources/app.asar/out/main')).toBe(
      join('/opt/Pathclock/resources/examples'),
    ))
})

describe('the examples', () => {
  it('are the importable files with their sizes', async () => {
    const listed = await examples.list({})
    expect(listed.map(({ name }) => name)).toEqual(['cohort.csv', 'cohort-messy.csv'])
    for (const { name, sizeBytes } of listed)
      expect(sizeBytes).toBe((await readFile(join(shipped, name))).length)
  })

  it('can be opened as input files', async () => {
    const { fileId, name } = await examples.open({ name: 'cohort.csv' })
    expect(name).toBe('cohort.csv')
    expect(files.path(fileId)).toBe(join(shipped, 'cohort.csv'))
  })

  it('are saved byte for byte', async () => {
    const { fileId } = files.reserve(join(folder, 'mine.csv'))
    const { file } = await examples.save({ name: 'cohort-messy.csv', fileId })
    expect(file.name).toBe('mine.csv')
    expect(await readFile(join(folder, 'mine.csv'))).toEqual(
      await readFile(join(shipped, 'cohort-messy.csv')),
    )
  })

  it.each(['../package.json', 'README.md', '/etc/hosts', 'cohort.csv/../README.md', 'COHORT.CSV', ''])(
    'give no access to another file: %s',
    async (name) => {
      const { fileId } = files.reserve(join(folder, 'mine.csv'))
      expect(() => examples.open({ name })).toThrow('no example')
      await expect(examples.save({ name, fileId })).rejects.toMatchObject({ code: 'notFound' })
      await expect(readFile(join(folder, 'mine.csv'))).rejects.toThrow('ENOENT')
    },
  )

  it('are not listed and cannot be opened if they were removed', async () => {
    const none = createExamples({ folder, files })
    expect(await none.list({})).toEqual([])
    await expect(none.open({ name: 'cohort.csv' })).rejects.toMatchObject({ code: 'file' })
    const { fileId } = files.reserve(join(folder, 'mine.csv'))
    await expect(none.save({ name: 'cohort.csv', fileId })).rejects.toMatchObject({ code: 'file' })
  })
})
