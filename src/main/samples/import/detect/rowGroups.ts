import type { ReadAs, ReadingChoice, ReadingNote } from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import { formatCount, readingNote } from '../tableRow.ts'
import { countFilled, firstText, isBlank, isKnownName } from './detectLayout.ts'
import { donorColumnNames, normalizedHeaderNames, normalizeHeader, synonyms } from './synonyms.ts'

/**
 * Rows that are compared at first, since stored rows slow the reading of long files down; and once these leave a question,
 * so that its counts are those of the file.
 */
const comparedRows = { first: 2000, all: 50_000 }
const maxComparedCells = 1_000_000

const { client_reference: referenceNames = [], donor_id: donorNames = [] } = synonyms
const references = new Set(referenceNames.map(normalizeHeader))
const donors = new Set(donorNames.map(normalizeHeader))

/** Names of columns that mean the sample itself, and not a file or a library made of it. */
const sampleName =
  /sample|specimen|sourcename|^gsm|accession(?:exp)?$|^proben?(?:n|i|$)|样本|样品|標本|樣本|樣品|檢體|échantillon|prélèvement|muestra|campion|amostra|^monster|サンプル|検体|試料|샘플|시료|검체/u
/** Those of what is made of a sample: runs, libraries, assays, data files, wells. */
const partName =
  /^(?:run|runaccession|srr|commentenarun|assayname|extractname|labeledextractname|library.*|experiment(?:accession|alias)?|srx|name|id|barcode|title|rowname|reference|well|wellid|wellposition|msrun|.*file.*|scanname|.*fastq.*|alias)$/u
/**
 * Columns that may differ between rows of one sample without meaning another sample: parts of a sequencing run, files,
 * and fractions of a mass-spectrometry run (columns of Illumina sample sheets, ENA run tables, nf-core and SDRF).
 */
const technicalName =
  /^(?:lanes?|laneid|lanenumber|run|runs|runid|runaccession|runnumber|srr|err|drr|commentenarun|experiment|experimentaccession|srx|library(?:name|id)|assayname|(?:labeled)?extractname|scanname|read|reads|r[12]|mate|fq[12]?|fastq.*|.*fastq|.*(?:file|filename|filepath|files|path|uri|url|ftp|md5|sha\d*|checksum)s?|bam|cram|flowcell.*|index\d?|i[57].*|index.*id|bases|spots|avgspotlen|bytes|size|readcount|basecount|mbases|mbytes|loaddate|releasedate|fraction.*|technicalreplicate|technicalrep|techrep|spur|couloir|.*datei|.*fichier|.*archivo|泳道|.*文件|.*ファイル|レーン|.*파일|레인)$/u

type Column = { index: number; column: string; names: readonly string[] }
type Counted = Column & { values: string[]; distinct: number; blanks: number }

/** Rows that belong to the same sample. `samplesBy`: the columns that identify it, if no question is needed. */
export type RowGroups = { notes: ReadingNote[]; samplesBy?: string[] }

/** Collects the first rows of a table, and compares them at the end. */
export function createRowGroups(width: number, compared: keyof typeof comparedRows = 'first') {
  const most = Math.min(comparedRows[compared], Math.floor(maxComparedCells / Math.max(1, width)))
  const rows: { row: number; cells: readonly string[] }[] = []
  return {
    add(row: { row: number; cells: readonly string[] }): void {
      if (rows.length < most) rows.push(row)
    },
    isFull: () => rows.length === most,
    /** Does not repeat questions that `readAs` already answers. */
    find(columns: readonly string[], readAs: ReadAs): RowGroups {
      const whole = rows.filter(({ cells }) => cells.length >= columns.length)
      if (whole.length < 2 || readAs.noHeader) return { notes: [] }
      const named = columns.map((column, index) => ({ column, index, names: namesOf(column) }))
      if (!readAs.headings) {
        const headings = headingQuestion(columns.length, whole)
        if (headings.length > 0) return { notes: headings }
      }
      const notes = readAs.fillDown ? [] : fillQuestion(named, whole)
      // Repeated samples can only be found once the empty names are filled in.
      if (readAs.samplesBy || notes.length > 0) return { notes }
      return findRepeated(named, whole)
    },
  }
}

const namesOf = (column: string): string[] => normalizedHeaderNames(column.replace(/ \(\d+\)$/, ''))

type Rows = readonly { row: number; cells: readonly string[] }[]

const count = (column: Column, rows: Rows): Counted => {
  const values = rows.map(({ cells }) => (cells[column.index] ?? '').trim())
  const filled = values.filter((value) => value !== '')
  return { ...column, values, distinct: new Set(filled).size, blanks: values.length - filled.length }
}

