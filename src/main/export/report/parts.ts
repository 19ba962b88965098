import { html, raw } from 'hono/html'
import type { ReportLanguage } from '../../../shared/domain/study.ts'
import type { CollectedStudy } from '../study/study.ts'
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
