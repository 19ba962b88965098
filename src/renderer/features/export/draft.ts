import { everySample } from '../../../shared/domain/results/cohort.ts'
import {
  type ExportPreset,
  type ExportSettings,
  type TableChoice,
  type TableColumn,
  type TableDescription,
  type TableFormat,
  type TableKind,
  tableChoiceSchema,
} from '../../../shared/domain/studies/exporting.ts'
import { choiceInStudy } from '../../../shared/domain/studies/study.ts'
import type { TableInput } from '../../state/tables/shownTables.ts'
import type { ShownColumns } from '../../ui/table/columns/copiedColumns.ts'

/** In the order they are offered. */
export const kinds: readonly TableKind[] = [
  'resultsLong',
  'resultsWide',
  'samples',
  'clock',
  'drugs',
  'compare',
  'match',
  'screening',
  'history',
  'answers',
]

/** One column in the chooser, at its place in the file. */
export type Line = { name: string; on: boolean }

/**
 * What a person has chosen so far. `scope`: all there is in the study, what the screen in front shows, or what came with a preset or
 * an earlier export. `lines`: null as long as the columns are those of the table. `isByName`: they came with a preset
 * and nobody has changed them since, so that they are those columns and no others.
 */
export type Draft = {
  kind: TableKind
  scope: Scope
  /** The table that came with a preset. */
  given: TableChoice | null
  measure: 'activity' | 'aging_offset'
  format: TableFormat
  lines: readonly Line[] | null
  isByName: boolean
}
export type Scope = 'everything' | 'shown' | 'given'
/** In the order they are offered. */
export const scopes: readonly Scope[] = ['shown', 'everything', 'given']

/** The draft of a dialog that was just opened: what is in front, in the form that was used last. */
export function draftOf(shown: readonly TableInput[], format: TableFormat): Draft {
  const first = shown[0]
  const wide = shown.find((table) => table.kind === 'resultsWide')
  return {
    kind: first?.kind ?? 'resultsLong',
    scope: first ? 'shown' : 'everything',
    given: null,
    measure: wide?.measure ?? 'activity',
    format,
    lines: null,
    isByName: false,
  }
}

/** The same as an earlier export or a preset. */
export const draftOfSettings = (draft: Draft, { table, format, columns }: ExportSettings): Draft => ({
  ...draft,
  kind: table.kind,
  scope: 'given',
  given: table,
  measure: table.kind === 'resultsWide' ? table.measure : draft.measure,
  format,
  lines: columns?.map((name) => ({ name, on: true })) ?? null,
  isByName: columns !== undefined,
})

/** The tables that one kind can be exported of; null where there is none. A comparison is always of what was requested. */
export function tablesOf(
  { kind, given, measure }: Pick<Draft, 'kind' | 'given' | 'measure'>,
  shown: readonly TableInput[],
  studyId: string,
): Record<Scope, TableChoice | null> {
  const everything = everythingOf(kind, measure, studyId)
  // An address may say more than can be asked for.
  const inFront = tableChoiceSchema.safeParse(shown.find((table) => table.kind === kind)).data
  return {
    everything,
    shown: unlessEqual(inFront, everything),
    given: given?.kind === kind ? given : null,
  }
}

/** What is shown, unless it is all there is, which is offered once. */
export const unlessEqual = <T>(shown: T | undefined, everything: T | null): T | null =>
  shown === undefined || JSON.stringify(shown) === JSON.stringify(everything) ? null : shown

/** The kinds that are of samples, and so of those of a study. */
const kindsOfSamples: ReadonlySet<TableKind> = new Set([
  'resultsLong',
  'resultsWide',
  'samples',
  'clock',
  'answers',
])

function everythingOf(kind: TableKind, measure: Draft['measure'], studyId: string): TableChoice | null {
  if (kind === 'compare' || kind === 'match') return null
  const of = kindsOfSamples.has(kind) ? { of: choiceInStudy(everySample, studyId) } : {}
  return tableChoiceSchema.parse(kind === 'resultsWide' ? { kind, measure, ...of } : { kind, ...of })
}

/** The scope that is in force: the one chosen, or the nearest that there is something of. */
export const scopeIn = (there: Record<Scope, unknown>, preferred: Scope): Scope | null =>
  [preferred, 'shown' as const, 'given' as const, 'everything' as const].find((scope) => there[scope]) ?? null

/**
 * The column that is written in any case, as csv, tsv and jsonl have no other place to say that data is synthetic; null
 * where nothing is. Drugs are not looked through beforehand, so theirs is always written.
 */
export function lockedIn(kind: TableKind, { synthetic, columns }: TableDescription): string | null {
  if (!synthetic && kind !== 'drugs') return null
  return columns.find(({ name }) => name === 'synthetic')?.name ?? null
}

/**
 * The chooser's lines for these columns. One that was not there when they were chosen is on where all of them are:
 * whoever left nothing out wants it too. Where they came by name, or some are left out, it stands off.
 */
export function fitLines(
  { lines, isByName }: Pick<Draft, 'lines' | 'isByName'>,
  columns: readonly TableColumn[],
  locked: string | null,
): Line[] {
  const names = new Set(columns.map(({ name }) => name))
  const fitting = (lines ?? []).filter(({ name }) => names.has(name))
  const known = new Set(fitting.map(({ name }) => name))
  const added = columns.filter(({ name }) => !known.has(name))
  const isNewOn = lines === null || (!isByName && lines.every(({ on }) => on))
  const fitted = [...fitting, ...added.map(({ name }) => ({ name, on: isNewOn }))]
  return locked === null ? fitted : turnLines(fitted, new Set([locked]), true)
}

/** The lines as the screen in front has its columns: in its order, and without what a person has hidden there. */
export function linesAsShown(columns: readonly TableColumn[], { first, without }: ShownColumns): Line[] {
  const names = columns.map(({ name }) => name)
  const order = [...new Set([...first.filter((name) => names.includes(name)), ...names])]
  return order.map((name) => ({ name, on: !without.includes(name) }))
}

/** Changed lines with those that this table does not have, each behind the line it was behind, for a table that has them. */
export function keepUnseen(before: readonly Line[] | null, changed: readonly Line[]): Line[] {
  const seen = new Set(changed.map(({ name }) => name))
  const first: Line[] = []
  const behind = new Map<string, Line[]>()
  let unseen = first
  for (const line of before ?? []) {
    if (seen.has(line.name)) {
      unseen = []
      behind.set(line.name, unseen)
    } else unseen.push(line)
  }
  return [...first, ...changed.flatMap((line) => [line, ...(behind.get(line.name) ?? [])])]
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

/** The request to main. Columns are named only where they are not all of the table in their own order. */
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

/** Presets by name, as a person reads names. */
export const byName = (presets: readonly ExportPreset[], language: string): ExportPreset[] =>
  presets.toSorted((a, b) => a.name.localeCompare(b.name, language))
