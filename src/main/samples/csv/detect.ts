import type { Delimiter } from '../../../shared/domain/importing.ts'
import { markPlace } from '../brokenMark.ts'
import { signOf } from './sign.ts'
import { createTokenizer } from './tokenizer.ts'

// Written out, since the contract's schema would load all of zod into the worker.
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

export type SampleRow = { cells: string[]; line: number }

/** How many records are looked at. */
const sampledRows = 200
/** A preamble longer than this is not looked past. */
const preambleRows = 50

/** The first records of a text, cut anywhere at its end; `whole`: the text is all there is. */
export function sampleRows(text: string, delimiter: Delimiter, whole: boolean): SampleRow[] {
  const rows: SampleRow[] = []
  const tokenizer = createTokenizer({
    delimiter,
    onRow: (cells, line) => void (rows.length < sampledRows && rows.push({ cells, line })),
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

const isSeparatorRow = (cells: readonly string[]): boolean =>
  /^sep=/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')

/** The delimiter with which most records have the same number of cells; more cells decide between equals. */
export function detectDelimiter(text: string, whole: boolean): Delimiter {
  const separator = readSeparatorLine(text)
  if (separator !== null) return separator
  let best: { delimiter: Delimiter; share: number; width: number } | null = null
  for (const delimiter of delimiters) {
    const rows = sampleRows(text, delimiter, whole)
    const width = usualWidth(rows)
    if (width < 2) continue
    const share = rows.filter((row) => row.cells.length === width).length / rows.length
    if (!best || share > best.share + 0.05 || (share > best.share - 0.05 && width > best.width))
      best = { delimiter, share, width }
  }
  return best?.delimiter ?? ','
}

/** The number of cells that most records have; the larger of two that are as common. */
function usualWidth(rows: readonly SampleRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width] = [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0] ?? [0]
  return width
}

/**
 * The physical line of the header: the first record as wide as most whose cells are mostly filled, with names, so
 * that titles and notes above it are passed over. Null when there is no record at all. `endsOpen`: a row says nothing
 * of the empty cells at its end, so the header may be wider than most.
 */
export function detectHeaderLine(rows: readonly SampleRow[], endsOpen = false): number | null {
  const candidates = rows.filter((row) => row.line > 1 || !isSeparatorRow(row.cells))
  // A file of failed rows, most of which may have a cell more than the header.
  if (candidates.some(({ cells }) => markPlace(cells) >= 0)) return candidates[0]?.line ?? null
  const width = usualWidth(candidates)
  const wide = candidates
    .slice(0, preambleRows)
    .filter(
      ({ cells }) => cells.length === width || (endsOpen && cells.length > width && looksLikeNames(cells)),
    )
  const header = wide.find((row) => looksLikeNames(row.cells)) ?? wide[0] ?? candidates[0]
  return header?.line ?? null
}

function looksLikeNames(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const named = filled.filter((cell) => !/^[\s\d.,+-]+$/.test(cell))
  const comment = cells[0]?.trimStart().startsWith('#') ?? false
  return !comment && filled.length > cells.length / 2 && named.length >= filled.length / 2
}

/**
 * The decimal sign that more cells use; a point where there is none. A column whose numbers all have three digits
 * after a sign says nothing: the sign may part thousands.
 */
export function detectDecimal(rows: readonly (readonly string[])[]): ',' | '.' {
  const commas = new Map<number, SignCount>()
  const points = new Map<number, SignCount>()
  for (const cells of rows)
    for (const [column, cell] of cells.entries()) {
      const sign = signOf(cell)
      if (sign !== null) countSign(sign.of === ',' ? commas : points, column, sign.isCertain)
    }
  return cellsOf(commas) > cellsOf(points) ? ',' : '.'
}

type SignCount = { cells: number; isCertain: boolean }

function countSign(counts: Map<number, SignCount>, column: number, isCertain: boolean): void {
  const former = counts.get(column)
  counts.set(column, { cells: (former?.cells ?? 0) + 1, isCertain: isCertain || former?.isCertain === true })
}

const cellsOf = (counts: ReadonlyMap<number, SignCount>): number =>
  [...counts.values()].reduce((sum, { cells, isCertain }) => (isCertain ? sum + cells : sum), 0)
