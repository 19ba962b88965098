import {
  type ExportRecipe,
  type ExportSettings,
  type TableChoice,
  type TableColumn,
  type TableFormat,
  type TableKind,
  tableChoiceSchema,
} from '../../../shared/domain/exporting.ts'
import type { AskedTable } from '../../state/shownTables.ts'

/** In the order they are offered. */
export const kinds: readonly TableKind[] = [
  'resultsLong',
  'resultsWide',
  'samples',
  'drugs',
  'compare',
  'screening',
  'history',
  'answers',
]

/** One column in the chooser, at its place in the file. */
export type Line = { name: string; on: boolean }

/**
 * What a person has chosen so far. `scope`: all there is, what the screen in front shows, or what came with a recipe or
 * an earlier export. `lines`: null as long as the columns are those of the table.
 */
export type Draft = {
  kind: TableKind
  scope: Scope
  /** The table that came with a recipe. */
  given: TableChoice | null
  measure: 'activity' | 'aging_offset'
  format: TableFormat
  lines: readonly Line[] | null
}
export type Scope = 'everything' | 'shown' | 'given'

/** The draft of a dialog that was just opened: what is in front, in the form that was used last. */
export function draftOf(shown: readonly AskedTable[], format: TableFormat): Draft {
  const first = shown[0]
  const wide = shown.find((table) => table.kind === 'resultsWide')
  return {
    kind: first?.kind ?? 'resultsLong',
    scope: first ? 'shown' : 'everything',
    given: null,
    measure: wide?.measure ?? 'activity',
    format,
    lines: null,
  }
}

/** The same as an earlier export or a recipe. */
export const draftOfSettings = (draft: Draft, { table, format, columns }: ExportSettings): Draft => ({
  ...draft,
  kind: table.kind,
  scope: 'given',
  given: table,
  format,
  lines: columns?.map((name) => ({ name, on: true })) ?? null,
})

/** The tables that one kind can be exported of; null where there is none. A comparison is always of what was asked. */
export function tablesOf(
  { kind, given, measure }: Pick<Draft, 'kind' | 'given' | 'measure'>,
  shown: readonly AskedTable[],
): Record<Scope, TableChoice | null> {
  const inFront = shown.find((table) => table.kind === kind)
  return {
    everything: everythingOf(kind, measure),
    // An address may say more than can be asked for.
    shown: tableChoiceSchema.safeParse(inFront).data ?? null,
    given: given?.kind === kind ? given : null,
  }
}

function everythingOf(kind: TableKind, measure: Draft['measure']): TableChoice | null {
  if (kind === 'compare') return null
  return tableChoiceSchema.parse(kind === 'resultsWide' ? { kind, measure } : { kind })
}

/** The scope that is in force: the one chosen, or the nearest that this kind has. */
export const scopeIn = (tables: Record<Scope, TableChoice | null>, wanted: Scope): Scope | null =>
  [wanted, 'shown' as const, 'given' as const, 'everything' as const].find((scope) => tables[scope]) ?? null

/** The chooser's lines for these columns. One that was not there when they were chosen stands off, unless all are on. */
export function fitLines(lines: readonly Line[] | null, columns: readonly TableColumn[]): Line[] {
  const names = new Set(columns.map(({ name }) => name))
  const kept = (lines ?? []).filter(({ name }) => names.has(name))
  const known = new Set(kept.map(({ name }) => name))
  const added = columns.filter(({ name }) => !known.has(name))
  return [...kept, ...added.map(({ name }) => ({ name, on: lines === null }))]
}

/** Columns that were chosen, and that this table does not have. */
export const goneFrom = (lines: readonly Line[] | null, columns: readonly TableColumn[]): string[] => {
  const names = new Set(columns.map(({ name }) => name))
  return (lines ?? []).flatMap(({ name, on }) => (on && !names.has(name) ? [name] : []))
}

/** A line moved by so many places; at an end it stays. */
export function moveLine(lines: readonly Line[], name: string, by: number): Line[] {
  const from = lines.findIndex((line) => line.name === name)
  const to = from + by
  const line = lines[from]
  if (!line || to < 0 || to >= lines.length) return [...lines]
  return lines.toSpliced(from, 1).toSpliced(to, 0, line)
}

export const turnLines = (lines: readonly Line[], names: ReadonlySet<string>, on: boolean): Line[] =>
  lines.map((line) => (names.has(line.name) ? { ...line, on } : line))

/** What is asked of main. Columns are named only where they are not all of the table in their own order. */
export function settingsOf(
  table: TableChoice,
  format: TableFormat,
  lines: readonly Line[],
  columns: readonly TableColumn[],
): ExportSettings {
  const chosen = lines.flatMap(({ name, on }) => (on ? [name] : []))
  const isWhole = chosen.length === columns.length && chosen.every((name, at) => name === columns[at]?.name)
  return { table, format, dictionary: false, ...(isWhole ? {} : { columns: chosen }) }
}

/** Recipes by name, as a person reads names. */
export const byName = (recipes: readonly ExportRecipe[], language: string): ExportRecipe[] =>
  recipes.toSorted((a, b) => a.name.localeCompare(b.name, language))
