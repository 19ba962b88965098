import type { FigureSpec } from '../../../figures/spec.ts'
import type { Measure } from '../../../shared/domain/analysis.ts'
import type { DataTable } from '../../../shared/format/dataTable.ts'
import type { CollectedStudy } from '../study/study.ts'
import type { Words } from './wordsEn.ts'

/** A figure that is to be drawn. `name`: for files; plain letters, digits and `-`. */
export type PlannedFigure = {
  name: string
  title: string
  caption: string
  spec: FigureSpec
  data: DataTable
}

/** What fits between the margins of A4, in CSS pixels. */
export const fullWidthPx = 670
export const halfWidthPx = 330

/** Where the numbers of a figure are from: it may leave the report without it. */
export function sourceOf(
  of: {
    service: string | null
    oldestFetchedAt: string | null
    newestFetchedAt: string | null
    synthetic: boolean
  },
  words: Words,
): string {
  const { service, oldestFetchedAt: from, newestFetchedAt: to } = of
  const times = from === null ? [] : [from === to || to === null ? from : words.source.between(from, to)]
  return [
    service === null ? words.source.none : words.source.from(service),
    ...times,
    ...(of.synthetic ? [words.synthetic.short] : []),
    words.research,
  ].join('; ')
}

/** Of values of a measure, with unit or its absence. */
export const valueTitleOf = ({ units }: CollectedStudy, measure: Measure, words: Words): string =>
  words.valueTitle(measure, units[`${measure}_unit`] || undefined)

/** All groups of the study, so that each has the same colour in every figure. */
export const groupsOf = ({ samples }: CollectedStudy): string[] =>
  [...new Set(samples.flatMap(({ group }) => group ?? []))].sort()

/** Plain letters, digits and `-`, for names of files. */
export const toFileName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'pathway'
