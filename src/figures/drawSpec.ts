import i18next from 'i18next'
import localeEn from '../shared/words/en/screens/shared/charts.json' with { type: 'json' }
import localeZh from '../shared/words/zh-CN/screens/shared/charts.json' with { type: 'json' }
import { createDotMatrixDrawing, maxDotRows } from './dotMatrix/dotMatrix.ts'
import {
  type ChartDrawing,
  type Drawing,
  type DrawingBoard,
  type Kind,
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
    case 'heatmap':
      return heatmapFigure(spec, t, palettes)
    case 'scatter':
      return scatterFigure(spec, spec.props, t)
    case 'volcano':
      return scatterFigure(spec, { ...spec.props, ...createVolcano({ ...spec.props, palettes }, t) }, t)
    case 'boxes':
      return unselectedFigure(spec, createBoxDrawing(spec.props, t), t)
    case 'slopes':
      return unselectedFigure(spec, createSlopesDrawing({ ...spec.props, palettes }, t), t)
    case 'adjusted':
      return unselectedFigure(spec, createAdjustedDrawing(spec.props, t), t)
    case 'ranked':
      return unselectedFigure(spec, createLollipopDrawing({ ...spec.props, palettes, from: null }, t), t)
    case 'forest':
      return unselectedFigure(spec, createForestDrawing(spec.props, t), t)
    case 'dots': {
      const drawing = createDotMatrixDrawing({ ...spec.props, palettes, from: 0 }, t)
      return unselectedFigure(spec, drawing, t, rowsNote(maxDotRows, spec.props.rows.length, t))
    }
  }
}

type SpecDrawing<K extends Kind> = Drawing<K> & Pick<ChartDrawing<K>, 'targets'>

/** `pageNote`: a note at the end of the legend, or null. */
function toFigure<K extends Kind>(
  { props }: FigureSpec,
  drawing: SpecDrawing<K>,
  { widthPx, heightPx }: Size,
  t: Words,
  pageNote: string | null = null,
): Figure<K> {
  const notes = toNotes([drawing.targets.count === 0 ? t('empty') : null, ...(props.note ?? [])])
  return {
    drawing: { ...drawing, legend: (theme) => [...notes, ...drawing.legend(theme), ...toNotes([pageNote])] },
    widthPx,
    heightPx,
    summary: props.summary,
    source: props.source,
    ranges: {},
  }
}

/** Draws a figure without a selection. A figure with labeled rows is at least large enough for its labels. */
const unselectedFigure = <K extends Kind>(
  spec: FigureSpec,
  drawing: ChartDrawing<K> & Partial<Size>,
  t: Words,
  pageNote: string | null = null,
): SpecFigure<K> => {
  const size = {
    widthPx: Math.max(spec.widthPx, drawing.widthPx ?? 0),
    heightPx: Math.max(spec.heightPx, drawing.heightPx ?? 0),
  }
  return {
    figure: toFigure(spec, { ...drawing, paint: drawing.paint(undefined) }, size, t, pageNote),
    minHeightPx: drawing.heightPx ?? 0,
  }
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
  const widthPx = Math.min(spec.widthPx, widthOfColumns(shown.columns.length, insets))
  const { minPx } = heightsOf(shown, insets, widthPx)
  const size = { widthPx, heightPx: Math.max(spec.heightPx, minPx) }
  const pageNote = rowsNote(maxRows, heatmap.rows.length, t)
  return {
    figure: toFigure(spec, { ...drawing, paint: drawing.paint() }, size, t, pageNote),
    minHeightPx: minPx,
  }
}

const rowsNote = (limit: number, total: number, t: Words): string | null =>
  total > limit ? t('firstRowsDrawn', { count: limit, total }) : null

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
