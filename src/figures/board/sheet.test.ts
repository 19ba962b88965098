import { expect, it } from 'vitest'
import { createFigureWords, createSpecFigure } from '../drawSpec.ts'
import { read } from '../testing/drawn.ts'
import { boxesExample, heatmapExample } from '../testing/examples.ts'
import { createPlainBoard } from '../vector/plainBoard.ts'
import { drawSheetSvg } from '../vector/vectorFigure.ts'
import type { Sheet } from './sheet.ts'

const words = createFigureWords('en')
const figureOf = (spec: ReturnType<typeof heatmapExample>) => ({
  ...createSpecFigure({ ...spec, widthPx: 300, heightPx: 200 }, words).figure,
  background: 'none' as const,
})
const heatmap = figureOf(heatmapExample(6, 12, true))

const sheet: Sheet = {
  widthPx: 640,
  heightPx: 500,
  summary: 'Board of Heatmap, Heatmap, Groups.',
  figures: [
    { figure: heatmap, x: 0, y: 20 },
    { figure: heatmap, x: 320, y: 20 },
    { figure: figureOf(boxesExample(8)), x: 0, y: 260 },
  ],
  lines: [{ text: 'A', font: '700 14px Arial', isDimmed: false, x: 12, y: 20 }],
}
const drawn = read(drawSheetSvg(sheet, createPlainBoard()))

it('places each figure in its position on one white page', () => {
  const groups = [...(drawn.root?.childNodes ?? [])].flatMap((node) =>
    'getAttribute' in node && typeof node.getAttribute === 'function'
      ? [String(node.getAttribute('transform') ?? '')]
      : [],
  )
  expect(groups.filter((transform) => transform.startsWith('translate'))).toEqual([
    'translate(0 20)',
    'translate(320 20)',
    'translate(0 260)',
  ])
  expect(drawn.root?.getAttribute('viewBox')).toBe('0 0 640 500')
  expect(drawn.of('desc')).toBe(sheet.summary)
  expect(drawn.texts).toContain('A')
})

it('gives every clip path a unique name, even if one figure appears twice', () => {
  expect(drawn.names.length).toBeGreaterThan(2)
  expect(new Set(drawn.names).size).toBe(drawn.names.length)
  expect(drawn.names).toEqual(expect.arrayContaining(drawn.uses))
})
