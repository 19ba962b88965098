import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Failure } from '../../../shared/contract/failures.ts'
import { type AdoptedSample, type Adoption, maxIdLength } from '../../../shared/domain/samples/sample.ts'
import { unescapeFormula } from '../../../shared/format/csvLine.ts'
import { isRecord, parseJson } from '../../../shared/json.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { nameColumns } from '../import/detect/nameColumns.ts'
import { openTable } from '../import/reader/openTable.ts'
import { type OpenTable, structureProblem, type TableRow, unreadableFile } from '../import/tableRow.ts'
import {
  type ExportedSample,
  isCovariate,
  isOwnExport,
  type ListedCell,
  ownDelimiter,
  toExported,
  toLayout,
} from './ownExport.ts'

const normalizeColumnName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const idNames: ReadonlySet<string> = new Set(['sampleid', 'id', 'smpid', '样本id', '样品id', '样本编号'])
const referenceNames: ReadonlySet<string> = new Set([
  'clientreference',
  'reference',
  'samplename',
  'name',
  'label',
  '样本名称',
])

/** A row of the list. `exported`: the contents of the row, if the file is our own export of samples. */
export type ListedSample = AdoptedSample & { row: number; exported?: ExportedSample }

/** `results`: columns that hold results, which are not adopted. */
export type AdoptedList = { samples: ListedSample[]; results: string[] } & Pick<Adoption, 'empty' | 'broken'>

type Cells = ReadonlyMap<string, ListedCell>
/** `row`: the line, or the position in a JSON document. */
type ReadRow = { row: number; cells: Cells } | { row: number; fault: Message }

/**
 * Reads the samples that a file names. `empty` counts the rows without a sample; `broken` has the rows whose cells
 * cannot be separated, which are not used. A file with one column needs no header. Our own exports (also as JSON) are
 * recognized by their columns.
 */
export async function readAdopted(path: string): Promise<AdoptedList> {
  const name = basename(path)
  const start = await readStart(path)
  if (isJson(start)) return toAdoptedList(await readJson(path), name)
  const delimiter = ownDelimiter(start)
  // The format of our own files is known exactly, so nothing is guessed.
  const options = delimiter === null ? {} : { delimiter, encoding: 'utf-8', headerLine: 1 }
  return readTableList(await openTable(path, options), name, delimiter === ';')
}

/** Enough for the longest header. */
const startBytes = 1024 * 1024

