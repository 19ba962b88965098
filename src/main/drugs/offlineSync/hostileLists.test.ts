import { describe, expect, it, onTestFinished } from 'vitest'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { startScriptedServer } from '../../api/testing/scriptedServer.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createFastClock } from './testing/fastClock.ts'
import { openOfflineSync } from './testing/openOfflineSync.ts'

/** `answer` returns the `data` of a page; `requestCount` includes the current request. */
async function openList(answer: (page: number, requestCount: number) => unknown) {
  let requestCount = 0
  const server = await startScriptedServer(({ path }) => {
    requestCount += 1
    const page = Number(new URL(path, 'http://x').searchParams.get('page'))
    return { body: { code: 200, data: answer(page, requestCount) } }
  })
  onTestFinished(server.close)
  const folder = newFolder()
  const service = { url: server.url, apiKey: 'k' }
  const parts = await openOfflineSync({ folder, service, clock: createFastClock() })
  onTestFinished(parts.close)
  const countStoredDrugs = async () =>
    (await parts.drugs.query.selectFrom('drugs').select('drug_id').execute()).length
  return { ...parts, countStoredDrugs, countRequests: () => requestCount }
}

const drugs = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ drug_id: `D-${String(from + at).padStart(5, '0')}` }))
const pageOf = <T>(all: T[], page: number, size = 100) => all.slice(page * size - size, page * size)

describe('a list is read completely', () => {
  const withoutTotal = [30, 37, 50, 99].map((size) => ({
    how: `even if a page holds at most ${size} drugs and no total is reported`,
    count: 200,
    size,
    totalOf: () => undefined,
    requests: Math.ceil(200 / size) + 1,
  }))
  it.each([
    {
      how: 'in ten requests if it has 1,000 drugs',
      count: 1000,
      size: 100,
      totalOf: () => 1000,
      requests: 10,
    },
    {
      how: 'even if each page reports its own size as the total',
      count: 350,
      size: 100,
      totalOf: (items: unknown[]) => items.length,
      requests: null,
    },
    {
      how: 'even if a page holds at most 30 drugs, up to the reported total',
      count: 200,
      size: 30,
      totalOf: () => 200,
      requests: 7,
    },
    ...withoutTotal,
  ])('$how', async ({ count, size, totalOf, requests }) => {
    const { sync, plan, countRequests } = await openList((page) => {
      const items = pageOf(drugs(count), page, size)
      const total = totalOf(items)
      return total === undefined ? items : { items, total }
    })
    expect(await sync()).toMatchObject({ state: 'done', done: count })
    expect(countRequests()).toBe(requests ?? countRequests())
    expect(await plan()).toMatchObject({ state: 'done', listed: count, complete: 1, message: null })
  })
})

