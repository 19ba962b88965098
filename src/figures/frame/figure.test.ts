import type { Chart } from 'chart.js'
import { expect, it, vi } from 'vitest'
import { createPlainBoard } from '../vector/plainBoard.ts'
import { createStage, type Figure, layOut } from './figure.ts'

const figure: Figure<'bar'> = {
  drawing: { type: 'bar', draw: () => ({ data: { datasets: [] }, options: {} }), legend: () => [] },
  widthPx: 200,
  heightPx: 100,
  summary: 'Summary',
  source: 'From the service',
  ranges: {},
}

it('reserves space for a title above and a caption below, and wraps long ones', () => {
  const { ruler } = createPlainBoard()
  const plain = layOut(figure, ruler)
  expect([plain.title, plain.caption]).toEqual([[], []])
  const title = 'Autophagy rises and mTOR falls under rapamycin'
  const caption = 'Bars are means.\nWhiskers are 95% intervals of the mean over all of the donors.'
  const written = layOut({ ...figure, title, caption }, ruler)
  expect(written.title.length).toBeGreaterThan(1)
  expect(written.title.join(' ')).toBe(title)
  expect(written.caption[0]).toBe('Bars are means.')
  expect(written.caption.join(' ')).toBe(caption.replace('\n', ' '))
  expect(written.legendTopPx - plain.legendTopPx).toBe(written.title.length * 20 + 6)
  const added = written.title.length * 20 + 6 + written.caption.length * 16 + 6
  expect(written.heightPx - plain.heightPx).toBe(added)
  expect(written.widthPx).toBe(plain.widthPx)
})

it('does not draw a chart on the page while it is created, and draws it once its stage is open', () => {
  const stage = createStage()
  const chart = { draw: vi.fn() } as unknown as Chart
  const draws = () => stage.plugin.beforeDraw?.(chart, { cancelable: true }, {})
  expect(draws()).toBe(false)
  stage.open(chart)
  expect(chart.draw).toHaveBeenCalledOnce()
  expect(draws()).toBe(true)
})
