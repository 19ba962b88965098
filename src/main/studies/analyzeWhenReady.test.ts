import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareText } from '../../shared/compareText.ts'
import { rejected } from '../../shared/contract/failures.ts'
import type { SampleState } from '../../shared/domain/samples/sample.ts'
import { allSamplesId } from '../../shared/domain/studies/study.ts'
import { joinMessages, toEnglish } from '../../shared/words/message.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import { createJobs, type JobWork } from '../concurrency/jobs.ts'
import { registerSample } from '../samples/register/sampleRows.ts'
import type { JournalSchema } from '../store/journal.ts'
import { openStores } from '../store/testing/openStores.ts'
import { batchRow } from '../store/testing/rows.ts'
import { createAnalyzeWhenReady } from './analyzeWhenReady.ts'
import { placeBatch } from './studies.ts'

let stores: Awaited<ReturnType<typeof openStores>>
let jobs: ReturnType<typeof createJobs>
let notices: string[]
let requests: Map<string, 'answered' | 'underWay' | 'lost' | 'refused'>
/** The samples that the service has not finished, so requests for them count as under way. */
let unready: Set<string>

beforeEach(async () => {
  stores = await openStores()
  jobs = createJobs({ clock: systemClock, random: systemRandom, emit: () => undefined })
  notices = []
  requests = new Map()
  unready = new Set()
  for (const batchId of ['liver', 'heart', 'brain']) await addBatch(batchId)
})
afterEach(async () => {
  await jobs.close()
  await stores.close()
})

const orderedBy = (user: string): string => JSON.stringify({ profile: 'Lab', user, account: null })

const addBatchRow = (query: Kysely<JournalSchema>, batchId: string) =>
  query
    .insertInto('batches')
    .values(batchRow(batchId, { file_name: `${batchId}.csv`, made_by: orderedBy('Ada') }))
    .execute()

/** Adds a batch with one sample that waits for its analysis in a study. */
async function addBatch(batchId: string): Promise<void> {
  const { query } = stores.journal
  await addBatchRow(query, batchId)
  const at = '2026-01-01T00:00:00.000Z'
  const study_id = `of-${batchId}`
  const study = { study_id, name: batchId, question: '', created_at: at, changed_at: at, archived_at: null }
  await query.insertInto('studies').values(study).execute()
  const placed = { study_id, batch_id: batchId, analyze: 'whenReady' as const }
  await query.insertInto('study_batches').values(placed).execute()
  await place(batchId, `S-${batchId}`)
}

type Service = {
  /** Called when a run begins; may throw to make it fail. */
  begin?: (sampleIds: readonly string[]) => void
  work?: JobWork
  user?: string | null | Error
  isDemo?: boolean
}

/** Creates the service under test. Requests count as answered when their job ends, except for `unready` samples. */
function analyzeWhenReady({
  begin = () => undefined,
  work = async () => undefined,
  user = 'Ada',
  isDemo = false,
}: Service = {}) {
  const runs: string[][] = []
  const created = createAnalyzeWhenReady({
    journal: stores.journal,
    jobs,
    run(sampleIds) {
      begin(sampleIds)
      runs.push([...sampleIds])
      const spec = { kind: 'analysis', title: joinMessages([`Pathway analysis`]), total: 1 } as const
      return jobs.start(spec, async (progress, signal) => {
        await work(progress, signal)
        for (const id of sampleIds) if (!unready.has(id)) requests.set(id, 'answered')
      })
    },
    requested: async (sampleIds) =>
      new Map(
        sampleIds.flatMap((id) => {
          const state = requests.get(id)
          return state ? [[id, state]] : []
        }),
      ),
    userName: async () => {
      if (user instanceof Error) throw user
      return user
    },
    isDemo,
    notice: (text) => notices.push(toEnglish(text)),
  })
  return { ...created, runs }
}

const setState = (sampleId: string, state: SampleState) =>
  stores.journal.query.updateTable('samples').set({ state }).where('sample_id', '=', sampleId).execute()

const setBatch = (batchId: string, set: { state?: 'running' | 'paused'; made_by?: string | null }) =>
  stores.journal.query.updateTable('batches').set(set).where('batch_id', '=', batchId).execute()

const archive = (studyId: string) =>
  stores.journal.query
    .updateTable('studies')
    .set({ archived_at: '2026-01-02T00:00:00.000Z' })
    .where('study_id', '=', studyId)
    .execute()

async function statesOf(): Promise<Record<string, string>> {
  const rows = await stores.journal.query.selectFrom('study_batches').selectAll().execute()
  return Object.fromEntries(rows.map((row) => [row.batch_id, row.analyze]))
}

/** Registers a sample as a placed order does. */
const place = (batchId: string, sampleId: string, state: SampleState = 'succeeded') =>
  stores.journal.transaction((query) =>
    registerSample(
      query,
      { batchId, row: 9, fields: { client_reference: `ref-${sampleId}` } },
      {
        sample_id: sampleId,
        status: state,
        state,
        created_at: '2026-01-02T00:00:00.000Z',
        checked_at: null,
        service: 'https://service.example/api/v1',
        synthetic: 0,
      },
      '2026-01-02T00:00:00.000Z',
    ),
  )

