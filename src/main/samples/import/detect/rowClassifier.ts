import type {
  ReadAs,
  ReadingChoice,
  ReadingNote,
  ReadOptions,
  RowKind,
} from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import { countLineBreaks } from '../csv/tokenizer.ts'
import { addRow, emptyTally, readingNote, type TableRow, type Tally } from '../tableRow.ts'
import {
  countFilled,
  firstText,
  isBlank,
  isIdentifyingName,
  isKnownName,
  sectionName,
} from './detectLayout.ts'
import { isPlateMap } from './plates.ts'

/** The kinds that a row shows on its own. Rows below the table are known only at its end. */
type SingleRowKind = Exclude<RowKind, 'belowFooter'>

/** `row`, `label`: the first skipped row, and its first text. */
type RowValues = { count: number; row: number; label: string }

/** The note about the skipped rows of each kind. `isQuestion`: they may be samples after all, so the user is asked. */
const kindNotes: Record<
  SingleRowKind,
  { rule: string; format: (values: RowValues) => Message; isQuestion?: true }
> = {
  types: { rule: 'type-row', format: (values) => message('files.rowsBelowHeaderName', values) },
  comments: { rule: 'comment-rows', format: (values) => message('files.rowsCommentsBeginNot', values) },
  repeatedHeaders: {
    rule: 'repeated-header',
    format: (values) => message('files.rowsRepeatHeaderNot', values),
  },
  totals: { rule: 'total-rows', format: (values) => message('files.rowsSumUpOthers', values) },
  excluded: {
    rule: 'excluded-rows',
    format: (values) => message('files.rowsMarkedExcludedRow', values),
    isQuestion: true,
  },
  controls: {
    rule: 'control-rows',
    format: (values) => message('files.rowsNamesControlsRow', values),
    isQuestion: true,
  },
}
const singleRowKinds = Object.keys(kindNotes) as SingleRowKind[]

const typeWord =
  /^(?:categorical|numeric(?:al)?|string|number|integer|int|float|double|boolean|bool|logical|date|date-?time|text|char|character|factor|object|varchar)(?:\(\d+(?:,\d+)?\))?$/i

/** Words that sum a column up, whatever else a sample may be called. */
const totalLabel =
  /^(?:(?:grand|overall)?\s*totals?|sub-?\s?totals?|sum|mean|averages?|avg\.?|median|std\.? ?dev\.?|standard deviation|mean ?± ?(?:sd|sem)|mean \(sd\)|summe|gesamt(?:summe)?|zwischensumme|insgesamt|mittelwert|durchschnitt|standardabweichung|somme|moyenne|médiane|écart[- ]type|suma|promedio|mediana|desviación estándar|totale|somma|soma|合计|总计|总和|小计|合計|平均|平均值|均值|中位数|标准差|합계|평균)\s*[:=]?$/iu
/** Those that are names as well: they sum up only right below a row that does. */
const weakLabel =
  /^(?:min\.?|max\.?|minimum|maximum|sd|s\.d\.|std\.?|sem|s\.e\.m\.|se|cv|cv ?%|range|n|count|media|média|p|p[ -]?val(?:ue)?|p[ -]?wert|t[ -]?test|anova|fold[ -]?change|iqr|q[13])\s*[:=]?$/iu
/** Units of columns: in brackets, or written as only a unit is. */
const unitCell =
  /^(?:[([][^()[\]]{1,20}[)\]]|years?|yrs?|months?|weeks?|days?|jahre|monate|wochen|tage|ans|mois|kg|m?g|[µu]g|m[lm]|[µu]l|cm|n[gm](?:\/[µu]l)?|%|°c|m\/f|f\/m|kg\/m[²2]|(?:dd|mm|yyyy)[-./](?:dd|mm|yyyy)(?:[-./](?:dd|mm|yyyy))?|岁|月|周|天)$/i

/** Headers of columns that mark samples to use, and of columns that mark samples to leave out. */
const useHeader =
  /^(?:to )?(?:include|included|inclusion|use|used|keep|eligible|evaluable|analyz?se|analy[sz]ed|(?:pass(?:ed)? ?qc|qc ?pass(?:ed)?)|einschluss|eingeschlossen|inclus|纳入)\??$/i
const excludeHeader =
  /^(?:exclude|excluded|exclusion|drop|dropped|omit|remove|removed|do not use|withdrawn|outlier|(?:fail(?:ed)? ?qc|qc ?fail(?:ed)?)|ausschluss|ausgeschlossen|exclus?|排除|剔除)\??$/i
