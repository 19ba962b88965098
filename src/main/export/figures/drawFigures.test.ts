import { describe, expect, it } from 'vitest'
import { createFigureWords, drawSpec } from '../../../figures/drawSpec.ts'
import { figureExamples, volcanoExample } from '../../../figures/testing/examples.ts'
import { createPlainBoard } from '../../../figures/vector/plainBoard.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import { createDrawFigures } from './figures.ts'

const palettes = { diverging: 'PuOr', sequential: 'cividis' } as const
const drawFigures = createDrawFigures({ workerFile: processFile('figuresWorker'), palettes: () => palettes })
const specs = figureExamples().flatMap(({ name, spec }) => (name.endsWith('few') ? [spec] : []))

describe('drawing in a thread', () => {
  it('returns every kind of figure in order, identical to drawing without a thread', async () => {
    const board = createPlainBoard()
    const words = createFigureWords('zh-CN')
    const here = specs.map((spec) => drawSpec(spec, words, board, palettes))
    expect(await drawFigures(specs, 'zh-CN')).toEqual(here)
  })

  it('returns nothing for no figures', async () => {
    expect(await drawFigures([], 'en')).toEqual([])
  })

  it('stops on request, with the reason', async () => {
    const large = volcanoExample(3000)
    const reason = new Error('enough')
    const controller = new AbortController()
    const many = Array.from({ length: 500 }, () => large)
    const drawing = drawFigures(many, 'en', controller.signal)
    setTimeout(() => controller.abort(reason), 50)
    await expect(drawing).rejects.toBe(reason)
    await expect(drawFigures(specs, 'en', AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  it('throws when the thread fails', async () => {
    const broken = { ...volcanoExample(2), kind: 'boxes' } as unknown as (typeof specs)[number]
    await expect(drawFigures([broken], 'en')).rejects.toThrow('undefined')
  })
})
