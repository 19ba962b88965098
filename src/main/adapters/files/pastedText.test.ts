import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { systemRandom as random } from '../system.ts'
import { createFiles, createPastedTextFiles } from './files.ts'

test('stores each pasted text in a private file that is removed on close', async () => {
  const files = createFiles({ random })
  const pasted = createPastedTextFiles({ files, random })
  const first = await pasted.paste('id\tage\nProbé\t1\n')
  const second = await pasted.paste('id\nB\n')
  expect(first).toMatchObject({ name: 'pasted.txt', sizeBytes: 16 })
  const paths = [first, second].map(({ fileId }) => files.path(fileId))
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(['id\tage\nProbé\t1\n', 'id\nB\n'])
  expect(paths.map((path) => statSync(dirname(path)).mode & 0o077)).toEqual([0, 0])
  await pasted.close()
  expect(paths.map((path) => existsSync(dirname(dirname(path))))).toEqual([false, false])
})

test('closes without pasted text', async () => {
  await expect(
    createPastedTextFiles({ files: createFiles({ random }), random }).close(),
  ).resolves.toBeUndefined()
})
