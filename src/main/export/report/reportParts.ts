import { html, raw } from 'hono/html'
import { inOrderOf, toSlopePairs } from '../../../figures/comparisonFigures.ts'
import type { BoxGroup, ScatterGroup } from '../../../figures/data.ts'
import type { FigureSpec } from '../../../figures/spec.ts'
import { type GroupStyles, stylesByName } from '../../../figures/style/groupStyles.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import {
  type ComparedMeasure,
  type Comparison,
  pairedTests,
} from '../../../shared/domain/results/comparison.ts'
import { describeValues } from '../../../shared/domain/results/describeCohort.ts'
import { describeMarks, describeNotes } from '../../../shared/domain/results/describeComparison.ts'
import type { ReportLanguage } from '../../../shared/domain/studies/documents.ts'
import { formatYears } from '../../../shared/format/numbers.ts'
import type { DataTable } from '../../../shared/tables/copyTable.ts'
import type { ShownColumn } from '../../../shared/tables/shownComparison.ts'
import { isMessage, type Message, message } from '../../../shared/words/message.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'
import type { Say } from '../methods/facts.ts'

/** Markup whose texts are already escaped. */
export type Html = ReturnType<typeof html>

/** The input of every part of a report. `figure` and `tableNumber` count up as the parts follow each other. */
export type ReportContext = {
  collected: CollectedStudy
  say: Say
  language: ReportLanguage
  /** Renders a figure with its caption; empty if there is no figure of that name. */
  figure(name: string): Html | ''
  tableNumber(): number
}

/** Isolates a text of a user or the service, so that its direction does not affect its surroundings. */
export const named = (text: string): Html => html`<bdi>${text}</bdi>`

/** Returns a time with seconds precision; an unknown format stays unchanged. */
export const toTime = (at: string): string => {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? at : `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}`
}

export const toUtc = (at: string): string => `${toTime(at)} UTC`

/** `Html` for texts from users and services; a plain string for numbers and ids. */
type ReportText = Html | Message | string

export type Column<Row> = {
  head: ReportText
  of(row: Row): ReportText
  as?: 'number' | 'id' | 'time' | 'text'
}

/** Returns a column of numbers. `of`: the part of a row that has the number. */
export const numberColumn = <Row, Part = Row>(
  { head, text }: ShownColumn<Part>,
  of: (row: Row) => Part,
): Column<Row> => ({ head, of: (row) => text(of(row)) ?? none, as: 'number' })

/** Returns the column of the limitations of p; empty if no row has any. */
export const noteColumns = <Row>(
  rows: readonly Row[],
  of: (row: Row) => Parameters<typeof describeMarks>[0],
): Column<Row>[] =>
  rows.some((row) => describeMarks(of(row)))
    ? [{ head: message('report.note'), of: (row) => describeMarks(of(row)) ?? '' }]
    : []

/** Renders a table, whose first column contains the row headers. */
export function tableOf<Row>(
  { say, tableNumber }: Pick<ReportContext, 'say' | 'tableNumber'>,
  table: {
    caption: Message
    columns: readonly Column<Row>[]
    rows: readonly Row[]
    /** True for rows shown in a lighter color. */
    faded?: (row: Row) => boolean
  },
): Html {
  const { caption, columns, rows, faded } = table
  return html`<div class="scroll"><table class="${columns.length <= 4 ? 'narrow' : ''}">
<caption>${captionOf(say, tableNumber(), caption)}</caption>
<thead><tr>${columns.map(({ head, as = 'text' }) => html`<th scope="col" class="${as}">${textOf(head, say)}</th>`)}</tr></thead>
<tbody>${rows.map(
    (
      row,
    ) => html`<tr${raw(faded?.(row) ? ' class="faded"' : '')}>${columns.map((column, at) => cellOf(column, row, say, at === 0))}</tr>
`,
  )}</tbody>
</table></div>`
}

function cellOf<Row>({ of, as = 'text' }: Column<Row>, row: Row, say: Say, isHead: boolean): Html {
  const text = textOf(of(row), say)
  return isHead ? html`<th scope="row" class="${as}">${text}</th>` : html`<td class="${as}">${text}</td>`
}

/** Renders a text. The direction of a name in a message does not affect its surroundings. */
const textOf = (text: ReportText, say: Say): Html | string => (isMessage(text) ? named(say(text)) : text)

const captionOf = (say: Say, number: number, caption: Message): string =>
  `${say(message('report.table', { number }))} ${say(caption)}`

export type Fact = readonly [name: Message, value: ReportText]

/** Renders names and values, one pair per row. */
export function factsOf(
  { say, tableNumber }: Pick<ReportContext, 'say' | 'tableNumber'>,
  caption: Message,
  facts: readonly Fact[],
): Html {
  return html`<table class="facts narrow">
<caption>${captionOf(say, tableNumber(), caption)}</caption>
<tbody>${facts.map(
    ([name, value]) => html`<tr><th scope="row">${say(name)}</th><td>${textOf(value, say)}</td></tr>
`,
  )}</tbody>
</table>`
}

