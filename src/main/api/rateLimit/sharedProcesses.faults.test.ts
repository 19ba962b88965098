import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../../demoService/index.ts'
import { openQuotaJournal } from '../../store/testing/openQuotaJournal.ts'
import { isFull, printFigure, scale } from '../../testing/faults.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import type { QuotaProcessTask } from './testing/quotaProcess.ts'

// Real time and real processes, on a computer that may be busy.
vi.setConfig({ testTimeout: 180_000 })

const run = promisify(execFile)
const script = processFile('quotaProcess')
const limit = 20
const windowMs = 1_000
const processes = 2

describe('processes that share a journal', () => {
  let journal: Awaited<ReturnType<typeof openQuotaJournal>>
  let service: ReferenceService
  beforeEach(async () => {
    journal = await openQuotaJournal()
    const rate = { requests: limit, windowS: windowMs / 1000 }
    service = await startReferenceService({ rate, limiter: 'sliding' })
  })
  afterEach(async () => {
    await service.close()
    await journal.close()
  })

  const runAll = async (shared: boolean, count: number): Promise<number[]> => {
    const task: QuotaProcessTask = {
      journalFile: journal.file,
      address: `${service.url}/api/v1/users/me`,
      apiKey: service.apiKey,
      limit,
      windowMs,
      count,
      shared,
    }
    const one = () => run(process.execPath, [script, JSON.stringify(task)])
    const ended = await Promise.all(Array.from({ length: processes }, one))
    return ended.flatMap(({ stdout }) => JSON.parse(stdout) as number[])
  }

  it('stay within the limit together', async () => {
    const startMs = performance.now()
    const count = scale(25, 200)
    const statuses = await runAll(true, count)
    const refused = statuses.filter((status) => status === 429).length
    const seconds = (performance.now() - startMs) / 1000
    printFigure('10', `${processes} real processes, one journal`, {
      requests: statuses.length,
      '429s': refused,
      seconds: seconds.toFixed(1),
    })
    expect(refused).toBe(0)
    expect(statuses.filter((status) => status === 200)).toHaveLength(processes * count)
  })

  it.runIf(isFull)('(mutant: each counts for itself) are refused', async () => {
    // Several windows, so that the processes overlap even if one starts late.
    expect(await runAll(false, 3 * limit)).toContain(429)
  })
})
