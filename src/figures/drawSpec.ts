import i18next from 'i18next'
import localeEn from '../shared/words/en/screens/shared/charts.json' with { type: 'json' }
import localeZh from '../shared/words/zh-CN/screens/shared/charts.json' with { type: 'json' }
import { createDotMatrixDrawing, maxDotRows } from './dotMatrix/dotMatrix.ts'
import {
  type ChartDrawing,
  type Drawing,
  type DrawingBoard,
  type Kind,
  type LegendItem,
  toNotes,
  type Words,
} from './frame/drawing.ts'
import { type Figure, registerChartParts } from './frame/figure.ts'
import { createAdjustedDrawing } from './groups/adjusted.ts'
import { createBoxDrawing } from './groups/boxes.ts'
import { createSlopesDrawing } from './groups/slopes.ts'
import { binColumns, recolour, sliceHeatmap } from './heatmap/heatmap.ts'
import { createHeatmapDrawing } from './heatmap/heatmapDrawing.ts'
import { maxVectorCells } from './heatmap/heatmapPainter.ts'
import {
  columnCapacity,
  heightsOf,
  insetsOf,
  maxPerColumn,
  maxRows,
  widthOfColumns,
} from './heatmap/heatmapView.ts'
import { createForestDrawing } from './lollipops/forest.ts'
import { createLollipopDrawing } from './lollipops/lollipops.ts'
import { thinPoints } from './scatter/scatter.ts'
import { createScatterDrawing } from './scatter/scatterDrawing.ts'
import { createVolcano } from './scatter/volcano.ts'
import type { FigureSpec } from './spec.ts'
import { defaultPalettes, type Palettes } from './style/colours.ts'
import { drawSvg } from './vector/vectorFigure.ts'

const locale = { en: localeEn, 'zh-CN': localeZh }

type Of<K extends FigureSpec['kind']> = Extract<FigureSpec, { kind: K }>
type Size = { widthPx: number; heightPx: number }

registerChartParts()

/**
 * A figure and the smallest height at which each of its rows has room (0 for figures without rows). Its legend reports
 * the data that is not shown. `surface`: what it is drawn on; without images it has fewer cells.
 */
export type SpecFigure<K extends Kind = Kind> = { figure: Figure<K>; minHeightPx: number }

/** Draws a figure as SVG, with the same code that draws it on the screen. */
export const drawSpec = (
  spec: FigureSpec,
  t: Words,
  board: DrawingBoard,
  palettes: Palettes = defaultPalettes,
): string => drawSvg(createSpecFigure(spec, t, palettes).figure, board)

export function createSpecFigure(
  spec: FigureSpec,
  t: Words,
  palettes: Palettes = defaultPalettes,
): SpecFigure {
  switch (spec.kind) {
    case 'ranked':
      return rankedFigure(spec, t, palettes)
    case 'heatmap':
      return heatmapFigure(spec, t, palettes)
    case 'scatter':
      return scatterFigure(spec, spec.props, t)
    case 'volcano':
      return scatterFigure(spec, { ...spec.props, ...createVolcano({ ...spec.props, palettes }, t) }, t)
    case 'boxes':
      return unselectedFigure(spec, createBoxDrawing(spec.props, t), spec, t)
    case 'slopes':
      return unselectedFigure(spec, createSlopesDrawing({ ...spec.props, palettes }, t), spec, t)
    case 'adjusted':
      return unselectedFigure(spec, createAdjustedDrawing(spec.props, t), spec, t)
    case 'dots':
      return dotsFigure(spec, t, palettes)
    case 'forest':
      return withRows(spec, createForestDrawing(spec.props, t), t)
  }
}

type SpecDrawing<K extends Kind> = Drawing<K> & { targets: { count: number } }

function toFigure<K extends Kind>(
  { props }: FigureSpec,
  drawing: SpecDrawing<K>,
  { widthPx, heightPx }: Size,
  t: Words,
): Figure<K> {
  const notes = [...(drawing.targets.count === 0 ? [t('empty')] : []), ...(props.note ?? [])]
  return {
    drawing: { ...drawing, legend: (theme) => [...toNotes(notes), ...drawing.legend(theme)] },
    widthPx,
    heightPx,
    summary: props.summary,
    source: props.source,
    ranges: {},
  }
}