export const paragraph = (
  { say }: Pick<ReportContext, 'say'>,
  line: Message,
): Html => html`<p class="hint">${say(line)}</p>
`

/** Renders the limits and exclusions of the comparisons, each once. */
export function notesOf(
  { say }: Pick<ReportContext, 'say'>,
  comparisons: readonly Parameters<typeof describeNotes>[0][],
): Html | '' {
  const notes = new Set(comparisons.flatMap((one) => describeNotes(one).map(say)))
  if (notes.size === 0) return ''
  return html`<div class="notes"><p>${say(message('report.whatComparisonCannotShow'))}</p><ul>${[
    ...notes,
  ].map(
    (note) => html`<li>${named(note)}</li>
`,
  )}</ul></div>`
}

export const cautionsTitle = message('report.cautions')

/** Renders sentences under a title; empty if there are none. */
export const listOfSentences = (
  { say }: Pick<ReportContext, 'say'>,
  title: Message,
  sentences: readonly { statement: Message }[],
): Html | '' =>
  sentences.length === 0
    ? ''
    : html`<h3>${say(title)}</h3>
<ul>${sentences.map(
        ({ statement }) => html`<li>${named(say(statement))}</li>
`,
      )}</ul>`

/** Shown for a missing value. */
export const none = '–'

export const yesNo = (is: boolean) => (is ? message('report.yes') : message('report.no'))

export const measureNames: Record<Measure, Message> = {
  activity: message('report.activity'),
  aging_offset: message('report.agingOffset'),
}

/** The column headers for samples. */
export const sampleHeads = {
  sampleId: message('report.sampleId'),
  reference: message('report.reference'),
  group: message('report.groupHeading'),
}
/** A figure to draw. `name`: for files, of plain letters, digits and `-`. */
export type PlannedFigure = {
  name: string
  title: string
  caption: string
  spec: FigureSpec
  data: DataTable
}

/** With more groups than this, boxes on half a page would be too narrow. */
const maxGroupsOnHalf = 4

/** Returns a figure of each group's values: boxes, or a line per pair for a paired test. */
export function groupsSpec(
  { pairOf }: CollectedStudy,
  { test }: Comparison<ComparedMeasure>,
  shown: {
    /** In the order of the comparison. */
    groups: readonly BoxGroup[]
    styles: GroupStyles
    props: { valueTitle: string; summary: string; note?: readonly string[]; source: string }
    say: Say
  },
): FigureSpec {
  const { groups, styles, props, say } = shown
  const size = { widthPx: groups.length > maxGroupsOnHalf ? fullWidthPx : halfWidthPx, heightPx: 280 }
  const pairs = pairedTests.has(test) ? toSlopePairs(groups, (sampleId) => pairOf.get(sampleId)) : []
  const [first = '', second = ''] = groups.map(({ name }) => name)
  return pairs.length > 0
    ? {
        ...size,
        kind: 'slopes',
        props: { ...props, pairs, names: [second, first], pairWord: say(message('report.pair')) },
      }
    : {
        ...size,
        kind: 'boxes',
        props: {
          ...props,
          groups: inOrderOf(styles, groups),
          styles,
          pointWord: say(message('report.sample')),
        },
      }
}

export const dataOfGroups = (groups: readonly BoxGroup[], valueTitle: string, say: Say): DataTable => ({
  columns: [...[sampleHeads.sampleId, sampleHeads.reference, sampleHeads.group].map(say), valueTitle],
  rows: groups.flatMap((group) => group.values.map(({ id, label, value }) => [id, label, group.name, value])),
})

/** Enough decimals that a small difference does not show as 0. */
const yearDecimals = 2
export const toYears = (value: number | null | undefined): string =>
  value === null || value === undefined ? none : formatYears(value, yearDecimals)
export const intervalOfYears = (low: number | null, high: number | null): string =>
  low === null || high === null ? none : `${toYears(low)} … ${toYears(high)}`

/** The width between the margins of A4, in CSS pixels. */
export const fullWidthPx = 670
const halfWidthPx = 330

/** Returns the title of a measure's values, with the unit or the note that there is none. */
export const valueTitleOf = ({ units }: CollectedStudy, measure: Measure): Message =>
  describeValues(measure, units[`${measure}_unit`] || null)

export const unitOf = (unit: string | undefined): Message =>
  unit ? message('report.setProfile', { unit }) : message('report.notDocumentedReturned')

export const scatterGroupsOf = ({ groups }: CollectedStudy): ScatterGroup[] =>
  [...groups.styles].map(([name, style]) => ({ name, ...style }))

/** Returns the styles of the compared groups; groups made by hand have default styles. */
export const comparedStyles = ({ study, groups }: CollectedStudy, names: readonly string[]): GroupStyles => {
  const of = study.kind === 'cohort' ? study.comparison?.groups : undefined
  return of && 'by' in of ? groups.stylesOf(of.by) : stylesByName(names)
}

export const toFileName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'pathway'
