import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** Creates an empty folder for the running test. It is removed after the test and its `afterEach` hooks. */
export const newFolder = (): string => createFolder(onTestFinished)

/** Creates an empty folder for the tests of a file, which calls it before its hooks. It is removed after them. */
export const newFileFolder = (): string => createFolder(afterAll)

function createFolder(whenDone: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-test-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
