import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rejected } from '../../shared/contract/failures.ts'
import { message, toEnglish } from '../../shared/messages/message.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import { createJobs, type JobWork } from '../concurrency/jobs.ts'
import { addCohort } from '../results/cohort/testing/addCohort.ts'
import { openStores } from '../store/testing/openStores.ts'
import { createAnalyzeWhenReady } from './analyzeWhenReady.ts'

let stores: Awaited<ReturnType<typeof openStores>>
let jobs: ReturnType<typeof createJobs>
let notices: string[]

beforeEach(async () => {
  stores = await openStores()
  jobs = createJobs({ clock: systemClock, random: systemRandom, emit: () => undefined })
  notices = []
  for (const batchId of ['liver', 'heart', 'brain']) await addBatch(batchId)
})
afterEach(async () => {
  await jobs.close()
  await stores.close()
})

/** A batch with one sample, which waits for its analysis in a study. */
async function addBatch(batchId: string): Promise<void> {
  const { query } = stores.journal
  await query
    .insertInto('batches')
    .values({
      batch_id: batchId,
      file_name: `${batchId}.csv`,
      file_sha256: '',
      mapping: '{}',
      read_as: '{}',
      created_at: '2026-01-01T00:00:00.000Z',
      state: 'done',
      lease_owner: null,
      lease_until_ms: 0,
    })
    .execute()
  await query
    .insertInto('studies')
    .values({
      study_id: `of-${batchId}`,
      name: batchId,
      question: '',
      created_at: '2026-01-01T00:00:00.000Z',
      changed_at: '2026-01-01T00:00:00.000Z',
      archived_at: null,
    })
    .execute()
  await query
    .insertInto('study_batches')
    .values({ study_id: `of-${batchId}`, batch_id: batchId, analyze: 'whenReady' })
    .execute()
  await addCohort(stores, [{ sampleId: `S-${batchId}` }])
  await query
    .updateTable('samples')
    .set({ batch_id: batchId })
    .where('sample_id', '=', `S-${batchId}`)
    .execute()
}

/** `begin` may throw in place of a run that begins. */
const analyzeWhenReady = (begin: (batchId: string) => void, work: JobWork = async () => undefined) =>
  createAnalyzeWhenReady({
    journal: stores.journal,
    jobs,
    async run({ of }) {
      begin(('filter' in of && of.filter?.batchId) || '')
      return { jobId: jobs.start({ kind: 'analysis', title: message`Pathway analysis`, total: 1 }, work) }
    },
    notice: (text) => notices.push(toEnglish(text)),
  })

const stillWaiting = async (): Promise<string[]> =>
  (
    await stores.journal.query
      .selectFrom('study_batches')
      .select('batch_id')
      .where('analyze', '=', 'whenReady')
      .execute()
  ).map((row) => row.batch_id)

describe('an analysis that begins by itself', () => {
  it('is reported where it cannot start, and keeps back no other batch', async () => {
    const { resume } = analyzeWhenReady((batchId) => {
      if (batchId === 'heart') throw rejected(message`The disk is full.`)
    })
    await resume()
    expect(notices).toEqual([
      'The analysis of the samples from “heart.csv” could not start: The disk is full. Open their study, and choose Analyze.',
    ])
    expect(await stillWaiting()).toEqual(['heart'])
  })

  it('is reported where it cannot start after its batch was sent', async () => {
    const { batchSent } = analyzeWhenReady(() => {
      throw new Error('a bug')
    })
    await batchSent('liver')
    expect(notices).toEqual([expect.stringMatching(/“liver\.csv” could not start: Something went wrong/)])
    expect(await stillWaiting()).toHaveLength(3)
  })

  it('waits for the next start where the app closes, and no other begins meanwhile', async () => {
    const begun: string[] = []
    const started = Promise.withResolvers<void>()
    const { resume } = analyzeWhenReady(
      (batchId) => void begun.push(batchId),
      (_progress, signal) => {
        started.resolve()
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        })
      },
    )
    const resuming = resume()
    await started.promise
    await jobs.close()
    await resuming
    expect(begun).toHaveLength(1)
    expect(notices).toEqual([])
    expect(await stillWaiting()).toHaveLength(3)
  })
})
