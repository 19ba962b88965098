import { beforeEach, describe, expect, it } from 'vitest'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { answer, calls, resetHost } from '../../../client/testing/fakeHost.ts'
import {
  choiceOf,
  choose,
  countOf,
  idsOf,
  isChosen,
  nothingChosen,
  type Selection,
  samplesOf,
} from './selection.ts'

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
  it('of all results is loaded in pages, without deselected samples', async () => {
    const ids = await idsOf(choose(matching, new Set(['S0007']), false))
    expect(ids).toHaveLength(1202)
    expect(ids).not.toContain('S0007')
    expect(calls.map(({ input }) => input)).toMatchObject([{ page: 1 }, { page: 2 }, { page: 3 }])
    expect(calls[0]?.input).toMatchObject({ filter: { states: ['failed'] }, limit: 500 })
  })

  it('determines the export: all results except deselected ones, or all results if nothing is selected', () => {
    const { question } = matching
    expect(choiceOf(matching, question)).toEqual(question)
    const some = choose(matching, new Set(['S0007', 'S0008']), false)
    expect(choiceOf(some, question)).toEqual({ ...question, except: ['S0007', 'S0008'] })
    expect(
      choiceOf(choose(matching, new Set(register.map(({ sampleId }) => sampleId)), false), question),
    ).toEqual(question)
    expect(choiceOf(choose(nothingChosen, new Set(['a']), true), question)).toEqual({ sampleIds: ['a'] })
    expect(choiceOf(nothingChosen, question)).toEqual(question)
  })

  it('keeps samples selected on other pages', () => {
    const ticked = choose(choose(nothingChosen, new Set(['a']), true), new Set(['b', 'c']), true)
    expect(countOf(ticked)).toBe(3)
    const left = choose(ticked, new Set(['b', 'c']), false)
    expect([countOf(left), isChosen(left, 'a'), isChosen(left, 'b')]).toEqual([1, true, false])
  })

  it('is copied with current data, requesting only samples that are not shown', async () => {
    const ticked = choose(nothingChosen, new Set(['a', 'b']), true)
    await samplesOf(ticked, [sampleOf('a')])
    expect(calls).toEqual([{ name: 'samples.get', input: { sampleId: 'b' } }])
  })
})
