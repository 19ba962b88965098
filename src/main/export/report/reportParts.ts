import { html, raw } from 'hono/html'
import type { FigureSpec } from '../../../figures/spec.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import type { ReportLanguage } from '../../../shared/domain/results/study.ts'
import type { DataTable } from '../../../shared/format/copyTable.ts'
import type { CollectedStudy } from '../study/collectStudy.ts'
import { type Words, wordsEn } from './wordsEn.ts'
import { wordsZh } from './wordsZh.ts'

/** Markup whose texts are escaped already. */
export type Html = ReturnType<typeof html>

export const wordsOf: Record<ReportLanguage, Words> = { en: wordsEn, 'zh-CN': wordsZh }

/** What every part of a report is made from. `figure` and `tableNumber` count on as the parts follow each other. */
export type ReportContext = {
  collected: CollectedStudy
  words: Words
  language: ReportLanguage
  /** A figure with its caption; nothing where there is none of that name. */
  figure(name: string): Html | ''
  tableNumber(): number
}

/** A text of a person or the service; whatever its direction, it turns nothing around it. */
export const named = (text: string): Html => html`<bdi>${text}</bdi>`

/** To the second, as nobody reads further; an unknown form stays as it came. */
export const toTime = (at: string): string => {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? at : `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}`
}

export const toUtc = (at: string): string => `${toTime(at)} UTC`

export type Column<Row> = {
  head: Html | string
  of(row: Row): Html | string
  as?: 'number' | 'id' | 'time' | 'text'
}

/** The first column names its row. */
export function tableOf<Row>(
  { words, tableNumber }: Pick<ReportContext, 'words' | 'tableNumber'>,
  table: {
    caption: string
    columns: readonly Column<Row>[]
    rows: readonly Row[]
    /** Shown paler. */
    faded?: (row: Row) => boolean
  },
): Html {
  const { caption, columns, rows, faded } = table
  return html`<div class="scroll"><table class="${columns.length <= 4 ? 'narrow' : ''}">
<caption>${words.table(tableNumber())} ${caption}</caption>
<thead><tr>${columns.map(({ head, as = 'text' }) => html`<th scope="col" class="${as}">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    (
      row,
    ) => html`<tr${raw(faded?.(row) ? ' class="faded"' : '')}>${columns.map((column, at) => cellOf(column, row, at === 0))}</tr>
`,
  )}</tbody>
</table></div>`
}

const cellOf = <Row>({ of, as = 'text' }: Column<Row>, row: Row, isHead: boolean): Html =>
  isHead ? html`<th scope="row" class="${as}">${of(row)}</th>` : html`<td class="${as}">${of(row)}</td>`

/** Names with what they stand for, a row each. */
export function factsOf(
  { words, tableNumber }: Pick<ReportContext, 'words' | 'tableNumber'>,
  caption: string,
  facts: readonly (readonly [name: string, value: Html | string])[],
): Html {
  return html`<table class="facts narrow">
<caption>${words.table(tableNumber())} ${caption}</caption>
<tbody>${facts.map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>
`,
  )}</tbody>
</table>`
}

export const paragraphs = (lines: readonly string[], className = 'hint'): Html[] =>
  lines.map(
    (line) => html`<p class="${className}">${line}</p>
`,
  )

const maxNamed = 6

/** Names as a list that ends where it would be too long to read. */
export const formatSome = (names: readonly string[], words: Words): string => {
  const first = words.list(names.slice(0, maxNamed))
  return names.length > maxNamed ? words.andMore(first, names.length - maxNamed) : first
}

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