const yesCell = /^(?:y|yes|true|1|x|✓|✔|j|ja|o|oui|s[ií]|是|exclude[ds]?|drop(?:ped)?|remove[ds]?)$/i
const noCell = /^(?:n|no|false|0|nein|non|否|exclude[ds]?|drop(?:ped)?|fail(?:ed)?)$/i

/** Names of controls that are hardly ever used for a sample. */
const controlName =
  /^(?:ntc|nrt|no[ -]template(?: control)?|(?:neg|pos)(?:ative|itive)?\.?[ _-]?(?:control|ctrl|ctl)|h2o|water|wasser|eau|blank|empty|ladder)[ _-]?\d{0,2}$/i
const maxControlLength = 25

const countLabel =
  /^(?:total|sum|n|count|summe|gesamt|anzahl|合计|总计)\s*[:=]\s*\d+(?:\s*(?:samples|rows|proben))?$/iu
const summedCell = /^(?:[np]\s*[=<])?[\s\d.,+\-−±%()/<>]*[人例名个個件只]?$/i

const isHashed = (cells: readonly string[]): boolean => cells[0]?.charCodeAt(0) === 35

const identifyingColumns = (header: readonly string[]): number[] =>
  header.flatMap((name, index) => (isIdentifyingName(name) || (index === 0 && isBlank(name)) ? [index] : []))

/** True for a row of units below a header: it has no name of a sample. */
export function hasUnits(header: readonly string[], cells: readonly string[]): boolean {
  const [sample = 0] = identifyingColumns(header)
  const filled = cells.filter((cell) => !isBlank(cell))
  return (
    isBlank(cells[sample] ?? '') && filled.length > 0 && filled.every((cell) => unitCell.test(cell.trim()))
  )
}