const hasDigits = ({ values }: Counted): boolean => values.some((value) => /\d/.test(value))

/**
 * Words without any digit may be kinds of sample (“serum”, “control”) beside the column that names them. They are names
 * where the other column is of runs or files, or has them in it: “WT” in “WT_L001”.
 */
const areNames = (one: Counted, parts: Counted): boolean =>
  hasDigits(one) ||
  (one.distinct > 1 &&
    (parts.values.every((value, at) => value.startsWith(one.values[at] ?? '')) ||
      parts.names.some((name) => technicalName.test(name))))

/** Asks, or settles, which column identifies a sample where several rows have the same one. */
function findRepeated(named: readonly Column[], rows: Rows): RowGroups {
  const total = rows.length
  const candidates = named
    .filter(({ names }) => names.some((name) => references.has(name) || name === 'well'))
    .map((column) => count(column, rows))
  const repeated = candidates
    .filter(({ names }) => names.some((name) => sampleName.test(name) && !partName.test(name)))
    .filter(({ distinct, blanks }) => blanks === 0 && distinct > 0 && distinct < total)
    .sort((a, b) => rankOf(a) - rankOf(b))
  const unique = candidates.filter(({ distinct }) => distinct === total).sort((a, b) => rankOf(a) - rankOf(b))
  const parts = unique.find(({ names }) => !names.includes('well'))
  const isMeant = (one: Counted): boolean => !parts || areNames(one, parts)
  const sample = repeated.find(isMeant)
  if (!sample) return { notes: [] }
  const differing = differingColumns(named, sample, rows)
  if (differing.length === 0) return { notes: [] }
  const isTechnical = differing.every(({ names }) => names.some((name) => technicalName.test(name)))
  if (!parts) {
    if (isTechnical) return { notes: [mergedNote(sample, total, differing)], samplesBy: [sample.column] }
    // A name that a few rows repeat is a slip, which the check of the rows reports.
    if (sample.distinct > total * maxSystematicShare) return { notes: [] }
  }
  const others = parts ? [parts] : []
  const joins = parts ? [] : joinsOf(sample, differing, rows)
  const choices: ReadingChoice[] = [
    ...[sample, ...repeated.filter((one) => one.distinct !== sample.distinct && hasDigits(one))]
      .slice(0, 2)
      .map(({ column, distinct }) => choiceOf([column], distinct)),
    ...others.map(({ column }) => choiceOf([column], total)),
    ...joins.map((columns) => choiceOf(columns, total)),
  ]
  const text = message('files.rowsSamplesOrderChoose', {
    total: formatCount(total),
    distinct: formatCount(sample.distinct),
    column: sample.column,
  })
  const { column } = sample
  return {
    notes: [readingNote('repeated-samples', text, { column, count: total, severity: 'warning', choices })],
  }
}

/** Above this share of different names, a repeated name is a slip rather than the way the sheet is made. */
const maxSystematicShare = 0.8

const rankOf = ({ names }: Column): number =>
  Math.min(
    ...names
      .map((name) => referenceNames.findIndex((one) => normalizeHeader(one) === name))
      .map((rank) => (rank < 0 ? 1000 : rank)),
  )

const choiceOf = (columns: readonly string[], orders: number): ReadingChoice => {
  const names = columns
    .map((column) => `“${column}”`)
    .reduce<Message | string>(
      (all, name) => (all === '' ? name : message('files.and', { ofBoards: all, ofComparisons: name })),
      '',
    )
  return {
    label: message('files.orderBy', { orders: formatCount(orders), names }),
    options: { samplesBy: [...columns] },
  }
}

/** Returns the columns that have several values for the same sample. */
function differingColumns(named: readonly Column[], sample: Counted, rows: Rows): Column[] {
  return named.filter(({ index }) => {
    if (index === sample.index) return false
    const first = new Map<string, string>()
    return rows.some(({ cells }, at) => {
      const name = sample.values[at] ?? ''
      const cell = (cells[index] ?? '').trim()
      const before = first.get(name)
      if (before === undefined || before === '') first.set(name, cell)
      return before !== undefined && before !== '' && cell !== '' && cell !== before
    })
  })
}

/** Another column that, together with the name of the sample, tells all rows apart: donors first. */
function joinsOf(sample: Counted, differing: readonly Column[], rows: Rows): string[][] {
  const isDonor = ({ names }: Column): boolean => names.some((name) => donors.has(name))
  const ordered = [...differing].sort((a, b) => Number(isDonor(b)) - Number(isDonor(a)))
  const other = ordered
    .map((column) => count(column, rows))
    .find(({ values, blanks }) => {
      const pairs = new Set(values.map((value, at) => `${value}\n${sample.values[at] ?? ''}`))
      return blanks === 0 && pairs.size === rows.length
    })
  if (!other) return []
  return [isDonor(other) ? [other.column, sample.column] : [sample.column, other.column]]
}

