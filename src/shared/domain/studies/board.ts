import { z } from 'zod'
import { sampleChoiceSchema, valueViewSchema } from '../results/cohort.ts'

const boardFigures = [
  'heatmap',
  'pca',
  'groups',
  'groupPairs',
  'clock',
  'ages',
  'agePairs',
  'volcano',
  'forest',
  'dots',
  'comparedGroups',
  'comparedPairs',
  'modelForest',
  'modelEffect',
  'modelMeans',
  'modelResiduals',
  'modelQq',
] as const
export type BoardFigure = (typeof boardFigures)[number]

/**
 * The definition that a figure is redrawn from: the samples and values it shows, and the search parameters of its view.
 */
const figureDefinitionSchema = z.strictObject({
  figure: z.enum(boardFigures),
  of: sampleChoiceSchema,
  measure: z.enum(['activity', 'aging_offset']),
  view: valueViewSchema,
  /** The view parses it as leniently as an address. */
  search: z.record(z.string().max(100), z.json()),
})
export type FigureDefinition = z.infer<typeof figureDefinitionSchema>

export const mostPanels = 12
export const mostColumns = 3
export const mostBoards = 50

/** Limits in millimeters and points on paper. */
export const boardSizes = { widthMm: { least: 30, most: 1200 }, lettersPt: { least: 4, most: 36 } } as const

const panelSchema = z.strictObject({
  panelId: z.string().min(1).max(100),
  definition: figureDefinitionSchema,
  /** Shown beside its letter. Empty: no title. */
  title: z.string().max(300),
  /** The number of board columns that it spans, at most all. */
  span: z.number().int().min(1).max(mostColumns),
})
export type BoardPanel = z.infer<typeof panelSchema>

/** The figures of a study on one sheet, lettered in their order. */
export const boardSchema = z.strictObject({
  boardId: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(200),
  /** Shown above and below the panels. Empty: not shown. */
  title: z.string().max(2000),
  caption: z.string().max(5000),
  widthMm: z.number().min(boardSizes.widthMm.least).max(boardSizes.widthMm.most),
  lettersPt: z.number().min(boardSizes.lettersPt.least).max(boardSizes.lettersPt.most),
  columns: z.number().int().min(1).max(mostColumns),
  panels: z.array(panelSchema).max(mostPanels),
})
export type Board = z.infer<typeof boardSchema>

export const letterOf = (place: number): string => String.fromCharCode('A'.charCodeAt(0) + place)
