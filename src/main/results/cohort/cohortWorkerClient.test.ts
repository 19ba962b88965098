import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WorkerHandle } from '../../concurrency/workerRpc.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import { type CohortWorkerClient, createCohortWorkerClient } from './cohort.ts'
import { openCohort } from './testing/openCohort.ts'

const workerFile = processFile('analysesWorker')
let opened: Awaited<ReturnType<typeof openCohort>>
let client: CohortWorkerClient
let launch: () => WorkerHandle

beforeEach(async () => {
  launch = () => new Worker(workerFile)
  opened = await openCohort({
    worker: (folder) => {
      const task = { journal: join(folder, 'journal.db'), answers: join(folder, 'answers.db') }
      client = createCohortWorkerClient({ launch: () => launch(), task })
      return client.worker
    },
  })
  await opened.add(
    [1, 2, 3, 4].map((at) => ({
      sampleId: `S${at}`,
      fields: { group: at % 2 ? 'odd' : 'even', age: 30 + at },
      scores: { p: at, q: at * at },
      clock: { pathway_age: 31 + at },
    })),
  )
})
afterEach(async () => {
  await client.close()
  await opened.close()
})

const of = { filter: {} }
const compare = () =>
  Promise.resolve(
    opened.cohorts.compare({
      measure: 'activity',
      of,
      groups: { by: 'group', values: ['odd', 'even'] },
      test: 'welch',
      pathways: [],
    }),
  )

describe('the thread of cohorts', () => {
  test('responds to every call while the files are written', async () => {
    const { cohorts } = opened
    const measure = 'activity'
    const page = { pathways: [], offset: 0, limit: 10 }
    expect(await cohorts.values({ measure, of, view: { kind: 'z' }, ...page })).toMatchObject({
      totalSamples: 4,
      pathways: ['p', 'q'],
    })
    expect(await cohorts.covariates({ of })).toMatchObject([{ name: 'group' }, { name: 'age' }])
    expect(await cohorts.covariateValues({ sampleIds: ['S2'], names: ['age'] })).toEqual({
      names: ['age'],
      values: [['32']],
    })
    expect((await compare()).rows).toHaveLength(2)
    await opened.add([{ sampleId: 'S5', fields: { group: 'odd' }, scores: { p: 5, q: 5 } }])
    expect((await compare()).groups[0]?.sampleIds).toEqual(['S1', 'S3', 'S5'])
    const tree = { linkage: 'ward', distance: 'correlation' } as const
    expect((await cohorts.cluster({ measure, of, view: { kind: 'raw' }, ...tree })).pathways).toHaveLength(2)
    expect((await cohorts.pca({ measure, of, scaled: true })).components).toHaveLength(2)
    expect((await cohorts.clock({ of })).fit).toMatchObject({ n: 4, meanDifference: 1 })
    const groups = { by: 'group', values: ['odd', 'even'] }
    const ages = await cohorts.compareClock({ of, groups, test: 'welch', measure: 'age_acceleration' })
    expect(ages.rows[0]?.groups.map(({ n, mean }) => [n, mean])).toEqual([
      [2, 1],
      [2, 1],
    ])
  })

  test('passes failures on unchanged', async () => {
    await expect(
      opened.cohorts.clock({ of, predicted: { from: 'clock', name: 'no such' } }),
    ).rejects.toMatchObject({
      name: 'Failure',
      code: 'rejected',
      details: { problems: [{ field: 'predicted' }] },
    })
  })

  test('returns values while trees are computed', async () => {
    const real = launch
    const slow = join(opened.folder, 'slow.mjs')
    // The clustering waits until the test has received the values.
    const done = new Int32Array(new SharedArrayBuffer(4))
    writeFileSync(
      slow,
      `import { parentPort, workerData } from 'node:worker_threads'
      parentPort.on('message', ({ type, id, method }) => {
        if (type !== 'call') return
        if (method === 'cluster') Atomics.wait(workerData, 0, 0, 20_000)
        parentPort.postMessage({ type: 'value', id, value: method })
      })`,
    )
    launch = () => new Worker(slow, { workerData: done })
    const params = { measure: 'activity', of, view: { kind: 'raw' } } as const
    const order: string[] = []
    const trees = opened.cohorts.cluster({ ...params, linkage: 'ward', distance: 'euclidean' })
    const ended = Promise.resolve(trees).then(() => order.push('trees'))
    await opened.cohorts.values({ ...params, pathways: [], offset: 0, limit: 10 })
    order.push('values')
    Atomics.store(done, 0, 1)
    Atomics.notify(done, 0)
    await ended
    expect(order).toEqual(['values', 'trees'])
    launch = real
  })

  test('reports a crash during a call, and restarts with the next call', async () => {
    const real = launch
    const ending = join(opened.folder, 'ending.mjs')
    writeFileSync(
      ending,
      `import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => { throw new Error('out of memory') })`,
    )
    launch = () => new Worker(ending)
    await expect(compare()).rejects.toMatchObject({ code: 'file', cause: { message: 'out of memory' } })
    launch = real
    expect((await compare()).rows).toHaveLength(2)
  })

  test('rejects calls after it is closed', async () => {
    const outcome = compare().catch((error: unknown) => error)
    await opened.cohorts.covariates({ of })
    await client.close()
    await outcome
    await expect(compare()).rejects.toMatchObject({ code: 'cancelled' })
  })
})
