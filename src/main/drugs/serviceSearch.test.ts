import { describe, expect, test } from 'vitest'
import { rejected } from '../../shared/contract/failures.ts'
import { joinMessages } from '../../shared/words/message.ts'
import type { DrugPage, RemoteService, ServiceResponse } from '../ports.ts'
import { createServicePages, maxFollowedPages } from './serviceSearch.ts'

type Query = Parameters<RemoteService['searchDrugs']>[0]

const drugs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    drugId: `D${index}`,
    name: `Drug ${index}`,
    synonyms: [],
    category: null,
    description: null,
  }))

/** Creates a service of `count` drugs in pages of its own size, each with the address of the next one. */
function createService(
  count: number,
  { size = 20, readsNumbers = false, reportsTotal = false, isNumbered = false } = {},
) {
  const all = drugs(count)
  const requests: string[] = []
  let era = 1
  const searchDrugs = async ({ page = 1, next }: Query): Promise<ServiceResponse<DrugPage>> => {
    requests.push(next ?? `page ${page}`)
    const [, ofEra, at] = /cursor=(\d+)-(\d+)/.exec(next ?? '') ?? []
    if (next !== undefined && Number(ofEra) !== era)
      throw rejected(joinMessages([`This cursor is not known.`]))
    const start = next === undefined ? (readsNumbers ? (page - 1) * size : 0) : Number(at)
    const items = all.slice(start, start + size)
    const behind = start + size
    const address = isNumbered ? `/drugs?page=${page + 1}` : `/drugs?cursor=${era}-${behind}`
    const isLast = behind >= count
    return {
      value: {
        items,
        raws: items,
        total: reportsTotal ? count : behind,
        reportedTotal: reportsTotal ? count : null,
        page,
        limit: size,
        skipped: 0,
        next: isLast ? null : address,
        more: !isLast,
      },
      raw: null,
      fetchedAt: '2026-01-01T00:00:00.000Z',
      service: 'https://service.example/api/v1',
      requestId: null,
      synthetic: false,
    }
  }
  const pageOf = createServicePages({ searchDrugs }, {})
  return {
    requests,
    forgetCursors: () => void (era += 1),
    async read(page: number, limit = 20, q = 'a') {
      const found = await pageOf({ q, page, limit })
      return { ...found, ids: found.items.map(({ drugId }) => drugId) }
    },
  }
}

const idsOf = (from: number, to: number) =>
  drugs(to)
    .slice(from)
    .map(({ drugId }) => drugId)

describe('a page of the online search', () => {
  test('is found by the address on the page before it, one request per page', async () => {
    const { read, requests } = createService(50)
    expect(await read(1)).toMatchObject({ ids: idsOf(0, 20), total: 21, totalIsLeast: true })
    expect(await read(2)).toMatchObject({ ids: idsOf(20, 40), total: 41, totalIsLeast: true })
    expect(await read(3)).toMatchObject({ ids: idsOf(40, 50), total: 50, totalIsLeast: false })
    expect(requests).toEqual(['page 1', '/drugs?cursor=1-20', '/drugs?cursor=1-40'])
    expect((await read(2)).ids).toEqual(idsOf(20, 40))
    expect(await read(9)).toMatchObject({ ids: [], total: 50 })
  })

  test('is assembled from several pages if the service returns fewer drugs than requested', async () => {
    const { read, requests } = createService(130, { size: 20, reportsTotal: true })
    expect(await read(1, 50)).toMatchObject({ ids: idsOf(0, 50), total: 130, totalIsLeast: false })
    expect(await read(2, 50)).toMatchObject({ ids: idsOf(50, 100) })
    expect(await read(3, 50)).toMatchObject({ ids: idsOf(100, 130), total: 130 })
    // The pages that span the end of one result and the start of the next are read twice.
    expect(requests).toHaveLength(8)
  })

  test('is reached from the first page if the service ignores page numbers', async () => {
    const { read, requests } = createService(100)
    expect((await read(4)).ids).toEqual(idsOf(60, 80))
    expect(requests.slice(0, 2)).toEqual(['page 4', 'page 1'])
    requests.length = 0
    expect((await read(3, 20, 'other')).ids).toEqual(idsOf(40, 60))
    expect(requests).toEqual(['page 1', '/drugs?cursor=1-20', '/drugs?cursor=1-40'])
  })

  test('is requested by number if the service supports that, even if it also names addresses', async () => {
    const { read, requests } = createService(4000, { readsNumbers: true })
    expect((await read(150)).ids).toEqual(idsOf(2980, 3000))
    expect(requests).toEqual(['page 150', 'page 1'])
    const counted = createService(4000, { readsNumbers: true, isNumbered: true })
    expect((await counted.read(1)).ids).toEqual(idsOf(0, 20))
    expect((await counted.read(7)).ids).toEqual(idsOf(120, 140))
    expect(counted.requests).toEqual(['page 1', 'page 7'])
  })

  test('reports when it is too far to follow in one request', async () => {
    const { read, requests } = createService(4000)
    expect(await read(100)).toMatchObject({ ids: [], notReached: true, totalIsLeast: true })
    expect(requests).toHaveLength(maxFollowedPages + 1)
    // The next request continues from there.
    expect(await read(2 * maxFollowedPages)).toMatchObject({ notReached: false, ids: idsOf(780, 800) })
  })

  test('is found again after the stored addresses have expired', async () => {
    const { read, forgetCursors } = createService(100)
    await read(1)
    await read(2)
    forgetCursors()
    expect((await read(3)).ids).toEqual(idsOf(40, 60))
  })
})
