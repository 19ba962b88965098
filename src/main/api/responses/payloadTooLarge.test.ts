import { afterEach, describe, expect, it } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { setUpClient } from '../testing/setUpClient.ts'

type Answer = ReturnType<Parameters<typeof setUpClient>[0]>
let close: () => Promise<void> = async () => undefined
afterEach(() => close())

const names = Array.from({ length: 10 }, (_, index) => `P${index}`)
const requestedPathways = (body: string): string[] =>
  (JSON.parse(body) as { pathways?: string[] }).pathways ?? []

/** Opens a client whose service accepts at most `most` pathways and refuses more with `refusal`. */
async function taking(most: number, refusal: Answer, extra: (pathways: string[]) => object = () => ({})) {
  const client = await setUpClient(({ body }, count) => {
    const pathways = requestedPathways(body)
    if (pathways.length > most) return refusal
    const scores = Object.fromEntries(pathways.map((name) => [name, { activity: 1, aging_offset: 2 }]))
    const data = { sample_id: 'S-1', pathway_scores: scores, ...extra(pathways) }
    return { body: { code: 200, data }, headers: { 'X-Request-Id': `r-${count}` } }
  })
  close = client.close
  return client
}

const tooLarge: Answer = { status: 413, body: '<html>Request Entity Too Large</html>' }
const sizes = (client: { seen: { body: string }[] }): number[] =>
  client.seen.map(({ body }) => requestedPathways(body).length)

describe('a list of pathways that is too long for the service', () => {
  it.each([
    ['413', tooLarge],
    ['400 in words', { status: 400, body: { code: 400, message: 'too many pathways (at most 3)' } }],
    [
      '400 by field',
      { status: 400, body: { code: 400, message: 'bad', errors: { pathways: ['too long'] } } },
    ],
    ['400 in HTTP 200', { status: 200, body: { code: 400, message: 'pathways: at most 3 items' } }],
  ])('is requested in chunks and merged, with a note, after %s', async (_how, refusal) => {
    const client = await taking(3, refusal)
    const answer = await client.remote.pathwayAnalysis({ sampleId: 'S-1', pathways: names })
    expect(answer.value.scores.map(({ pathway }) => pathway)).toEqual(names)
    expect(toEnglish(answer.value.note!)).toMatch(/4 parts of at most 3/)
    expect(sizes(client)).toEqual([10, 5, 3, 3, 3, 1])
    expect(answer.raw).toHaveLength(4)
    expect(answer.requestId).toBe('r-3, r-4, r-5, r-6')
  })

  it('is requested in chunks of the size that worked, from the start, the next time', async () => {
    const client = await taking(3, tooLarge)
    await client.remote.pathwayAnalysis({ sampleId: 'S-1', pathways: names })
    await client.remote.pathwayClock({ sampleId: 'S-1', pathways: names })
    expect(sizes(client).slice(6)).toEqual([3, 3, 3, 1])
  })

  it('returns the clock without the numbers that differ between the chunks', async () => {
    const client = await taking(5, tooLarge, (pathways) => ({
      pathway_scores: undefined,
      pathways: Object.fromEntries(pathways.map((name) => [name, { aging_offset: 1 }])),
      chronological_age: 47,
      pathway_age: pathways.includes('P0') ? 50 : 60,
    }))
    const { value } = await client.remote.pathwayClock({ sampleId: 'S-1', pathways: names })
    expect(value.offsets.map(({ pathway }) => pathway)).toEqual(names)
    expect(value.values).toEqual([{ name: 'chronological_age', value: 47 }])
    expect(toEnglish(value.note!)).toMatch(/2 parts.*do not agree on it: pathway_age/)
  })

  it('is refused if a single pathway is too much, or if there is no list to split', async () => {
    const client = await taking(0, tooLarge)
    const failing = client.remote.pathwayAnalysis({ sampleId: 'S-1', pathways: names })
    await expect(failing).rejects.toMatchObject({ code: 'rejected' })
    expect(sizes(client)).toEqual([10, 5, 3, 2, 1])
    await client.close()
    const all = await setUpClient(() => tooLarge)
    close = all.close
    await expect(all.remote.pathwayAnalysis({ sampleId: 'S-1' })).rejects.toMatchObject({ code: 'rejected' })
    expect(all.seen).toHaveLength(1)
  })

  it('is not split for a refusal that names one of its entries or does not mention the list', async () => {
    for (const errors of [{ 'pathways[3]': ['unknown'] }, { sample_id: ['unknown'] }]) {
      const client = await taking(0, { status: 400, body: { code: 400, message: 'bad', errors } })
      const failing = client.remote.pathwayAnalysis({ sampleId: 'S-1', pathways: names })
      await expect(failing).rejects.toMatchObject({ code: 'rejected' })
      expect(client.seen).toHaveLength(1)
      await client.close()
    }
  })

  /** Opens a client whose service refuses one unknown name without mentioning the length. */
  const unknowing = async (unknown: string, most = Number.POSITIVE_INFINITY) => {
    const client = await setUpClient(({ body }) => {
      const pathways = requestedPathways(body)
      if (pathways.length > most) return tooLarge
      const message = `unknown pathways: ${unknown} (${pathways.length} asked)`
      if (pathways.includes(unknown)) return { status: 400, body: { code: 400, message } }
      const scores = Object.fromEntries(pathways.map((name) => [name, { activity: 1 }]))
      return { body: { code: 200, data: { sample_id: 'S-1', pathway_scores: scores } } }
    })
    close = client.close
    return client
  }

  it.each([
    ['P0', [100, 50]],
    ['P99', [100, 50, 50]],
  ])('is split at most once if one name is unknown: %s', async (unknown, expected) => {
    const client = await unknowing(unknown)
    const pathways = Array.from({ length: 100 }, (_, index) => `P${index}`)
    const failing = client.remote.pathwayAnalysis({ sampleId: 'S-1', pathways })
    await expect(failing).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining(`unknown pathways: ${unknown} (100 asked)`),
    })
    expect(sizes(client)).toEqual(expected)
  })

  it('is split further if the halves are refused for their size', async () => {
    const client = await unknowing('P7', 5)
    const failing = client.remote.pathwayAnalysis({ sampleId: 'S-1', pathways: names })
    await expect(failing).rejects.toThrow(/unknown pathways: P7 \(5 asked\)/)
    expect(sizes(client)).toEqual([10, 5, 5, 3])
  })

  it('is split once if the service names the list without the problem', async () => {
    const bare: Answer = { status: 400, body: { code: 400, message: 'pathways is invalid' } }
    const client = await taking(5, bare)
    const { value } = await client.remote.pathwayAnalysis({ sampleId: 'S-1', pathways: names })
    expect(value.scores).toHaveLength(10)
    expect(toEnglish(value.note!)).toMatch(/2 parts of at most 5/)
    expect(sizes(client)).toEqual([10, 5, 5])
    await client.close()
    const strict = await taking(0, bare)
    const failing = strict.remote.pathwayAnalysis({ sampleId: 'S-1', pathways: names })
    await expect(failing).rejects.toMatchObject({ code: 'rejected' })
    expect(sizes(strict)).toEqual([10, 5])
  })

  it('has no note if the whole list was accepted', async () => {
    const client = await taking(10, tooLarge)
    const { value, raw } = await client.remote.pathwayAnalysis({ sampleId: 'S-1', pathways: names })
    expect(value).not.toHaveProperty('note')
    expect(raw).toHaveProperty('code', 200)
  })
})