async function readStart(path: string): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of createReadStream(path, { end: startBytes })) chunks.push(chunk as Buffer)
  } catch (error) {
    throw unreadableFile(path, error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `hasCommas`: our own export with semicolons writes decimal commas (0,5). */
async function readTableList(table: OpenTable, name: string, hasCommas: boolean): Promise<AdoptedList> {
  const isText = table.readAs.format === 'csv'
  const toOwnCell: ToCell = (text, column) =>
    toTypedCell(hasCommas ? toDecimalPoint(text, column) : text, isText)
  let tableHead: TableHead | null = null
  let collector = createCollector([], name)
  for await (const { header, rows } of table.readings) {
    if (header && tableHead === null) {
      tableHead = toHead(header, isText)
      collector = createCollector(tableHead.columns, name)
      const [only = ''] = tableHead.columns
      const problem = structureProblem(header, tableHead.columns)
      if (problem) collector.add({ row: header.row, fault: problem.message })
      // A single column whose header is not an ID name starts with an ID.
      else if (tableHead.columns.length === 1 && !idNames.has(normalizeColumnName(only)))
        collector.add({ row: header.row, cells: new Map([[only, only.trim()]]) })
    }
    for (const row of rows) collector.add(toReadRow(row, tableHead, toOwnCell))
  }
  return collector.list()
}

type TableHead = { columns: readonly string[]; isOwn: boolean }

/** Returns the column names. Those of our own export are used unchanged; other names are made unique. */
function toHead(header: TableRow, isText: boolean): TableHead {
  const own = header.cells.map((cell) => (isText ? unescapeFormula(cell) : cell))
  return header.fault === null && isOwnExport(own)
    ? { columns: own, isOwn: true }
    : { columns: nameColumns(header).columns, isOwn: false }
}

type ToCell = (text: string, column: string) => ListedCell

function toReadRow(record: TableRow, tableHead: TableHead | null, toOwnCell: ToCell): ReadRow {
  const { columns, isOwn } = tableHead ?? { columns: [], isOwn: false }
  const problem = structureProblem(record, columns)
  if (problem) return { row: record.row, fault: problem.message }
  const toCell: ToCell = isOwn ? toOwnCell : toPlainCell
  const cells = columns.map((column, at) => [column, toCell(record.cells[at] ?? '', column)] as const)
  return { row: record.row, cells: new Map(cells) }
}

/**
 * Converts a decimal comma to a point. A negative number (-0,5) is always one, since the export puts an apostrophe
 * before such a text. A positive number (0,5) is converted in annotations only: in an order field it may be a text, and
 * the service decides.
 */
const toDecimalPoint = (text: string, column: string): string =>
  (isCovariate(column) ? /^-?\d+,\d+(?:e[+-]\d+)?$/ : /^-\d+,\d+(?:e[+-]\d+)?$/).test(text)
    ? text.replace(',', '.')
    : text

const toPlainCell = (text: string): ListedCell => (text.trim() === '' ? null : text.trim())

/**
 * Returns the typed value of a cell in our own export, which the reader returns as text. It is a number if it formats
 * back to exactly the same text. A text that would be a formula has an apostrophe, and `007` stays a text.
 */
function toTypedCell(written: string, isText: boolean): ListedCell {
  if (written === '') return null
  const text = isText ? unescapeFormula(written) : written
  const number = Number(text)
  return text === written && Number.isFinite(number) && String(number) === text ? number : text
}

function toAdoptedList(rows: readonly ReadRow[], name: string): AdoptedList {
  const collector = createCollector(columnsOf(rows), name)
  for (const row of rows) collector.add(row)
  return collector.list()
}

/** Creates a collector that turns rows into samples. Throws `file` if none of the columns has IDs. */
function createCollector(columns: readonly string[], name: string) {
  const layout = isOwnExport(columns) ? toLayout(columns) : null
  const idColumns = layout ? { id: 'sample_id', reference: 'client_reference' } : findIdColumns(columns, name)
  const list: AdoptedList = { samples: [], results: [], empty: 0, broken: [] }
  const results = new Set<string>()
  return {
    add(read: ReadRow): void {
      const { row } = read
      if ('fault' in read) return void list.broken.push({ row, message: read.fault })
      const { cells } = read
      const sample = layout ? toNamed(cells, idColumns) : toSample(cells, idColumns)
      if (!sample) list.empty += 1
      else if (sample.sampleId.length > maxIdLength)
        list.broken.push({ row, message: tooLong(sample.sampleId) })
      else list.samples.push({ ...sample, row, ...(layout ? { exported: toExported(cells, layout) } : {}) })
      for (const column of layout?.results ?? []) if (!isEmpty(cells.get(column))) results.add(column)
    },
    list: (): AdoptedList => ({ ...list, results: [...results] }),
  }
}

/** Returns every name that occurs in any of the JSON rows. */
function columnsOf(rows: readonly ReadRow[]): string[] {
  const columns = new Set<string>()
  for (const read of rows) if ('cells' in read) for (const name of read.cells.keys()) columns.add(name)
  return [...columns]
}

const tooLong = (sampleId: string): Message =>
  message('samples.sampleIdCharactersMost', { count: sampleId.length, maxIdLength })

const isEmpty = (cell: ListedCell | undefined): boolean => cell === null || cell === undefined || cell === ''

type IdColumns = { id: string; reference: string | undefined }

function findIdColumns(columns: readonly string[], name: string): IdColumns {
  const [only = ''] = columns
  if (columns.length <= 1) return { id: only, reference: undefined }
  const reference = columns.find((column) => referenceNames.has(normalizeColumnName(column)))
  const id = columns.find((column) => idNames.has(normalizeColumnName(column)))
  if (id !== undefined) return { id, reference }
  throw new Failure('file', message('samples.noColumnSampleIds', { name, columns: columns.join(', ') }), {
    name,
  })
}

/** Returns the ID and name of a sample, as texts even if they look like numbers. */
function toNamed(cells: Cells, { id, reference }: IdColumns): AdoptedSample | null {
  const [sampleId, clientReference] = [id, reference ?? ''].map((column) => cells.get(column))
  if (isEmpty(sampleId)) return null
  return {
    sampleId: String(sampleId),
    ...(isEmpty(clientReference) ? {} : { clientReference: String(clientReference) }),
    fields: {},
  }
}

/** Stores every other column as a field of the annotation, since it was not sent from here. */
function toSample(cells: Cells, idColumns: IdColumns): AdoptedSample | null {
  const named = toNamed(cells, idColumns)
  if (!named) return null
  const others = [...cells].flatMap(([column, cell]) => {
    if (column === idColumns.id || column === idColumns.reference || cell === null || cell === '') return []
    return [[column, typeof cell === 'boolean' ? String(cell) : cell] as const]
  })
  return { ...named, fields: Object.fromEntries(others) }
}

/** The whole text is held in memory. A register of 500,000 samples is smaller than this. */
const maxBytes = 256 * 1024 * 1024

/** Returns true if a file starts like JSON or JSON Lines. */
const isJson = (start: string): boolean => /^\uFEFF?\s*[[{]/.test(start)

/** Returns the objects of a JSON document or of JSON Lines. Throws `file` if the file is neither. */
async function readJson(path: string): Promise<ReadRow[]> {
  const name = basename(path)
  const toFileFailure = (reason: Message): Failure =>
    new Failure('file', message('shared.quotedThen', { name, text: reason }), { name })
  if ((await stat(path)).size > maxBytes) throw toFileFailure(message('samples.larger256MbToo'))
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  const document = parseJson(text)
  if (document !== undefined) {
    const rows = rowsOf(document)
    if (rows === null) throw toFileFailure(message('samples.jsonWithoutRowsChoose'))
    return rows.map((row, index) => toRow(row, index + 2))
  }
  const lines = text.split('\n')
  if (parseJson(lines[0] ?? '') === undefined) throw toFileFailure(message('samples.noSoundJsonCut'))
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [toRow(parseJson(line), index + 1)]))
}

function rowsOf(document: unknown): readonly unknown[] | null {
  if (Array.isArray(document)) return document
  if (!isRecord(document)) return null
  // A single object is JSON Lines with one line.
  if ('sample_id' in document) return [document]
  return Array.isArray(document['rows']) ? document['rows'] : null
}

function toRow(value: unknown, row: number): ReadRow {
  if (!isRecord(value)) return { row, fault: message('samples.holdsNoJsonObject') }
  const cells = new Map<string, ListedCell>()
  for (const [name, cell] of Object.entries(value)) {
    if (typeof cell === 'object' && cell !== null)
      return { row, fault: message('samples.holdsNeitherTextNor', { name }) }
    cells.set(name, cell as ListedCell)
  }
  return { row, cells }
}
