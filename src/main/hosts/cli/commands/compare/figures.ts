import type { CohortProvenance } from '../../../../../shared/domain/results/cohort.ts'
import type { ComparedMeasure } from '../../../../../shared/domain/results/comparison.ts'
import { describeAgeComparison } from '../../../../../shared/domain/results/describeClock.ts'
import { toEnglish } from '../../../../../shared/words/message.ts'
import { type Output, pick } from '../../output/output.ts'

export function unitWords(measure: ComparedMeasure): string {
  if (measure === 'activity') return 'Activity (as returned, unit not documented)'
  if (measure === 'aging_offset') return 'Aging offset (as returned, unit not documented)'
  return toEnglish(describeAgeComparison(measure))
}

type PrintedColumn<Row> = readonly [heading: string, of: (row: Row) => unknown]
export type PrintedColumns<Row> = readonly PrintedColumn<Row>[]

export const printTable = <Row>(output: Output, rows: readonly Row[], columns: PrintedColumns<Row>): void =>
  output.table(
    columns.map(([heading]) => heading),
    rows.map((row) => columns.map(([, of]) => of(row))),
  )

/** Returns the members of a summary about the values of an analysis, and the notes on each measure. */
export const originOf = (of: CohortProvenance): Record<string, unknown> =>
  pick(of, 'service', 'oldestFetchedAt', 'newestFetchedAt', 'synthetic')
export const notesOf = <Note extends object>(
  found: readonly { measure: ComparedMeasure; notes: readonly Note[] }[],
) => found.flatMap(({ measure, notes }) => notes.map((note) => ({ measure, ...note })))

/** Formats a probability so that programs can read it too, such as 3.95e-13. */
export const chance = (value: number | null): string =>
  value === null ? '' : String(Number(value.toPrecision(3)))

export const formatInterval = ({ ciLow, ciHigh }: { ciLow: number | null; ciHigh: number | null }): string =>
  ciLow === null ? '' : `${figure(ciLow)} to ${figure(ciHigh)}`

export const figure = (value: number | null): string =>
  value === null ? '' : Number(value.toPrecision(4)).toString()
