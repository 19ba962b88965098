import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty folder for the running test. It is removed after the test and its `afterEach` hooks. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
