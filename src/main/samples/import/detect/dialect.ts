import type { Delimiter } from '../../../../shared/domain/samples/importing.ts'
import { createTokenizer } from '../csv/tokenizer.ts'
import { areRowNumbers, detectLayout, isUsualName, type SampleRow } from './detectLayout.ts'
import { normalizeHeader } from './synonyms.ts'

// Written out, since the contract's schema would load all of zod into the worker.
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

const maxSampledRows = 200

/**
 * The start of a file as text, cut at any point. `whole`: true if it is the whole file. `extension`: that of the file
 * name.
 */
export type FileStart = { text: string; whole: boolean; extension: string }

/** The first records of a text. */
export function sampleRows(
  { text, whole }: Pick<FileStart, 'text' | 'whole'>,
  delimiter: Delimiter,
  plainQuotes = false,
): SampleRow[] {
  const rows: SampleRow[] = []
  const tokenizer = createTokenizer({
    delimiter,
    plainQuotes,
    onRow: (cells, line) => void (rows.length < maxSampledRows && rows.push({ cells, line })),
  })
  tokenizer.push(text)
  if (whole) tokenizer.end()
  return rows
}

/** `sep=;` on the first line, which Excel reads as the delimiter and not as data. */
function readSeparatorLine(text: string): Delimiter | null {
  const found = /^sep=(.)(?:\r|\n|$)/i.exec(text)?.[1]
  return delimiters.find((delimiter) => delimiter === found) ?? null
}

/**
 * Detects the delimiter that makes the rows fit the header best: a sign that splits the rows but not the header belongs
 * to the cells. Accepts blanks only if no other sign fits and the columns leave no doubt.
 */
export function detectDelimiter(start: FileStart): Delimiter {
  const separator = readSeparatorLine(start.text)
  if (separator !== null) return separator
  let best: { delimiter: Delimiter; score: number; width: number } | null = null
  for (const delimiter of delimiters) {
    const fit = scoreDelimiter(sampleRows(start, delimiter), delimiter)
    if (fit === null) continue
    const isNamed = delimiter === '\t' && /^\.(?:tsv|tab)$/i.test(start.extension)
    const score = fit.score + (isNamed ? 0.2 : 0)
    if (!best || score > best.score + 1e-9 || (score > best.score - 1e-9 && fit.width > best.width))
      best = { delimiter, score, width: fit.width }
  }
  return best?.delimiter ?? (isSpaceDelimited(sampleRows(start, ' ')) ? ' ' : ',')
}

/** Rates the table that a delimiter makes of the first records. Returns null for a single column. */
function scoreDelimiter(
  rows: readonly SampleRow[],
  delimiter: Delimiter,
): { score: number; width: number } | null {
  const layout = detectLayout(rows)
  if (!layout || layout.width < 2) return null
  const header = rows.find(({ line }) => line === layout.headerLine)?.cells ?? []
  const isSplit = header.every((name) => delimiters.every((one) => one === delimiter || !name.includes(one)))
  return {
    score: layout.quality + 0.1 * Math.min(3, layout.knownNameCount) + (isSplit ? 0.1 : 0),
    width: layout.width,
  }
}

/**
 * True if blanks separate the cells. Sample names have blanks too, so every row must have the same number of cells,
 * distinct texts in the first column, and a column of numbers. “Sample name” is the name of one column.
 */
function isSpaceDelimited(rows: readonly SampleRow[]): boolean {
  const layout = detectLayout(rows)
  if (!layout || layout.width < 2 || layout.quality < 0.95) return false
  const header = rows.find(({ line }) => line === layout.headerLine)?.cells ?? []
  const below = rows.filter(({ line }) => line > layout.headerLine).map(({ cells }) => cells)
  const names = below.map(([first = '']) => normalizeHeader(first))
  const isNumbers = (column: number): boolean =>
    below.every((cells) => isNumberOrMissing(cells[column] ?? ''))
  const shift = layout.rowNames ? 1 : 0
  return (
    below.length > 1 &&
    !isUsualName(header.join(' ')) &&
    new Set(names).size === names.length &&
    (areRowNumbers(names) || names.every((name) => /\p{L}/u.test(name))) &&
    header.some((name, index) => index + shift > 0 && isNumbers(index + shift) && !/^[\d.,+-]+$/.test(name))
  )
}

const isNumberOrMissing = (cell: string): boolean => /^(?:[+-]?\d+(?:[.,]\d+)?|NA|NaN|-)$/i.test(cell)

export const isInQuotes = (cell: string): boolean => /^".*"$/s.test(cell)

/**
 * True if quotes are ordinary characters, as in 5" or "old" stock: among the first records no cell is enclosed in
 * quotes, whether around delimiters or line breaks or alone, where it may be a typing error.
 */
export function hasPlainQuotes(start: FileStart, delimiter: Delimiter): boolean {
  if (!start.text.includes('"')) return false
  const needsQuotes = (cell: string): boolean => cell.includes(delimiter) || /[\r\n]/.test(cell)
  if (sampleRows(start, delimiter).some(({ cells }) => cells.some(needsQuotes))) return false
  const rows = sampleRows(start, delimiter, true)
  if (rows.some(({ cells }) => cells.some(isInQuotes))) return false
  return rows.filter(({ cells }) => cells.some((cell) => cell.includes('"'))).length > 1
}

const signed = /^\s*[+-]?(\d+)([.,])(\d+)\s*$/

/** Returns the sign in a number, and whether it must be a decimal sign: the one of 1,234 may separate thousands. */
export function signOf(cell: string): { of: ',' | '.'; isCertain: boolean } | null {
  const [, integerPart = '', sign, fractionPart = ''] = signed.exec(cell) ?? []
  if (sign === undefined) return null
  const isCertain = fractionPart.length !== 3 || integerPart.length > 3 || integerPart.startsWith('0')
  return { of: sign === ',' ? ',' : '.', isCertain }
}

/**
 * Detects the decimal sign that more cells use; a point if there is none. A column whose numbers all have three digits
 * after the sign does not count, since the sign may separate thousands.
 */
export function detectDecimal(rows: readonly (readonly string[])[]): ',' | '.' {
  const signs = rows.flatMap((cells) =>
    cells.flatMap((cell, column) => {
      const sign = signOf(cell)
      return sign === null ? [] : [{ ...sign, column }]
    }),
  )
  const countOf = (sign: ',' | '.'): number => {
    const own = signs.filter(({ of }) => of === sign)
    const certainColumns = new Set(own.flatMap(({ column, isCertain }) => (isCertain ? [column] : [])))
    return own.filter(({ column }) => certainColumns.has(column)).length
  }
  return countOf(',') > countOf('.') ? ',' : '.'
}