describe('a list that contradicts itself is not reported as complete', () => {
  it.each<[string, (page: number) => unknown, number, RegExp, number]>([
    [
      'where page 2 repeats page 1',
      () => ({ items: drugs(100), total: 350 }),
      100,
      /^The service says 350 drugs and gave 100\./,
      2,
    ],
    [
      'where the last page is repeated for ever',
      (page) => ({ items: pageOf(drugs(350), Math.min(page, 4)), total: 3500 }),
      350,
      /^The service says 3500 drugs and gave 350\./,
      5,
    ],
    [
      'where it ends before its total',
      (page) => ({ items: pageOf(drugs(250), page), total: 300 }),
      250,
      /^The service says 300 drugs and gave 250\./,
      4,
    ],
    [
      'where drugs were removed in front of the page that is read next',
      (page) => ({ items: pageOf(drugs(350, page === 1 ? 0 : 50), page), total: page === 1 ? 400 : 350 }),
      350,
      /^The list changed while it was read/,
      4,
    ],
    [
      'where drugs were added in front of it',
      (page) => ({
        items: page === 1 ? drugs(100) : pageOf([...drugs(5, 900), ...drugs(350)], page),
        total: 355,
      }),
      350,
      /^The service says 355 drugs and gave 350\./,
      5,
    ],
  ])('%s', async (_how, answer, count, message, requests) => {
    const { sync, plan, countStoredDrugs, countRequests } = await openList(answer)
    expect(await sync()).toMatchObject({
      state: 'done',
      done: count,
      message: expect.stringMatching(/Resume/),
    })
    expect(countRequests()).toBe(requests)
    const ended = await plan()
    expect(ended).toMatchObject({ state: 'done', listed: count, message: expect.stringMatching(message) })
    expect(ended.complete).toBeLessThan(0.995)
    expect(await countStoredDrugs()).toBe(count)
  })

  const noTotal: [string, (page: number) => unknown, number, RegExp | null][] = [
    ['where page 2 repeats page 1', () => ({ items: drugs(100) }), 100, /first page again/],
    ['where all come at once, twice', () => ({ items: drugs(137) }), 137, null],
    [
      'where the last page comes again instead of an empty one',
      (page) => ({ items: pageOf(drugs(250), Math.min(page, 3)) }),
      250,
      null,
    ],
  ]
  it.each(noTotal)('%s, and no total is reported', async (_what, answer, count, message) => {
    const { sync, plan } = await openList(answer)
    await sync()
    const ended = await plan()
    expect(ended).toMatchObject({ state: 'done', listed: count, total: null, uncounted: true })
    expect(ended.complete).toBeLessThan(0.995)
    const text = ended.message === null ? 'no message' : toEnglish(ended.message)
    expect(text).toMatch(message ?? /^no message$/)
  })

  it.each([
    ['without a total, where an empty page follows', (page: number) => ({ items: pageOf(drugs(250), page) })],
    ['without a total, where the last page is full', (page: number) => ({ items: pageOf(drugs(200), page) })],
    ['under a total that is too small', (page: number) => ({ items: pageOf(drugs(250), page), total: 50 })],
    ['at its total', (page: number) => ({ items: pageOf(drugs(250), page), total: 250 })],
  ])('but one that is whole is: %s', async (_what, answer) => {
    const { sync, plan, countStoredDrugs } = await openList(answer)
    await sync()
    const count = await countStoredDrugs()
    expect(await plan()).toMatchObject({
      listed: count,
      total: count,
      uncounted: false,
      complete: 1,
      message: null,
    })
  })

  it('and is read again when the plan is resumed', async () => {
    let lies = true
    const { sync, plan, offlineSync, jobs } = await openList((page) => ({
      items: pageOf(drugs(350), lies ? 1 : page),
      total: 350,
    }))
    await sync()
    lies = false
    const { planId } = await plan()
    const { jobId } = await offlineSync.resume({ planId })
    expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', done: 350, total: 350 })
    expect(await plan()).toMatchObject({ listed: 350, complete: 1, message: null })
  })
})

type PageAnswer = { body: unknown; headers?: Record<string, string> }

/** `answer` returns a page of drugs for its address; `paths` collects all requests. */
async function openService(
  answer: (query: URLSearchParams, path: string) => PageAnswer,
  dialect: ServiceDialect = {},
) {
  const paths: string[] = []
  const server = await startScriptedServer(({ path }) => {
    paths.push(path)
    return answer(new URL(path, 'http://x').searchParams, path)
  })
  onTestFinished(server.close)
  const folder = newFolder()
  const service = { url: server.url, apiKey: 'k' }
  const settings = { base_path: '/api/v1', ...dialect }
  const parts = await openOfflineSync({ folder, service, clock: createFastClock(), settings })
  onTestFinished(parts.close)
  await parts.sync()
  return { plan: await parts.plan(), paths }
}

const fiftySeven = drugs(57)
const piece = (from: number) => fiftySeven.slice(from, from + 20)
const isLast = (from: number) => from + 20 >= 57
const cursorOf = (from: number) => (isLast(from) ? null : `after-${from + 20}`)
/** Returns the place of the first drug that a page number, a cursor or a link asks for. */
const startOf = (parameter: string, text: string | null) =>
  parameter === 'page' ? Number(text) * 20 - 20 : Number(text?.replace('after-', '') ?? 0)

