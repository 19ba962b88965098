import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { answer, calls, resetHost } from '../../testing/fakeHost.ts'
import {
  between,
  choiceOf,
  choose,
  countOf,
  idsOf,
  isChosen,
  nothingChosen,
  type Selection,
  samplesOf,
} from './selection.ts'

vi.mock('../../../client/host.ts', () => import('../../testing/fakeHost.ts'))

const sampleOf = (sampleId: string) => ({ sampleId }) as Sample
const register = Array.from({ length: 1203 }, (_, index) => sampleOf(`S${String(index).padStart(4, '0')}`))
const matching: Selection = {
  kind: 'matching',
  question: { text: '', filter: { states: ['failed'] } },
  total: register.length,
  except: new Set(),
}

beforeEach(() => {
  resetHost()
  answer({
    'samples.list': ({ page, limit }: { page: number; limit: number }) => ({
      rows: register.slice((page - 1) * limit, page * limit),
      total: register.length,
    }),
    'samples.get': ({ sampleId }: { sampleId: string }) => sampleOf(sampleId),
  })
})

describe('a selection', () => {
  it('of all that match is read in pages, without those that were let go', async () => {
    const read: number[] = []
    const ids = await idsOf(choose(matching, [sampleOf('S0007')], false), (count) => read.push(count))
    expect(ids).toHaveLength(1202)
    expect(ids).not.toContain('S0007')
    expect(read).toEqual([500, 1000, 1203])
    expect(calls.map(({ input }) => input)).toMatchObject([{ page: 1 }, { page: 2 }, { page: 3 }])
    expect(calls[0]?.input).toMatchObject({ filter: { states: ['failed'] }, limit: 500 })
  })

  it('is what is exported: all that match but for those that were let go; where none is left, all that match', () => {
    const { question } = matching
    expect(choiceOf(matching, question)).toEqual(question)
    const some = choose(matching, [sampleOf('S0007'), sampleOf('S0008')], false)
    expect(choiceOf(some, question)).toEqual({ ...question, except: ['S0007', 'S0008'] })
    expect(choiceOf(choose(matching, register, false), question)).toEqual(question)
    expect(choiceOf(choose(nothingChosen, [sampleOf('a')], true), question)).toEqual({ sampleIds: ['a'] })
    expect(choiceOf(nothingChosen, question)).toEqual(question)
  })

  it('keeps what is ticked on other pages', () => {
    const ticked = choose(choose(nothingChosen, [sampleOf('a')], true), [sampleOf('b'), sampleOf('c')], true)
    expect(countOf(ticked)).toBe(3)
    const left = choose(ticked, [sampleOf('b'), sampleOf('c')], false)
    expect([countOf(left), isChosen(left, 'a'), isChosen(left, 'b')]).toEqual([1, true, false])
  })

  it('is copied as the samples are now, asking only for those that are not shown', async () => {
    const ticked = choose(nothingChosen, [sampleOf('a'), sampleOf('b')], true)
    await samplesOf(ticked, [sampleOf('a')])
    expect(calls).toEqual([{ name: 'samples.get', input: { sampleId: 'b' } }])
  })

  it('goes from one row to another in either direction, and from none to the one', () => {
    const names = (from: string | null, to: string) =>
      between(register.slice(0, 5), from, to).map(({ sampleId }) => sampleId)
    expect(names('S0003', 'S0001')).toEqual(['S0001', 'S0002', 'S0003'])
    expect(names(null, 'S0002')).toEqual(['S0002'])
    expect(names('gone', 'S0002')).toEqual(['S0002'])
  })
})
