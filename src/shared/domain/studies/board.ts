import { z } from 'zod'
import { sampleChoiceSchema, valueViewSchema } from '../results/cohort.ts'

/** The charts of a study that a board may hold, by what they show. */
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
] as const
export type BoardFigure = (typeof boardFigures)[number]

/**
 * What a figure is drawn anew from: which samples of the study, which of their numbers, and how they are shown, as the
 * address of its view says it.
 */
const figureDefinitionSchema = z
  .object({
    figure: z.enum(boardFigures),
    of: sampleChoiceSchema,
    measure: z.enum(['activity', 'aging_offset']),
    view: valueViewSchema,
    /** Read by the view as leniently as an address. */
    search: z.record(z.string().max(100), z.json()),
  })
  .strict()
export type FigureDefinition = z.infer<typeof figureDefinitionSchema>

export const mostPanels = 12
export const mostColumns = 3
export const mostBoards = 50

/** Millimeters and points on paper. */
export const boardSizes = {
  widthMm: { least: 30, most: 1200 },
  lettersPt: { least: 4, most: 36 },
} as const

const panelSchema = z
  .object({
    panelId: z.string().min(1).max(100),
    definition: figureDefinitionSchema,
    /** Beside its letter; empty: none. */
    title: z.string().max(300),
    /** How many columns of the board it takes, at most all. */
    span: z.number().int().min(1).max(mostColumns),
  })
  .strict()
export type BoardPanel = z.infer<typeof panelSchema>

/** Figures of a study on one sheet. They are lettered in their order. */
export const boardSchema = z
  .object({
    boardId: z.string().min(1).max(100),
    name: z.string().trim().min(1).max(200),
    /** Above and below the panels; empty: none. */
    title: z.string().max(2000),
    caption: z.string().max(5000),
    widthMm: z.number().min(boardSizes.widthMm.least).max(boardSizes.widthMm.most),
    lettersPt: z.number().min(boardSizes.lettersPt.least).max(boardSizes.lettersPt.most),
    columns: z.number().int().min(1).max(mostColumns),
    panels: z.array(panelSchema).max(mostPanels),
  })
  .strict()
export type Board = z.infer<typeof boardSchema>

/** A, B, …; twelve at most. */
export const letterOf = (place: number): string => String.fromCharCode('A'.charCodeAt(0) + place)
