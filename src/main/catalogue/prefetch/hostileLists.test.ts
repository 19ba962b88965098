import { afterEach, describe, expect, it } from 'vitest'
import type { PrefetchPlan } from '../../../shared/domain/prefetch.ts'
import { startScriptedServer } from '../../service/testing/scriptedServer.ts'
import { createHastyClock } from './testing/hastyClock.ts'
import { openFolder, openParts } from './testing/openParts.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const wish = { scope: { kind: 'catalogue' }, detail: 'list', perHour: 100_000, refreshDays: 30 } as const

/** `answer`: what stands at `data` of a page; `asked`: requests until then, this one too. */
async function openList(answer: (page: number, asked: number) => unknown) {
  let asked = 0
  const server = await startScriptedServer(({ path }) => {
    asked += 1
    const page = Number(new URL(path, 'http://x').searchParams.get('page'))
    return { body: { code: 200, data: answer(page, asked) } }
  })
  closing.push(server.close)
  const { folder, remove } = await openFolder()
  closing.push(remove)
  const service = { url: server.url, apiKey: 'k' }
  const parts = await openParts({ folder, service, clock: createHastyClock() })
  closing.push(parts.close)
  const sync = async () => {
    const { jobId } = await parts.prefetch.start(wish)
    return parts.jobs.finished(jobId)
  }
  const plan = async () => (await parts.prefetch.list({}))[0] as PrefetchPlan
  const kept = async () => (await parts.drugs.query.selectFrom('drugs').select('drug_id').execute()).length
  const members = async () => {
    const rows = await parts.drugs.query.selectFrom('prefetch_members').select('drug_id').execute()
    return rows.map(({ drug_id }) => drug_id).toSorted()
  }
  return { ...parts, sync, plan, kept, members, asked: () => asked }
}

const drugs = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ drug_id: `D-${String(from + at).padStart(5, '0')}` }))
const pageOf = <T>(all: T[], page: number, size = 100) => all.slice(page * size - size, page * size)

describe('a list is read whole', () => {
  it('in ten requests where there are 1000 drugs', async () => {
    const all = drugs(1000)
    const { sync, plan, asked } = await openList((page) => ({ items: pageOf(all, page), total: 1000 }))
    expect(await sync()).toMatchObject({ state: 'done', done: 1000, total: 1000 })
    expect(asked()).toBe(10)
    expect(await plan()).toMatchObject({ state: 'done', complete: 1, message: null })
  })

  it('though its total is that of each page', async () => {
    const all = drugs(350)
    const { sync, plan } = await openList((page) => {
      const items = pageOf(all, page)
      return { items, total: items.length }
    })
    expect(await sync()).toMatchObject({ state: 'done', done: 350 })
    expect(await plan()).toMatchObject({ listed: 350, complete: 1, message: null })
  })

  it.each([30, 37, 50, 99])('though a page holds %i at most and no total is told', async (cap) => {
    const all = drugs(200)
    const { sync, plan, asked } = await openList((page) => pageOf(all, page, cap))
    expect(await sync()).toMatchObject({ state: 'done', done: 200 })
    expect(asked()).toBe(Math.ceil(200 / cap) + 1)
    expect(await plan()).toMatchObject({ complete: 1, message: null })
  })

  it('though a page holds 30 at most, at the total that is told', async () => {
    const all = drugs(200)
    const { sync, plan, asked } = await openList((page) => ({ items: pageOf(all, page, 30), total: 200 }))
    expect(await sync()).toMatchObject({ state: 'done', done: 200 })
    expect(asked()).toBe(7)
    expect(await plan()).toMatchObject({ complete: 1, message: null })
  })

  it.each([
    ['50 were removed in front', () => drugs(300, 50), 300],
    ['100 were added in front', () => [...drugs(100, 90_000), ...drugs(350)], 450],
    ['5 were added in front', () => [...drugs(5, 90_000), ...drugs(350)], 355],
  ])('though %s while it was read, and holds no more than is there then', async (_how, after, count) => {
    const { sync, plan, asked, members } = await openList((page, nth) => {
      const all = nth > 1 ? after() : drugs(350)
      return { items: pageOf(all, page), total: all.length }
    })
    expect(await sync()).toMatchObject({ state: 'done', done: count, total: count })
    expect(await plan()).toMatchObject({ listed: count, total: count, complete: 1, message: null })
    expect(await members()).toEqual(
      after()
        .map(({ drug_id }) => drug_id)
        .toSorted(),
    )
    expect(asked()).toBeLessThanOrEqual(4 + 2 * 5)
  })
})

describe('a list that contradicts itself is not said to be all there', () => {
  it.each<[string, (page: number) => unknown, number, RegExp, number]>([
    [
      'where page 2 repeats page 1',
      () => ({ items: drugs(100), total: 350 }),
      100,
      /^The service says 350 drugs and gave 100\./,
      8,
    ],
    [
      'where the last page is repeated for ever',
      (page) => ({ items: pageOf(drugs(350), Math.min(page, 4)), total: 3500 }),
      350,
      /^The service says 3500 drugs and gave 350\./,
      14,
    ],
    [
      'where it ends before its total',
      (page) => ({ items: pageOf(drugs(250), page), total: 300 }),
      250,
      /^The service says 300 drugs and gave 250\./,
      12,
    ],
    [
      'where it has no end',
      (page) => ({ items: [...drugs(99), ...drugs(1, 100 + page)], total: 9_000_000 }),
      120,
      /does not end/,
      21,
    ],
  ])('%s', async (_how, answer, count, message, requests) => {
    const { sync, plan, kept, asked } = await openList(answer)
    expect(await sync()).toMatchObject({
      state: 'done',
      done: count,
      message: expect.stringMatching(/Go on/),
    })
    expect(asked()).toBe(requests)
    const ended = await plan()
    expect(ended).toMatchObject({ state: 'done', listed: count, message: expect.stringMatching(message) })
    expect(ended.complete).toBeLessThan(0.995)
    expect(await kept()).toBe(count)
  })

  it('where it moves whenever it is read, though as many came as it says', async () => {
    const { sync, plan } = await openList((page, nth) => {
      const all = drugs(350, nth * 10)
      return { items: pageOf(all, page), total: 350 + (nth % 2) }
    })
    await sync()
    const { complete, message } = await plan()
    expect(complete).toBeLessThan(0.995)
    expect(message).toMatch(/Go on to read/)
  })

  it('and is read again once it is gone on with', async () => {
    let lies = true
    const { sync, plan, prefetch, jobs } = await openList((page) => ({
      items: pageOf(drugs(350), lies ? 1 : page),
      total: 350,
    }))
    await sync()
    lies = false
    const { planId } = await plan()
    const { jobId } = await prefetch.resume({ planId })
    expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', done: 350, total: 350 })
    expect(await plan()).toMatchObject({ listed: 350, complete: 1, message: null })
  })
})