/** Removes the legend of a header and its underscores: “Include (Y/N)” becomes “Include”, “qc_pass” becomes “qc pass”. */
const normalizedUse = (header: string): string =>
  header
    .replace(/[([].*$/, '')
    .replaceAll('_', ' ')
    .trim()

/**
 * Returns a function that classifies rows: a kind, or null for a sample. A row is classified as another kind only if
 * its shape shows it, because the words alone may be names. `kinds`: the kinds to look for.
 */
export function createRowClassifier(
  header: readonly string[],
  kinds: readonly RowKind[],
): (cells: readonly string[]) => SingleRowKind | null {
  const requestedKinds = new Set(kinds)
  const width = header.length
  const names = header.map((name) => name.trim())
  const firstName = names[0] ?? ''
  const plainName = firstName.replace(/^#\s*/, '')
  const sampleColumns = identifyingColumns(header)
  const useColumns = header.flatMap((name, index) => {
    const plain = normalizedUse(name)
    return useHeader.test(plain)
      ? [{ index, excludes: noCell }]
      : excludeHeader.test(plain)
        ? [{ index, excludes: yesCell }]
        : []
  })
  let isTop = true
  let summed = false
  let samples = 0
  let hashed = 0

  const isType = (cells: readonly string[]): boolean => {
    const filled = cells.filter((cell) => !isBlank(cell)).map((cell) => cell.trim().replace(/^#\s*/, ''))
    if (/^#q2:/i.test(cells[0]?.trim() ?? '')) return true
    if (hasUnits(header, cells)) return true
    const words = typeWord.test(filled[0] ?? '') || !isHashed(cells) ? filled : filled.slice(1)
    return words.length > 1 && words.every((word) => typeWord.test(word))
  }
  const isComment = (cells: readonly string[]): boolean => {
    const first = cells[0]?.trim() ?? ''
    if (/^#\s*\d+$/.test(first)) return false
    if (width === 1) return /^#(?:\s+\S|#)/.test(first) || first === '#'
    if (cells.length > width) return /^#\s/.test(first)
    return cells.length < width || countFilled(cells) === 1
  }
  const folded = names.map((name) => name.toLowerCase())
  const isHeader = (cells: readonly string[]): boolean => {
    const named = firstName === '' && cells.length === width - 1 ? folded.slice(1) : folded
    return (
      cells.length >= named.length &&
      cells.every((cell, index) => {
        const name = cell.trim().toLowerCase()
        return name === (named[index] ?? '') || (index === 0 && name === plainName.toLowerCase())
      })
    )
  }
  const isTotal = (cells: readonly string[]): boolean => {
    if (width === 1) return false
    const at = cells.findIndex((cell) => !isBlank(cell))
    const label = cells[at]?.trim() ?? ''
    if (label.length > 40) return false
    const others = cells.slice(at + 1).filter((cell) => !isBlank(cell))
    if (others.length === 0 && countLabel.test(label)) return true
    if (!totalLabel.test(label) && !(summed && weakLabel.test(label))) return false
    return others.every((cell) => /\d/.test(cell) && summedCell.test(cell.trim()))
  }
  const isExcluded = (cells: readonly string[]): boolean =>
    useColumns.some(({ index, excludes }) => excludes.test((cells[index] ?? '').trim()))
  const isControl = (cells: readonly string[]): boolean =>
    sampleColumns.some((index) => {
      const name = cells[index] ?? ''
      return name.length <= maxControlLength && controlName.test(name.trim())
    })
  const kindOf = (cells: readonly string[]): SingleRowKind | null => {
    if (isTop && requestedKinds.has('types') && isType(cells)) return 'types'
    const areNames = hashed > 0 && hashed * 2 >= samples
    if (requestedKinds.has('comments') && isHashed(cells) && !areNames && isComment(cells)) return 'comments'
    // The length of the first cell tells nearly every row from the header.
    const { length } = cells[0]?.trim() ?? ''
    const mayBeHeader = length === firstName.length || length === plainName.length || firstName === ''
    if (mayBeHeader && requestedKinds.has('repeatedHeaders') && isHeader(cells)) return 'repeatedHeaders'
    if (requestedKinds.has('totals') && isTotal(cells)) return 'totals'
    if (requestedKinds.has('excluded') && isExcluded(cells)) return 'excluded'
    return requestedKinds.has('controls') && isControl(cells) ? 'controls' : null
  }
  return (cells) => {
    const kind = kindOf(cells)
    summed = kind === 'totals'
    if (kind !== 'types' && kind !== 'comments' && kind !== 'repeatedHeaders') isTop = false
    if (kind === null) {
      samples += 1
      if (isHashed(cells)) hashed += 1
    }
    return kind
  }
}

/** Enough rows to see what those of a table look like. */
const profiledRows = 200
/** The most rows after a gap that are read as notes; more are a second table. */
const maxRowsBelow = 200

const marker =
  /^(?:\*|†|‡|(?:foot)?notes?\b\s*[:：]|legend\b|abbreviations?\b|remarks?\s*[:：]|sources?\s*[:：]|anmerkung(?:en)?\b|hinweise?\s*[:：]|legende\b|abkürzungen\b|注[:：]|备注|说明)/iu

/** Titles that repositories and labs write below a table of samples, as in the metadata sheets of GEO. */
const sectionTitle =
  /^(?:notes?|footnotes?|legends?|legende|abbreviations?|remarks?|anmerkung(?:en)?|hinweise?|abkürzungen|说明|备注|注释|protocols?|series|study|samples?|raw files?|processed data files?|(?:paired|single)-end experiments?|platforms?|methods?|materials? and methods|references?|contacts?|summary|abstract|definitions?|glossary|instructions?|comments|acknowledge?ments?|file list|data files?|md5 ?(?:sums?|checksums)?|key|metadata|protokolle?|methoden|literatur|zusammenfassung|kontakte?|erläuterungen|kommentare|protocoles?|méthodes|références|résumé|commentaires|légende|protocolos?|métodos|referencias|resumen|comentarios|leyenda|protocoll[io]|metodi|riferimenti|riassunto|métodos|referências|resumo|legenda|protocollen|methoden|samenvatting|方法|实验方法|参考文献|摘要|实验方案|附注|實驗方法|參考文獻|プロトコル|方法と材料|参考文献|概要|備考|프로토콜|방법|참고문헌|요약|비고)\s*[:：]?$/iu

/** More words than these in the only cell of a row are a sentence. */
const maxLabelWords = 3
const isSentence = (text: string): boolean =>
  text.trim().split(/\s+/, maxLabelWords + 1).length > maxLabelWords

/** Enough of a cell to tell what it looks like. */
const signatureLength = 100
/** Letters and digits of a cell without what tells it from its neighbours. */
const signature = (cell: string): string =>
  cell
    .slice(0, signatureLength)
    .trim()
    .replaceAll(/\p{L}+/gu, 'a')
    .replaceAll(/\d+/g, '0')

type RowFilterOptions = {
  header: readonly string[]
  readAs: ReadAs
  options: ReadOptions
  tableSection: string | null
}

/**
 * Reads the rows of a file for the first time: passes on the samples and records which rows are not samples, so later
 * readings skip the same rows. `tableSection`: the section that contains the header.
 */
export function createRowFilter({ header, readAs, options, tableSection }: RowFilterOptions) {
  const includedKinds = new Set<RowKind>(options.keepRows)
  const isTable = !isPlateMap(readAs)
  const skippedKinds = singleRowKinds.filter((kind) => isTable && !includedKinds.has(kind))
  const detectsEnd = isTable && !includedKinds.has('belowFooter') && readAs.endLine === undefined
  const classify = createRowClassifier(header, skippedKinds)
  const width = header.length
  /** The skipped rows of each kind, with the cells of the first. */
  const skipped = new Map<SingleRowKind, Tally & { first: readonly string[] }>()
  const crossedOut = emptyTally()
  let rowCount = 0
  let hashed = 0
  let minFilled = Number.POSITIVE_INFINITY
  const seenSignatures = new Set<string>()
  let last: TableRow | null = null
  let below: TableRow[] = []
  let isBelow = false
  /** True if a row below the gap has a single cell, a title. The shape alone then decides about the rows after it. */
  let isTitled = false
  let tail: Tail | null = null
  const captions: number[] = []
  const sections: Section[] = []

  const profile = ({ cells }: TableRow): void => {
    minFilled = Math.min(minFilled, countFilled(cells))
    for (const [column, cell] of cells.entries())
      if (!isBlank(cell)) seenSignatures.add(`${column} ${signature(cell)}`)
  }
  const accept = (row: TableRow): TableRow => {
    rowCount += 1
    if (rowCount <= profiledRows) profile(row)
    if (isHashed(row.cells)) {
      hashed += 1
      if (!/^#\s*\d+$/.test(row.cells[0]?.trim() ?? '')) addRow(crossedOut, row.row)
    }
    return row
  }
  const isAfterGap = ({ row }: TableRow): boolean => {
    if (!last || row <= last.row + 1) return false
    const breaks = last.cells.reduce((sum, cell) => sum + countLineBreaks(cell, 0, cell.length), 0)
    return row > last.row + 1 + breaks
  }
  /** True if a row has a marker, or far fewer cells than the table and none that resembles the cells above. */
  const isForeign = ({ cells, fault }: TableRow): boolean => {
    if (fault) return false
    const first = firstText(cells)
    const filled = countFilled(cells)
    if (marker.test(first) && (filled === 1 || cells.length < width)) return width > 1 || first.includes(' ')
    if (width === 1 || rowCount === 0) return false
    if (!isBelow && (filled > 1 || minFilled === 1 || !isSentence(first))) return false
    const isSparse = filled * 2 <= minFilled
    const isKnown = cells.some(
      (cell, column) => !isBlank(cell) && seenSignatures.has(`${column} ${signature(cell)}`),
    )
    return isSparse ? isTitled || !isKnown : cells.length < width && !isKnown
  }
  const isEnd = (row: TableRow): boolean => (isBelow || isShortRow(row)) && isForeign(row)
  const isLoneTitle = ({ cells }: TableRow): boolean =>
    minFilled > 2 && countFilled(cells) === 1 && !/\d/.test(firstText(cells))
  /** Returns the end of the table if the row is the title of another section or the header of another table. */
  const findTail = (row: TableRow): Tail | null => {
    if (!detectsEnd || width < 2 || rowCount === 0 || row.fault) return null
    const headerLine = isOtherHeader(row) ? row.row : null
    if (headerLine === null && !isSectionTitle(row)) return null
    return { line: below[0]?.row ?? row.row, text: firstText(row.cells), count: below.length + 1, headerLine }
  }
  const isSectionTitle = (row: TableRow): boolean =>
    minFilled > 1 &&
    isShortRow(row) &&
    countFilled(row.cells) === 1 &&
    sectionTitle.test(firstText(row.cells))
  /** Nearly every row of a table fills its last cell; the rows below a table do not. */
  const isShortRow = ({ cells }: TableRow): boolean => cells.length < width || isBlank(cells[width - 1] ?? '')
  /** The names of columns, among them one for the sample where the samples above have theirs. */
  const isOtherHeader = (row: TableRow): boolean => {
    const { cells } = row
    // Most names of samples have a digit, and most names of columns have none.
    const isName = (index: number): boolean =>
      !/\d/.test(cells[index] ?? '') && isIdentifyingName(cells[index] ?? '')
    if (
      !sampleColumns.some(isName) ||
      countFilled(cells) < 2 ||
      cells.some((cell) => /^\s*[\d.,+-]+\s*$/.test(cell))
    )
      return false
    const repeats = sampleColumns.some((index) => startsLike(cells[index] ?? '', header[index] ?? ''))
    return repeats || isBelow || isAfterGap(row) || cells.filter(isKnownName).length > 1
  }
  const sampleColumns = identifyingColumns(header)

  return {
    /** Returns the rows that this row confirms as samples, also those that had seemed to be below the table. */
    take(row: TableRow): TableRow[] {
      if (readAs.endLine !== undefined && row.row > readAs.endLine) return []
      const section = detectsEnd && (width > 1 || tableSection !== null) ? sectionName(row.cells) : null
      if (section !== null) sections.push({ name: section, line: row.row, headerLine: null, rows: 0 })
      const current = sections.at(-1)
      if (current) {
        if (section === null && current.headerLine === null) current.headerLine = row.row
        else if (section === null) current.rows += 1
        return []
      }
      if (tail) {
        tail.count += 1
        return []
      }
      const kind = classify(row.cells)
      if (kind === null) tail = findTail(row)
      if (tail) {
        below = []
        return []
      }
      if (detectsEnd) isBelow ||= kind === 'totals' || isAfterGap(row)
      isTitled ||= isBelow && kind === null && below.length === 0 && isAfterGap(row) && isLoneTitle(row)
      if (kind === 'repeatedHeaders' && isTitleOnly(below)) {
        // Titles between tables with the same header.
        captions.push(...below.map((one) => one.row))
        below = []
      }
      const isLate = detectsEnd && kind === null && isEnd(row)
      last = row
      if (kind !== null) {
        const tally = skipped.get(kind) ?? { ...emptyTally(), first: row.cells }
        skipped.set(kind, tally)
        addRow(tally, row.row)
        return []
      }
      if (isLate && below.length < maxRowsBelow) {
        below.push(row)
        isBelow = true
        return []
      }
      const all = [...below, row]
      below = []
      isBelow = false
      isTitled = false
      return all.map(accept)
    },

    /** Returns the final reading of the file and its notes, once all rows were taken. */
    end(): { readAs: ReadAs; notes: ReadingNote[] } {
      const including = (kind: RowKind): ReadOptions => ({ keepRows: [...(options.keepRows ?? []), kind] })
      const notes = singleRowKinds.flatMap((kind): ReadingNote[] => {
        const found = skipped.get(kind)
        if (!found) return []
        const { count, rows, first } = found
        const { rule, format, isQuestion } = kindNotes[kind]
        const sentence = format({ count, row: rows[0] ?? 0, label: firstText(first) })
        const undo = including(kind)
        const question = isQuestion
          ? ({ severity: 'warning', ...omission([readAsSamples(undo)], options) } as const)
          : {}
        return [readingNote(rule, sentence, { count, rows, undo, ...question })]
      })
      const isNamed = hashed * 2 >= rowCount
      if (crossedOut.count > 0 && !isNamed) {
        const values = { count: crossedOut.count, row: crossedOut.rows[0] ?? 0 }
        const text = message('files.rowsBeginCrossedOut', values)
        notes.push(readingNote('crossed-out-rows', text, { ...crossedOut, severity: 'warning' }))
      }
      const [next] = sections
      if (next)
        notes.push(sectionEnd(tableSection, sections, including('belowFooter')), ...otherSections(sections))
      const [footer] = below
      const keep = including('belowFooter')
      if (footer) notes.push(belowTable(below, keep, options))
      if (tail) notes.push(tailNote(tail, keep, options))
      const end = footer?.row ?? tail?.line ?? next?.line
      const passOver = singleRowKinds.filter((kind) => skipped.has(kind))
      return {
        readAs: {
          ...readAs,
          ...(passOver.length > 0 ? { passOver } : {}),
          ...(captions.length > 0 ? { skipLines: captions } : {}),
          ...(end === undefined ? {} : { endLine: end - 1 }),
        },
        notes,
      }
    },
  }
}

type Section = { name: string; line: number; headerLine: number | null; rows: number }

const formatSectionName = (name: string): string => `[${name}]`

/** More sections are counted and not named. */
const maxListedSections = 10

/** `tableSection`: the section that is read. */
function sectionEnd(
  tableSection: string | null,
  sections: readonly Section[],
  undo: ReadOptions,
): ReadingNote {
  const count = sections.reduce(
    (sum, { headerLine, rows }) => sum + 1 + rows + (headerLine === null ? 0 : 1),
    0,
  )
  const shown = sections.slice(0, maxListedSections).map(({ name }) => formatSectionName(name))
  const names = [...shown, ...(sections.length > maxListedSections ? ['…'] : [])].join(', ')
  const end = (sections[0]?.line ?? 1) - 1
  const text =
    tableSection === null
      ? message('files.tableEndsLineWhere', { end, names })
      : message('files.sectionEndsLineSections', {
          tableSection: formatSectionName(tableSection),
          end,
          names,
        })
  const rows = sections.map(({ line }) => line)
  // A table that is in no section may go on below a line that only looks like the name of one.
  const severity = tableSection === null ? 'warning' : 'note'
  return readingNote('section-end', text, { count, rows, severity, undo })
}

/** The first sections that have a table as well. */
const otherSections = (sections: readonly Section[]): ReadingNote[] =>
  sections
    .filter(({ name }) => /data$/i.test(name))
    .slice(0, maxListedSections)
    .flatMap(({ name, headerLine, rows }) => {
      if (headerLine === null || rows === 0) return []
      const text = message('files.sectionTableTooHeader', { name: formatSectionName(name), headerLine })
      return [readingNote('other-section', text, { count: rows, rows: [headerLine], undo: { headerLine } })]
    })

/** Rows below a table that surely belong to something else. `headerLine`: that of another table. */
type Tail = { line: number; text: string; count: number; headerLine: number | null }

const isTitleOnly = (rows: readonly TableRow[]): boolean =>
  rows.length > 0 && rows.length <= 3 && rows.every(({ cells }) => countFilled(cells) === 1)

const startsLike = (cell: string, name: string): boolean =>
  name.trim() !== '' && cell.toLowerCase().startsWith(name.trim().toLowerCase())

const shortText = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The answers to a question about rows that are left out. */
const omission = (read: ReadingChoice[], { omitRows }: ReadOptions): Pick<ReadingNote, 'choices'> =>
  omitRows ? {} : { choices: [{ label: message('files.leaveOut'), options: { omitRows: true } }, ...read] }

const readAsSamples = (options: ReadOptions): ReadingChoice => ({
  label: message('files.readSamples'),
  options,
})

/** “Contact: a@b.c”, “Mean age: 42.5”. */
const labelled = /^\s*\p{L}[\p{L} ]{2,30}[:：]/u

function tailNote(
  { line, text, count, headerLine }: Tail,
  undo: ReadOptions,
  options: ReadOptions,
): ReadingNote {
  const title = shortText(text)
  const rows = { count, rows: [line] }
  if (headerLine === null) {
    const section = message('files.sectionBeginsLineBelow', { title, line })
    return readingNote('below-table', section, { ...rows, undo })
  }
  const other = { label: message('files.readTableLineInstead', { headerLine }), options: { headerLine } }
  return readingNote('second-table', message('files.anotherTableBeginsLine', { headerLine, title }), {
    ...rows,
    severity: 'warning',
    ...omission([other, readAsSamples(undo)], options),
  })
}

function belowTable(rows: readonly TableRow[], undo: ReadOptions, options: ReadOptions): ReadingNote {
  const [first] = rows
  const line = first?.row ?? 1
  const isProse = rows.every(({ cells }) => {
    const words = cells.find((cell) => !isBlank(cell)) ?? ''
    return marker.test(words.trim()) || labelled.test(words) || isSentence(words)
  })
  const start = shortText(firstText(first?.cells ?? []))
  return readingNote(
    'below-table',
    message('files.rowsBelowTableLine', { count: rows.length, line, start }),
    {
      rows: rows.map(({ row }) => row),
      severity: isProse ? 'note' : 'warning',
      undo,
      ...(isProse ? {} : omission([readAsSamples(undo)], options)),
    },
  )
}
