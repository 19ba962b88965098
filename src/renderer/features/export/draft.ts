import { capsuleExtension, toSafeFileName } from '../../../shared/domain/app/fileNames.ts'
import { everySample } from '../../../shared/domain/results/cohort.ts'
import {
  type ReportLanguage,
  type StudyChoice,
  type StudySettings,
  studyChoiceSchema,
} from '../../../shared/domain/studies/documents.ts'
import {
  type ExportPreset,
  type ExportRecord,
  type ExportSettings,
  isOfStudy,
  type TableChoice,
  type TableDescription,
  type TableFormat,
  type TableKind,
  tableChoiceSchema,
} from '../../../shared/domain/studies/exporting.ts'
import { choiceInStudy } from '../../../shared/domain/studies/study.ts'
import type { TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import type { DocumentSettings } from '../../client/useExportFile.ts'
import type { StudyInput, TableInput } from '../../state/tables/shownTables.ts'
import type { ShownColumns } from '../../ui/table/columns/copiedColumns.ts'

export const kinds: readonly TableKind[] = [
  'resultsLong',
  'resultsWide',
  'samples',
  'clock',
  'drugs',
  'compare',
  'model',
  'match',
  'screening',
  'history',
  'answers',
]

/** One column in the chooser, in file order. */
export type Line = { name: string; on: boolean }

/**
 * The user's choices. `scope`: everything in the study, what the current screen shows, or the table of a preset or
 * earlier export. `lines`: null for the default columns. `isByName`: true if the columns come from a preset
 * unchanged; new columns of the table are then off.
 */
export type Draft = {
  kind: TableKind
  scope: Scope
  /** The table of a preset or an earlier export. */
  given: TableChoice | null
  measure: 'activity' | 'aging_offset'
  format: TableFormat
  lines: readonly Line[] | null
  isByName: boolean
}
export type Scope = 'everything' | 'shown' | 'given'
export const scopes: readonly Scope[] = ['shown', 'everything', 'given']

/** Returns the draft of a dialog that was just opened: the shown table, in the format used last. */
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

/** Returns the tables of one kind by scope; null if a scope has none. A comparison cannot cover everything. */
export function tablesOf(
  { kind, given, measure }: Pick<Draft, 'kind' | 'given' | 'measure'>,
  shown: readonly TableInput[],
  studyId: string,
): Record<Scope, TableChoice | null> {
  const everything = everythingOf(kind, measure, studyId)
  // The address may hold a table that fails validation; it is then left out.
  const inFront = tableChoiceSchema.safeParse(shown.find((table) => table.kind === kind)).data
  return { everything, shown: unlessEqual(inFront, everything), given: given?.kind === kind ? given : null }
}

/** Returns null if the shown table equals everything, so that it is offered only once. */
const unlessEqual = <T>(shown: T | undefined, everything: T | null): T | null =>
  shown === undefined || JSON.stringify(shown) === JSON.stringify(everything) ? null : shown

/** The kinds that list samples, and can therefore be limited to a study. */
const kindsOfSamples: ReadonlySet<TableKind> = new Set([
  'resultsLong',
  'resultsWide',
  'samples',
  'clock',
  'answers',
])

function everythingOf(kind: TableKind, measure: Draft['measure'], studyId: string): TableChoice | null {
  if (kind === 'compare' || kind === 'model' || kind === 'match') return null
  const of = kindsOfSamples.has(kind) ? { of: choiceInStudy(everySample, studyId) } : {}
  return tableChoiceSchema.parse(kind === 'resultsWide' ? { kind, measure, ...of } : { kind, ...of })
}

/** Returns the chosen scope if it has something to export, else the first one that does. */
export const scopeIn = (there: Record<Scope, unknown>, preferred: Scope): Scope | null =>
  [preferred, 'shown' as const, 'given' as const, 'everything' as const].find((scope) => there[scope]) ?? null

/**
 * Returns the column that is always exported, because csv, tsv and jsonl have no other place to mark synthetic data;
 * null if none are synthetic. Drugs are not checked in advance, so their column is always exported.
 */
export function lockedIn(kind: TableKind, { synthetic, columns }: TableDescription): string | null {
  if (!synthetic && kind !== 'drugs') return null
  return columns.find(({ name }) => name === 'synthetic')?.name ?? null
}

/**
 * Fits the lines to the columns of the table. New columns are on if the user has left none out, and off if the
 * columns were named or some are off.
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

/** Returns the lines in the column order of the current screen; columns hidden there are off. */
export function linesAsShown(columns: readonly TableColumn[], { first, without }: ShownColumns): Line[] {
  const names = columns.map(({ name }) => name)
  const order = [...new Set([...first.filter((name) => names.includes(name)), ...names])]
  return order.map((name) => ({ name, on: !without.includes(name) }))
}

/** Adds back the lines of columns that this table lacks, each after the same line as before. */
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

export const missingColumns = (lines: readonly Line[] | null, columns: readonly TableColumn[]): string[] => {
  const names = new Set(columns.map(({ name }) => name))
  return (lines ?? []).flatMap(({ name, on }) => (on && !names.has(name) ? [name] : []))
}

/** Moves a line; it stays if the target is beyond the ends. */
export function moveLine(lines: readonly Line[], name: string, by: number): Line[] {
  const from = lines.findIndex((line) => line.name === name)
  const to = from + by
  const line = lines[from]
  if (!line || to < 0 || to >= lines.length) return [...lines]
  return lines.toSpliced(from, 1).toSpliced(to, 0, line)
}

export const turnLines = (lines: readonly Line[], names: ReadonlySet<string>, on: boolean): Line[] =>
  lines.map((line) => (names.has(line.name) ? { ...line, on } : line))

/** Returns the settings of the call. Columns are named only if they differ from the default ones. */
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

export const byName = (presets: readonly ExportPreset[], language: string): ExportPreset[] =>
  presets.toSorted((a, b) => a.name.localeCompare(b.name, language))

export type Document = StudySettings['document']
type ReportFormat = Extract<StudySettings, { document: 'report' }>['format']

/**
 * The choices for a report, a capsule or a methods text. `language`: null while the user has not chosen one, so that
 * it follows the page. `given`: the study of a preset or an earlier export.
 */
export type StudyDraft = {
  scope: Scope
  given: StudyChoice | null
  format: ReportFormat
  language: ReportLanguage | null
}

export const firstStudy: StudyDraft = { scope: 'shown', given: null, format: 'html', language: null }

/** Returns the studies that can be exported, by scope; null if a scope has none. */
export const studiesOf = (
  { given }: Pick<StudyDraft, 'given'>,
  shown: StudyInput | null,
  studyId: string,
): Record<Scope, StudyChoice | null> => {
  const everything: StudyChoice = { kind: 'cohort', of: choiceInStudy(everySample, studyId) }
  // The address may hold a study that fails validation; it is then left out.
  return { everything, shown: unlessEqual(studyChoiceSchema.safeParse(shown).data, everything), given }
}

export const draftOfStudy = (draft: StudyDraft, settings: StudySettings): StudyDraft => ({
  scope: 'given',
  given: settings.study,
  format: settings.document === 'report' ? settings.format : draft.format,
  language: settings.language,
})

export const settingsOfStudy = (
  document: Document,
  study: StudyChoice,
  { format }: Pick<StudyDraft, 'format'>,
  language: ReportLanguage,
): StudySettings =>
  document === 'report' ? { document, format, study, language } : { document, study, language }

/** Returns the suggested file name: the name of the study if the document covers a whole one, and the date. */
export function nameOfStudy(settings: DocumentSettings, studyName: string | undefined, day: string): string {
  const { document } = settings
  const extension = document === 'report' ? settings.format : capsuleExtension
  const name = studyName ?? (document === 'report' ? 'Pathclock' : 'Pathclock study')
  return toSafeFileName(`${name}${document === 'report' ? ' report' : ''} ${day}.${extension}`)
}

/** Returns the last exported document of this kind. `records` are sorted from newest to oldest. */
export const lastOf = (records: readonly ExportRecord[], document: Document) =>
  records.find(({ settings }) => isOfStudy(settings) && settings.document === document)

/** Returns the language of the page if documents support it, else English. */
export const toReportLanguage = (language: string): ReportLanguage =>
  language.startsWith('zh') ? 'zh-CN' : 'en'

/** The names of languages in themselves, for users who cannot read the language of the page. */
export const languageNames: Record<ReportLanguage, string> = { en: 'English', 'zh-CN': '简体中文' }