const unselectedFigure = <K extends Kind>(
  spec: FigureSpec,
  drawing: ChartDrawing<K>,
  size: Size,
  t: Words,
  minHeightPx = 0,
): SpecFigure<K> => ({
  figure: toFigure(spec, { ...drawing, paint: drawing.paint(undefined) }, size, t),
  minHeightPx,
})

/** Draws a figure whose rows are all labeled. */
const withRows = <K extends Kind>(
  spec: FigureSpec,
  drawing: ChartDrawing<K> & { widthPx?: number; heightPx: number },
  t: Words,
): SpecFigure<K> => unselectedFigure(spec, drawing, withMinSize(spec, drawing), t, drawing.heightPx)

const rankedFigure = (spec: Of<'ranked'>, t: Words, palettes: Palettes): SpecFigure =>
  withRows(spec, createLollipopDrawing({ ...spec.props, palettes, from: null }, t), t)

function dotsFigure(spec: Of<'dots'>, t: Words, palettes: Palettes): SpecFigure {
  const drawing = createDotMatrixDrawing({ ...spec.props, palettes, from: 0 }, t)
  const page = rowsNote(maxDotRows, spec.props.rows.length, t)
  return withRows(spec, { ...drawing, legend: (theme) => [...drawing.legend(theme), ...page] }, t)
}

function scatterFigure(
  spec: Of<'scatter'> | Of<'volcano'>,
  props: Of<'scatter'>['props'],
  t: Words,
): SpecFigure {
  const { points, drawn, total } = thinPoints(props.points)
  const thinned = drawn < total ? t('thinned', { drawn, total }) : null
  const drawing = createScatterDrawing({ ...props, points }, t)
  let leftOut = 0
  const paint = drawing.paint(undefined, (count) => {
    leftOut = count
  })
  const legend = drawing.legend(thinned, () => leftOut)
  return { figure: toFigure(spec, { ...drawing, paint, legend }, spec, t), minHeightPx: 0 }
}

function heatmapFigure(spec: Of<'heatmap'>, t: Words, palettes: Palettes): SpecFigure {
  const { measure } = spec.props
  const heatmap = recolour(spec.props.heatmap, palettes)
  const rows = { from: 0, to: Math.min(heatmap.rows.length, maxRows) - 1 }
  const firstRows = sliceHeatmap(heatmap, { from: 0, to: heatmap.columns.length - 1 }, rows)
  const maxColumns = Math.floor(maxVectorCells / Math.max(1, firstRows.rows.length))
  const insets = insetsOf(firstRows, 1)
  const shown = binColumns(firstRows, Math.min(maxColumns, columnCapacity(spec.widthPx, insets)))
  const drawing = createHeatmapDrawing({ heatmap, shown, perColumn: maxPerColumn(shown), measure }, t)
  const page = rowsNote(maxRows, heatmap.rows.length, t)
  const widthPx = Math.min(spec.widthPx, widthOfColumns(shown.columns.length, insets))
  const { minPx } = heightsOf(shown, insets, widthPx)
  const size = { widthPx, heightPx: Math.max(spec.heightPx, minPx) }
  const legend: typeof drawing.legend = (theme) => [...drawing.legend(theme), ...page]
  return {
    figure: toFigure(spec, { ...drawing, legend, paint: drawing.paint() }, size, t),
    minHeightPx: minPx,
  }
}

const rowsNote = (limit: number, total: number, t: Words): LegendItem[] =>
  total > limit ? [{ kind: 'note', label: t('firstRowsDrawn', { count: limit, total }) }] : []

const withMinSize = ({ widthPx, heightPx }: Size, needed: Partial<Size>): Size => ({
  widthPx: Math.max(widthPx, needed.widthPx ?? 0),
  heightPx: Math.max(heightPx, needed.heightPx ?? 0),
})

/** Creates the translations of the figures for a process without a page. */
export function createFigureWords(language: keyof typeof locale): Words {
  const words = i18next.createInstance()
  void words.init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'charts',
    resources: { en: { charts: locale.en }, 'zh-CN': { charts: locale['zh-CN'] } },
    // The text is inserted into the SVG as a text node.
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return words.getFixedT(language, 'charts')
}
