import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checked, Input } from '../../../../shared/contract/contract.ts'
import type { ServiceDialect } from '../../../../shared/domain/app/dialect.ts'
import { type ReadOptions, transformSchema } from '../../../../shared/domain/samples/importing.ts'
import { createFiles } from '../../../adapters/files/files.ts'
import { systemRandom } from '../../../adapters/system.ts'
import { createVirtualClock } from '../../../api/testing/virtualClock.ts'
import { createJobs } from '../../../concurrency/jobs.ts'
import { processFile } from '../../../testing/processes/processFile.ts'
import { createFakeOrderService } from '../../orders/testing/fakeOrderService.ts'
import { createReaderLoader, createSamples } from '../../samples.ts'
import { openJournalFile } from '../../testing/openJournalFile.ts'
import { sampleDefaults } from '../../testing/sampleDefaults.ts'

type CheckOptions = Partial<Omit<Input<'imports.check'>, 'draftId'>> & { options?: ReadOptions }

/** One thread for all tests of a process. */
const loadReader = createReaderLoader(processFile('csvWorker'))

type Options = Partial<Pick<Parameters<typeof createSamples>[0], 'orderNames'>> & {
  /** An app that this one shares folder and service with, as another process does. */
  beside?: ReturnType<typeof createFakeOrderService> & {
    folder: string
    time: ReturnType<typeof createVirtualClock>
  }
  journalName?: string
}

/**
 * The samples of one profile with the real files, worker thread, jobs and journal, before a service in memory. `close`
 * removes it, but for the folder of another app.
 */
export async function createImportApp(
  idempotency: ServiceDialect['idempotency'] = 'none',
  { beside, journalName = 'journal.db', ...options }: Options = {},
) {
  const folder = beside?.folder ?? mkdtempSync(join(tmpdir(), 'pathclock-imports-'))
  const journal = await openJournalFile(folder, journalName)
  const time = beside?.time ?? createVirtualClock()
  const { clock } = time
  const { fakeService, remote } = beside ?? createFakeOrderService(clock)
  const files = createFiles({ random: systemRandom })
  const shared = { clock, random: systemRandom, emit: () => undefined }
  const jobs = createJobs(shared)
  const samples = createSamples({
    ...sampleDefaults,
    ...shared,
    journal,
    remote,
    files,
    jobs,
    loadReader,
    service: 'https://service.example',
    idempotency: () => idempotency,
    who: () => ({ profile: 'Lab', user: 'Ada', account: 'ada' }),
    ...options,
  })
  const { imports } = samples

  const save = (name: string, content: string | Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const open = async (path: string, options: ReadOptions = {}) =>
    imports.read({ fileId: (await files.adopt(path)).fileId, options })
  const check = async (path: string, { options, mapping, transform }: CheckOptions = {}) => {
    const draft = await open(path, options)
    const plan = {
      mapping: mapping ?? draft.suggestedMapping,
      transform: transformSchema.parse(transform ?? {}),
    }
    const again = () => imports.check({ draftId: draft.draftId, ...plan })
    return { draft, draftId: draft.draftId, again, check: await again() }
  }
  /** Checks a file as a user does who accepts what is suggested. */
  const checkSuggested = async (path: string, options?: ReadOptions) => {
    const draft = await open(path, options)
    const { draftId, suggestedMapping: mapping, suggestedTransform: transform } = draft
    return { draft, draftId, check: await imports.check({ draftId, mapping, transform }) }
  }
  const failing = async (draftId: string, filter: Partial<Checked<'imports.failing'>> = {}) =>
    imports.failing({ draftId, page: 1, limit: 500, ...filter })
  const finish = (jobId: string) => time.finish(jobs.finished(jobId))
  const send = async (draftId: string) => {
    const { batchId, jobId } = await imports.send({ draftId })
    await finish(jobId)
    return batchId
  }
  /** Checks and sends a file, and gives its batch. */
  const order = async (path: string) => send((await check(path)).draftId)
  /** Saves the failed rows, and gives the path of the file and its text. */
  const saveFailed = async (draftId: string, name = 'failed.csv') => {
    const path = join(folder, name)
    const { rows } = await imports.saveFailedRows({ draftId, fileId: files.reserve(path).fileId })
    return { rows, path, text: readFileSync(path, 'utf8') }
  }
  const sent = () => [...fakeService.orders.values()].map(({ fields }) => fields)
  const close = async () => {
    await jobs.close()
    await journal.close()
    if (!beside) rmSync(folder, { recursive: true, force: true })
  }
  const parts = { folder, journal, files, fakeService, remote, jobs, time }
  const actions = { save, open, check, checkSuggested, failing, finish, send, order, saveFailed, sent }
  return { ...samples, ...parts, ...actions, close }
}
