import { expect, it } from 'vitest'
import { createFigureWords, createSpecFigure } from '../drawSpec.ts'
import { read } from '../testing/drawn.ts'
import { boxesExample, heatmapExample } from '../testing/examples.ts'
import { createPlainBoard } from '../vector/plainBoard.ts'
import { drawSheetSvg } from '../vector/vectorFigure.ts'
import { layOutBoard, type Sheet } from './sheet.ts'

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

const layOut = (columns: number, panels: { span: number; mm: number }[]) =>
  layOutBoard({
    widthMm: 174,
    columns,
    panels,
    topMm: 8,
    bottomMm: 10,
    heightOf: (place) => panels[place]?.mm ?? 0,
  })

it('puts panels side by side in columns of equal width, each row as high as its tallest panel', () => {
  const board = layOut(2, [
    { span: 1, mm: 60 },
    { span: 1, mm: 72 },
    { span: 2, mm: 90 },
    { span: 1, mm: 55 },
  ])
  expect(board.panels).toEqual([
    { xMm: 0, yMm: 8, widthMm: 87, heightMm: 72 },
    { xMm: 87, yMm: 8, widthMm: 87, heightMm: 72 },
    { xMm: 0, yMm: 80, widthMm: 174, heightMm: 90 },
    { xMm: 0, yMm: 170, widthMm: 87, heightMm: 55 },
  ])
  expect(board.heightMm).toBe(235)
})

it('starts a new row for a panel that does not fit, and makes no panel wider than the board', () => {
  const board = layOut(3, [
    { span: 2, mm: 50 },
    { span: 2, mm: 40 },
    { span: 3, mm: 30 },
  ])
  expect(board.panels.map(({ xMm, yMm, widthMm }) => [xMm, yMm, widthMm])).toEqual([
    [0, 8, 116],
    [0, 58, 116],
    [0, 98, 174],
  ])
  const single = layOut(1, [{ span: 3, mm: 50 }])
  expect(single.panels).toEqual([{ xMm: 0, yMm: 8, widthMm: 174, heightMm: 50 }])
})

it('requests the height of each panel for its actual width', () => {
  const board = layOutBoard({
    widthMm: 85,
    columns: 2,
    panels: [{ span: 1 }, { span: 2 }],
    topMm: 0,
    bottomMm: 0,
    heightOf: (_, widthMm) => widthMm / 2,
  })
  expect(board.panels.map(({ heightMm }) => heightMm)).toEqual([21.25, 42.5])
  expect(board.heightMm).toBe(63.75)
})

it('is as high as its text if there are no panels', () => {
  expect(layOut(2, [])).toEqual({ heightMm: 18, panels: [] })
})
