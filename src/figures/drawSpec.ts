import { createBoxDrawing } from './boxDrawing.ts'
import { createDotMatrixDrawing, maxDotRows } from './dotMatrixDrawing.ts'
import type { ChartDrawing, Drawing, Kind, Words } from './drawing.ts'
import type { DrawingBoard } from './drawingBoard.ts'
import type { Figure } from './figure.ts'
import { recolour } from './heatmap.ts'
import { createHeatmapDrawing } from './heatmapDrawing.ts'
import { maxVectorCells } from './heatmapPainter.ts'
import { binColumns, sliceHeatmap } from './heatmapSlices.ts'
import { columnCapacity, heightsOf, maxPerColumn, maxRows, widthOfColumns } from './heatmapView.ts'
import type { LegendItem } from './legend.ts'
import { createLollipopDrawing } from './lollipopDrawing.ts'
import { defaultPalettes, type Palettes } from './palettes.ts'
import { registerChartParts } from './registerChartParts.ts'
import { createScatterDrawing } from './scatterDrawing.ts'
import { createSlopesDrawing } from './slopesDrawing.ts'
import type { FigureSpec } from './spec.ts'
import { thinPoints } from './thinPoints.ts'
import { drawSvg } from './vectorFigure.ts'
import { createVolcano } from './volcanoDrawing.ts'

type Of<K extends FigureSpec['kind']> = Extract<FigureSpec, { kind: K }>
type Size = { widthPx: number; heightPx: number }

registerChartParts()

/** A figure as SVG, drawn by what draws it on the screen; what is not shown of long data is told in its legend. */
export function drawSpec(
  spec: FigureSpec,
  t: Words,
  board: DrawingBoard,
  palettes: Palettes = defaultPalettes,
): string {
  switch (spec.kind) {
    case 'ranked':
      return drawRanked(spec, t, board, palettes)
    case 'heatmap':
      return drawHeatmap(spec, t, board, palettes)
    case 'scatter':
      return drawScatter(spec, spec.props, t, board)
    case 'volcano':
      return drawScatter(spec, { ...spec.props, ...createVolcano({ ...spec.props, palettes }, t) }, t, board)
    case 'boxes':
      return drawUnselected(spec, createBoxDrawing(spec.props, t), spec, t, board)
    case 'slopes':
      return drawUnselected(spec, createSlopesDrawing({ ...spec.props, palettes }, t), spec, t, board)
    case 'dots':
      return drawDots(spec, t, board, palettes)
  }
}

type SpecDrawing<K extends Kind> = Drawing<K> & { targets: { count: number } }

function draw<K extends Kind>(
  { props }: FigureSpec,
  drawing: SpecDrawing<K>,
  { widthPx, heightPx }: Size,
  t: Words,
  board: DrawingBoard,
): string {
  const empty: LegendItem[] = drawing.targets.count === 0 ? [{ kind: 'note', label: t('empty') }] : []
  const figure: Figure<K> = {
    drawing: { ...drawing, legend: (theme) => [...empty, ...drawing.legend(theme)] },
    widthPx,
    heightPx,
    summary: props.summary,
    source: props.source,
    ranges: {},
  }
  return drawSvg(figure, board)
}

const drawUnselected = <K extends Kind>(
  spec: FigureSpec,
  drawing: ChartDrawing<K>,
  size: Size,
  t: Words,
  board: DrawingBoard,
): string => draw(spec, { ...drawing, paint: drawing.paint(undefined) }, size, t, board)

function drawRanked(spec: Of<'ranked'>, t: Words, board: DrawingBoard, palettes: Palettes): string {
  const drawing = createLollipopDrawing({ ...spec.props, palettes, from: null }, t)
  return drawUnselected(spec, drawing, withMinSize(spec, drawing), t, board)
}

function drawDots(spec: Of<'dots'>, t: Words, board: DrawingBoard, palettes: Palettes): string {
  const drawing = createDotMatrixDrawing({ ...spec.props, palettes, from: 0 }, t)
  const page = rowsNote(maxDotRows, spec.props.rows.length, t)
  const legend: typeof drawing.legend = (theme) => [...drawing.legend(theme), ...page]
  return drawUnselected(spec, { ...drawing, legend }, withMinSize(spec, drawing), t, board)
}

function drawScatter(
  spec: Of<'scatter'> | Of<'volcano'>,
  props: Of<'scatter'>['props'],
  t: Words,
  board: DrawingBoard,
): string {
  const { points, drawn, total } = thinPoints(props.points)
  const thinned = drawn < total ? [t('thinned', { drawn, total })] : []
  const drawing = createScatterDrawing({ ...props, points }, t)
  let leftOut = 0
  const paint = drawing.paint(undefined, (count) => {
    leftOut = count
  })
  const legend = drawing.legend([...(props.note ?? []), ...thinned], () => leftOut)
  return draw(spec, { ...drawing, paint, legend }, spec, t, board)
}

function drawHeatmap(spec: Of<'heatmap'>, t: Words, board: DrawingBoard, palettes: Palettes): string {
  const { measure } = spec.props
  const heatmap = recolour(spec.props.heatmap, palettes)
  const rows = { from: 0, to: Math.min(heatmap.rows.length, maxRows) - 1 }
  const firstRows = sliceHeatmap(heatmap, { from: 0, to: heatmap.columns.length - 1 }, rows)
  const maxColumns = Math.floor(maxVectorCells / Math.max(1, firstRows.rows.length))
  const shown = binColumns(firstRows, Math.min(maxColumns, columnCapacity(spec.widthPx)))
  const drawing = createHeatmapDrawing({ heatmap, shown, perColumn: maxPerColumn(shown), measure }, t)
  const page = rowsNote(maxRows, heatmap.rows.length, t)
  const size = {
    widthPx: Math.min(spec.widthPx, widthOfColumns(shown.columns.length)),
    heightPx: Math.max(spec.heightPx, heightsOf(shown).minPx),
  }
  const legend: typeof drawing.legend = (theme) => [...drawing.legend(theme), ...page]
  return draw(spec, { ...drawing, legend, paint: drawing.paint(new Set(), null) }, size, t, board)
}

const rowsNote = (limit: number, total: number, t: Words): LegendItem[] =>
  total > limit ? [{ kind: 'note', label: t('firstRowsDrawn', { count: limit, total }) }] : []

const withMinSize = ({ widthPx, heightPx }: Size, needed: Partial<Size>): Size => ({
  widthPx: Math.max(widthPx, needed.widthPx ?? 0),
  heightPx: Math.max(heightPx, needed.heightPx ?? 0),
})