function mergedNote(sample: Counted, total: number, differing: readonly Column[]): ReadingNote {
  const names = differing.slice(0, 5).map(({ column }) => `“${column}”`)
  const list = `${names.join(', ')}${differing.length > names.length ? ', …' : ''}`
  const text = message('files.rowsReadSamplesRows', {
    total: formatCount(total),
    distinct: formatCount(sample.distinct),
    column: sample.column,
    list,
  })
  return readingNote('merged-rows', text, { column: sample.column, count: total })
}

/** A row with one text and nothing else, which reads like the heading of the rows below it and not like a name. */
export function isHeadingRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const [text = ''] = filled
  return filled.length === 1 && (!/\d/.test(text) || headingWord.test(text))
}

const headingWord =
  /\b(?:groups?|cohorts?|arms?|batch(?:es)?|plates?|cages?|treatments?|timepoints?|visits?|weeks?|days?|months?|gruppen?|kohorten?|wochen?|tage?|groupes?|cohortes?|grupos?|gruppo|gruppi)\b|[组組群]/iu

/** Asks about rows with one text among rows that hold more, which look like headings of the rows below them. */
function headingQuestion(width: number, rows: Rows): ReadingNote[] {
  const found = width > 2 ? rows.filter(({ cells }) => isHeadingRow(cells)) : []
  const others = rows.length - found.length
  const isFull = rows.filter(({ cells }) => countFilled(cells) * 2 > width).length
  if (found.length === 0 || found.length > others || isFull * 2 < others || rows.at(-1) === found.at(-1))
    return []
  const texts = found.slice(0, 3).map(({ cells }) => `“${firstText(cells)}”`)
  const text = message('files.rowsOneTextNothing', {
    count: formatCount(found.length),
    texts: texts.join(', '),
  })
  const choices: ReadingChoice[] = [
    { label: message('files.groupRowsBelow'), options: { headings: 'group' } },
    { label: message('files.leaveOut'), options: { headings: 'omit' } },
    { label: message('files.readSamples'), options: { headings: 'include' } },
  ]
  const lines = found.map(({ row }) => row)
  return [readingNote('heading-rows', text, { rows: lines, severity: 'warning', choices })]
}

/** Columns whose cells are empty below the first row of each block, as if merged before the file was saved as text. */
function fillQuestion(named: readonly Column[], rows: Rows): ReadingNote[] {
  const total = rows.length
  const isOpen = (values: readonly string[]): boolean => values[0] !== '' && values.includes('')
  const counted = named.map((column) => count(column, rows)).filter(({ values }) => isOpen(values))
  const lead = counted.find((one) => isGroupingName(one) && isGivenOnce(one, total))
  if (!lead) return []
  const isLike = ({ values }: Counted): boolean =>
    values.every((value, at) => isBlank(value) === isBlank(lead.values[at] ?? ''))
  const columns = counted.filter(isLike).map(({ column }) => column)
  const names = columns.map((column) => `“${column}”`).join(', ')
  const lines = rows.filter((_, at) => lead.values[at] === '').map(({ row }) => row)
  const text = message('files.emptyRowsBelowEach', {
    names,
    blanks: formatCount(lead.blanks),
    total: formatCount(total),
    distinct: formatCount(lead.distinct),
  })
  const choices: ReadingChoice[] = [
    { label: message('files.useValueAbove'), options: { fillDown: columns } },
    { label: message('files.leaveCellsEmpty'), options: { fillDown: [] } },
  ]
  return [
    readingNote('blank-below', text, { column: lead.column, rows: lines, severity: 'warning', choices }),
  ]
}

const { home, design } = donorColumnNames
const groupingNames = new Set([...home, ...design].map(normalizeHeader))
const isGroupingName = ({ column, names }: Column): boolean =>
  isKnownName(column) || names.some((name) => groupingNames.has(name))

/** Each value begins one block of at least two rows, and none comes twice. A few blocks may be of one row. */
function isGivenOnce({ values, distinct, blanks }: Counted, total: number): boolean {
  const starts = values.flatMap((value, at) => (value === '' ? [] : [at]))
  const isBlock = (at: number, next: number): boolean => next - at > 1
  const blocks = starts.filter((at, index) => isBlock(at, starts[index + 1] ?? total)).length
  return (
    distinct >= 2 && distinct === starts.length && blanks * 2 >= total * 0.66 && blocks >= starts.length * 0.8
  )
}