describe('a list that names its next page is followed to its end', () => {
  it.each<[string, string, (from: number) => PageAnswer, ServiceDialect?]>([
    [
      'by next_cursor',
      'cursor',
      (from) => ({ body: { code: 200, data: { items: piece(from), next_cursor: cursorOf(from) } } }),
    ],
    [
      'by cursor and has_more',
      'cursor',
      (from) => ({
        body: {
          code: 200,
          data: { items: piece(from), cursor: cursorOf(from) ?? 'end', has_more: !isLast(from) },
        },
      }),
    ],
    [
      'by nextPageToken, in its own spelling',
      'pageToken',
      (from) => ({ body: { items: piece(from), nextPageToken: cursorOf(from) ?? '' } }),
    ],
    [
      'by nextPageToken, with the parameter of the dialect',
      'from',
      (from) => ({ body: { items: piece(from), nextPageToken: cursorOf(from) ?? '' } }),
      { cursor_parameter: 'from' },
    ],
    [
      'by the end cursor of a record called next',
      'after',
      (from) => ({ body: { items: piece(from), page_info: { next: { after: cursorOf(from) } } } }),
    ],
    [
      'by links.next',
      'from',
      (from) => {
        const next = isLast(from) ? null : `/api/v1/drugs?from=${from + 20}`
        return { body: { code: 200, data: piece(from), links: { self: 'x', next } } }
      },
    ],
    [
      'by _links.next.href, relative to the page',
      'from',
      (from) => {
        const _links = isLast(from) ? {} : { next: { href: `?from=${from + 20}` } }
        return { body: { items: piece(from), _links } }
      },
    ],
    [
      'by the header Link',
      'from',
      (from) => {
        const next = `<http://127.0.0.1/api/v1/drugs?from=${from + 20}>; title="a, b"; rel="next"`
        const links = `</api/v1/drugs>; rel="first"${isLast(from) ? '' : `, ${next}`}`
        return { body: piece(from), headers: { Link: links } }
      },
    ],
    [
      'by a cursor that is called next',
      'cursor',
      (from) => ({ body: { items: piece(from), next: cursorOf(from) } }),
    ],
    [
      'by next, relative to the page',
      'from',
      (from) => ({ body: { items: piece(from), next: isLast(from) ? null : `drugs?from=${from + 20}` } }),
    ],
    [
      'by next, the number of the page as a text',
      'page',
      (from) => ({ body: { items: piece(from), next: isLast(from) ? null : `${from / 20 + 2}` } }),
    ],
    [
      'by the number of the next page',
      'page',
      (from) => {
        const next_page = isLast(from) ? null : from / 20 + 2
        return { body: { code: 200, data: piece(from), meta: { pagination: { next_page } } } }
      },
    ],
  ])('%s', async (_how, parameter, answer, dialect) => {
    const { plan, paths } = await openService(
      (query) => answer(startOf(parameter, query.get(parameter))),
      dialect,
    )
    // Without a total the list is not proven complete, even though its links end.
    const whole = { total: null, uncounted: true, complete: 0.99 }
    expect(plan).toMatchObject({ state: 'done', listed: 57, ...whole, message: null })
    expect(paths).toHaveLength(3)
  })

  it('but never to another host, with a warning that drugs may be missing', async () => {
    const requestedPaths: string[] = []
    const other = await startScriptedServer(({ path }) => {
      requestedPaths.push(path)
      return { body: { items: [] } }
    })
    onTestFinished(other.close)
    const elsewhere = other.url.replace('127.0.0.1', 'localhost')
    const { plan } = await openService((query) => ({
      body: {
        items: Number(query.get('page')) > 1 ? [] : piece(0),
        links: { next: `${elsewhere}/api/v1/drugs?from=20` },
      },
    }))
    expect(requestedPaths).toEqual([])
    expect(plan.complete).toBeLessThan(0.995)
    expect(toEnglish(plan.message!)).toMatch(/reports more drugs, but Pathclock cannot/)
  })

  it('and not forever if it leads back to an earlier page', async () => {
    const { plan, paths } = await openService(() => ({ body: { items: piece(0), next_cursor: 'the same' } }))
    expect(paths.length).toBeLessThan(6)
    expect(plan).toMatchObject({ listed: 20, message: expect.stringMatching(/reports more drugs/) })
    expect(plan.complete).toBeLessThan(0.995)
  })

  it('and is incomplete if no known way of using its `next` value works', async () => {
    const { plan } = await openService(() => ({ body: { items: piece(0), next: 'eyJhZnRlciI6MjB9' } }))
    expect(plan.listed).toBe(20)
    expect(plan.complete).toBeLessThan(0.995)
  })
})

describe('drugs that cannot be distinguished are counted and reported', () => {
  it('without an identifier', async () => {
    const items = fiftySeven.map((drug, at) => (at % 3 === 0 ? { name: `drug ${at}` } : drug))
    const { plan } = await openService(() => ({ body: { code: 200, data: { items, total: 57 } } }))
    expect(plan).toMatchObject({ listed: 38, total: 57, withoutId: 19 })
    expect(plan.complete).toBeCloseTo(38 / 57)
    expect(toEnglish(plan.message!)).toMatch(/^19 drugs of the list have no identifier/)
  })

  it('under one identifier', async () => {
    const items = drugs(10).map((_, at) => ({ drug_id: `D-${at % 5}`, name: `drug ${at}` }))
    const { plan } = await openService(() => ({ body: { code: 200, data: { items, total: 10 } } }))
    expect(plan).toMatchObject({ listed: 5, total: 10, repeatedIds: 5 })
    expect(plan.complete).toBeLessThan(0.995)
    expect(toEnglish(plan.message!)).toMatch(
      /^5 entries of the list came under the identifier of another drug/,
    )
  })
})
