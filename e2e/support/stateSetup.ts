import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { message } from '../../src/shared/words/message.ts'

/** Holds the list requests of the loopback host. Each fails when the returned function is called. */
export async function holdResponses(page: Page): Promise<() => void> {
  let release: (value: null) => void = () => undefined
  const released = new Promise((done) => {
    release = done
  })
  await page.route(
    /\/call\/(drugs|samples|batches|results|screening|pathways|drugLists|offlineSync)\./,
    async (route) => {
      await released
      const failure = {
        code: 'serviceFailed',
        message: message('service.theServiceFailed', { status: 503 }),
        details: { endpoint: 'GET /samples', status: 503 },
      }
      await route.fulfill({ json: { ok: false, failure } })
    },
  )
  return () => release(null)
}

/** Writes the crash report of a run that crashed. */
export async function writeCrashReport(dataFolder: string): Promise<void> {
  const crashes = join(dataFolder, 'crashes')
  await mkdir(crashes, { recursive: true })
  await writeFile(
    join(crashes, 'crash-2026-11-22T07-00-00-000Z.new.txt'),
    'at: 2026-11-22T07:00:00.000Z\nwhere: main\nversion: 0.1.0\nhost: loopback\nsystem: linux 6.1.0 x64\nError: (left out)\n',
  )
}