const untilStopped: JobWork = (_progress, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const byName = (one: readonly string[], other: readonly string[]): number =>
  compareText(one.join(' '), other.join(' '))

describe('an automatic analysis', () => {
  it('reports that it cannot start, and does not hold up other batches', async () => {
    const { resume, runs } = analyzeWhenReady({
      begin([first]) {
        if (first === 'S-heart') throw rejected(joinMessages([`The disk is full.`]))
      },
    })
    await resume()
    expect(notices).toEqual([
      'The analysis of the samples from “heart.csv” could not start: The disk is full. Open their study, and choose Analyze.',
    ])
    expect(runs.toSorted(byName)).toEqual([['S-brain'], ['S-liver']])
    expect(await statesOf()).toEqual({ liver: 'done', heart: 'whenReady', brain: 'done' })
  })

  it('reports that it cannot start once its samples are placed', async () => {
    const { samplesPlaced } = analyzeWhenReady({
      begin() {
        throw new Error('a bug')
      },
    })
    await samplesPlaced('liver')
    expect(notices).toEqual([expect.stringMatching(/“liver\.csv” could not start: Something went wrong/)])
  })

  it('stops when the app closes and continues at the next start', async () => {
    const { resume, samplesPlaced, close, runs } = analyzeWhenReady({ work: untilStopped })
    const resuming = resume()
    while (runs.length < 3) await yieldToEventLoop()
    const again = samplesPlaced('liver')
    await close()
    await Promise.all([resuming, again])
    await samplesPlaced('liver')
    expect(runs).toHaveLength(3)
    expect(notices).toEqual([])
    expect(Object.values(await statesOf())).toEqual(['whenReady', 'whenReady', 'whenReady'])
  })

  it('does not wait for the samples of another batch that the service has not finished', async () => {
    let slow: AbortSignal | undefined
    const { resume, close } = analyzeWhenReady({
      work: (progress, signal) => {
        // The batches begin in any order; one of them never ends.
        slow ??= signal
        return slow === signal ? untilStopped(progress, signal) : Promise.resolve()
      },
    })
    const resuming = resume()
    while (Object.values(await statesOf()).filter((state) => state === 'done').length < 2)
      await yieldToEventLoop()
    expect(jobs.list().filter((job) => job.state === 'running')).toHaveLength(1)
    await close()
    await resuming
  })

  it('covers new samples, including those placed after the batch was analyzed', async () => {
    const { samplesPlaced, runs } = analyzeWhenReady()
    await samplesPlaced('liver')
    expect(await statesOf()).toMatchObject({ liver: 'done' })
    await place('liver', 'S-corrected')
    expect(await statesOf()).toMatchObject({ liver: 'whenReady' })
    await samplesPlaced('liver')
    expect(runs).toEqual([['S-liver'], ['S-corrected']])
    expect(await statesOf()).toMatchObject({ liver: 'done' })
  })

  it('runs once however often it is called, and includes samples that arrived during the run', async () => {
    const finish = Promise.withResolvers<void>()
    const { samplesPlaced, resume, runs } = analyzeWhenReady({ work: () => finish.promise })
    const first = samplesPlaced('liver')
    while (runs.length < 1) await yieldToEventLoop()
    await place('liver', 'S-settled')
    const others = [samplesPlaced('liver'), samplesPlaced('liver'), samplesPlaced('liver')]
    finish.resolve()
    await Promise.all([first, ...others])
    expect(runs).toEqual([['S-liver'], ['S-settled']])
    await resume()
    expect(runs.flat().filter((id) => id === 'S-liver')).toHaveLength(1)
  })

  it('does not repeat requests for failed or refused samples while another sample is not final', async () => {
    requests.set('S-liver', 'refused')
    await place('liver', 'S-failed', 'failed')
    await place('liver', 'S-slow', 'running')
    const { resume, runs } = analyzeWhenReady()
    for (let starts = 0; starts < 3; starts += 1) await resume()
    expect(runs.flat()).not.toContain('S-liver')
    expect(runs.flat()).not.toContain('S-failed')
    expect(await statesOf()).toMatchObject({ liver: 'whenReady' })
    await setState('S-slow', 'succeeded')
    await resume()
    expect(await statesOf()).toMatchObject({ liver: 'done' })
  })

  it('continues at the next start with a sample that the service had not finished', async () => {
    await setState('S-liver', 'running')
    unready.add('S-liver')
    const { resume, runs } = analyzeWhenReady()
    await resume()
    expect(await statesOf()).toMatchObject({ liver: 'whenReady' })
    await setState('S-liver', 'succeeded')
    unready.clear()
    await resume()
    expect(runs.flat().filter((id) => id === 'S-liver')).toHaveLength(2)
    expect(await statesOf()).toMatchObject({ liver: 'done' })
  })

  it('does not repeat requests whose responses were lost, and notifies the user once', async () => {
    requests.set('S-liver', 'lost')
    const { resume, runs } = analyzeWhenReady()
    await resume()
    await resume()
    expect(runs.flat()).not.toContain('S-liver')
    const sent = /^Analysis requests for 1 sample from “liver\.csv” were sent/
    expect(notices).toEqual([expect.stringMatching(sent)])
  })

  it('does not begin again after the user has canceled it', async () => {
    const { samplesPlaced, resume, runs } = analyzeWhenReady({ work: untilStopped })
    const analyzing = samplesPlaced('liver')
    while (jobs.list().length === 0) await yieldToEventLoop()
    jobs.cancel(jobs.list()[0]?.jobId ?? '')
    await analyzing
    expect(await statesOf()).toMatchObject({ liver: 'no' })
    await archive('of-heart')
    await archive('of-brain')
    await resume()
    expect(runs).toHaveLength(1)
  })

  it('leaves out archived studies and samples that were removed from their study', async () => {
    await archive('of-heart')
    await stores.journal.query.deleteFrom('study_samples').where('study_id', '=', 'of-brain').execute()
    const { resume, runs } = analyzeWhenReady()
    await resume()
    expect(runs).toEqual([['S-liver']])
    expect(await statesOf()).toMatchObject({ heart: 'whenReady' })
  })

  it('waits until a running batch has been sent', async () => {
    await setBatch('heart', { state: 'running' })
    await setBatch('brain', { state: 'paused' })
    const { resume, runs } = analyzeWhenReady()
    await resume()
    expect(runs.toSorted(byName)).toEqual([['S-brain'], ['S-liver']])
  })

  it('skips batches that another user ordered, and names that user', async () => {
    await setBatch('heart', { made_by: orderedBy('Bob') })
    const { resume, runs } = analyzeWhenReady()
    await resume()
    expect(runs.toSorted(byName)).toEqual([['S-brain'], ['S-liver']])
    const waiting = /“heart\.csv” wait for their analysis\. Bob ordered them/
    expect(notices).toEqual([expect.stringMatching(waiting)])
  })

  it.each([null, new Error('The service is not reachable.')])(
    'skips batches of a known user if the service does not state who is signed in: %s',
    async (user) => {
      await setBatch('liver', { made_by: orderedBy('Bob') })
      const { resume, runs } = analyzeWhenReady({ user })
      await resume()
      expect(runs).toEqual([])
      expect(notices).toContainEqual(
        expect.stringMatching(/“liver\.csv” wait .* Bob ordered them, and .* does not say who is signed in/),
      )
      expect(await statesOf()).toMatchObject({ heart: 'whenReady' })
    },
  )

  it('skips batches that another user ordered, also when their orders are sent again', async () => {
    await setBatch('liver', { made_by: orderedBy('Bob') })
    const { samplesPlaced, runs } = analyzeWhenReady()
    await samplesPlaced('liver')
    expect(runs).toEqual([])
    expect(notices).toEqual([expect.stringMatching(/“liver\.csv” wait .* Bob ordered them/)])
    await samplesPlaced('heart')
    expect(runs).toEqual([['S-heart']])
  })

  it('skips batches whose user is unknown, explains why, and begins once the signed-in user confirms them', async () => {
    await setBatch('heart', { made_by: null })
    await setBatch('liver', { made_by: JSON.stringify({ profile: 'Lab', user: null, account: 'ada' }) })
    const { confirmed, userChanged, resume, samplesPlaced, runs } = analyzeWhenReady()
    await resume()
    expect(runs).toEqual([['S-brain']])
    expect(notices.toSorted()).toEqual(
      ['heart', 'liver'].map((file) =>
        expect.stringMatching(`“${file}.csv” wait .* did not say who ordered them, .* so it was not started`),
      ),
    )
    expect(await statesOf()).toMatchObject({ heart: 'whenReady', liver: 'whenReady' })
    confirmed('liver')
    userChanged()
    confirmed('heart')
    for (const batchId of ['liver', 'heart']) await samplesPlaced(batchId)
    expect(runs).toEqual([['S-brain'], ['S-heart']])
  })

  it('begins in the demo, which is free, whoever ordered the samples', async () => {
    await setBatch('heart', { made_by: null })
    await setBatch('liver', { made_by: orderedBy('Bob') })
    const { resume, runs } = analyzeWhenReady({ isDemo: true })
    await resume()
    expect(runs).toHaveLength(3)
    expect(notices).toEqual([])
  })

  it('covers imports into “All samples”', async () => {
    await stores.journal.transaction(async (query) => {
      await addBatchRow(query, 'loose')
      const study = { studyId: allSamplesId }
      const batch = { batchId: 'loose', study, analyzeWhenReady: true, orderedBefore: [], newId: 'unused' }
      await placeBatch(query, batch, '2026-01-01T00:00:00.000Z')
    })
    await place('loose', 'S-loose')
    const { samplesPlaced, runs } = analyzeWhenReady()
    await samplesPlaced('loose')
    expect(runs).toEqual([['S-loose']])
    const members = await stores.journal.query.selectFrom('study_samples').select('study_id').execute()
    expect(members.map((row) => row.study_id)).not.toContain(allSamplesId)
  })
})
