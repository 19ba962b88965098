import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { fileFailure } from '../../../../shared/contract/failures.ts'
import type { ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import { joinMessages, type Message, message } from '../../../../shared/words/message.ts'
import { createPlateReader, isPlateMap } from '../detect/plates.ts'
import { type OpenTable, unreadableFile } from '../tableRow.ts'
import { openCsv } from './csvTable.ts'

/** Loads the workbook reader on demand: it is large, and most tables are not workbooks. */
export const loadWorkbookReader = () => import('./xlsxTable.ts')

/** Opens a file and detects what the options leave open. Throws `file` for no table, `rejected` for misfits. */
export async function openTable(path: string, options: ReadOptions): Promise<OpenTable> {
  const opened = await open(path, options)
  if (!isPlateMap(opened.readAs)) return opened
  const plates = createPlateReader(basename(path), opened.readAs, options.plate)
  return {
    ...opened,
    readings: plates.read(opened.readings),
    notes: (readAs) => [...opened.notes(readAs), ...plates.notes()],
  }
}

async function open(path: string, options: ReadOptions): Promise<OpenTable> {
  if (detectFormat(path) !== 'xlsx') return await openCsv(path, options)
  const { openXlsx } = await loadWorkbookReader()
  return await openXlsx(path, options)
}

const startBytes = 4096

type Kind = { starts: readonly (string | RegExp)[]; what: Message; remedy: Message }

const resave = message('files.saveXlsxCsvChoose')
const askForTable = message('files.askTableXlsxCsv')
const oldWorkbook = { what: message('files.excel972003Workbook'), remedy: resave }
const wordDocument = { what: message('files.documentWordProcessor'), remedy: askForTable }

/** File kinds by their first bytes (one character each), regardless of the file name, each with a remedy. */
const kinds: readonly Kind[] = [
  { starts: ['\t\0\x04\0', '\t\x02\x06\0', '\t\x04\x06\0', '\t\x08\x08\0', '\t\x08\x10\0'], ...oldWorkbook },
  { starts: ['{\\rtf'], ...wordDocument },
  { starts: ['%PDF', '%!PS'], what: message('files.pdfDocument'), remedy: askForTable },
  {
    starts: ['\x89PNG', /^\xff\xd8\xff[\xc0-\xfe]/, 'GIF8', 'II*\0', 'MM\0*'],
    what: message('files.anImage'),
    remedy: askForTable,
  },
  {
    starts: ['\x1f\x8b', '7z\xbc\xaf', 'Rar!\x1a', 'BZh9', '\xfd7zXZ', '\x28\xb5\x2f\xfd'],
    what: message('files.compressedFile'),
    remedy: message('files.unpackChooseTable'),
  },
  {
    starts: [
      'PAR1',
      'SQLite format 3\0',
      'ARROW1',
      'FEA1',
      '\x89HDF',
      '\x93NUMPY',
      '$FL2',
      '$FL3',
      '<stata_dta>',
      /^RD[AX][23]\n/,
    ],
    what: message('files.databaseDataFile'),
    remedy: message('files.exportTableCsv'),
  },
  {
    starts: [
      /^(?:\xef\xbb\xbf)?\s*(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|body|meta|style|div|table|\?xml|Workbook)/i,
      /^\xff\xfe(?:\s\0)*<\0/,
      /^MIME-Version:/i,
    ],
    what: message('files.webPageXmlEven'),
    remedy: message('files.openExcelSaveXlsx'),
  },
]

const startsLike = (text: string, start: string | RegExp): boolean =>
  typeof start === 'string' ? text.startsWith(start) : start.test(text)

/** Bytes of a file as one character each. Throws `file`. */
function readBytes(path: string, from: number): string {
  const buffer = Buffer.alloc(startBytes)
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, startBytes, from))
  } catch (error) {
    throw unreadableFile(path, error)
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** Stream names that identify the content of an OLE2 container ([MS-CFB] 2.6), each with its message. */
const containers: readonly (Omit<Kind, 'starts'> & { streams: readonly string[] })[] = [
  { streams: ['Workbook', 'Book'], ...oldWorkbook },
  {
    streams: ['EncryptedPackage'],
    what: message('files.workbookPassword'),
    remedy: message('files.openTakePasswordAway'),
  },
  { streams: ['WordDocument', 'PowerPoint Document'], ...wordDocument },
]

/** Old Office files and ones with a password are containers, whose directory names what is in them. */
function containerKind(path: string, start: string): Omit<Kind, 'starts'> {
  const header = Buffer.from(start, 'latin1')
  const sectorBytes = 2 ** Math.min(header.length < 52 ? 9 : header.readUInt16LE(30), 12)
  const directory = header.length < 52 ? 0 : header.readUInt32LE(48)
  const names = start + readBytes(path, (directory + 1) * sectorBytes)
  const holds = (name: string) => names.includes(Buffer.from(`${name}\0`, 'utf16le').toString('latin1'))
  const unknown = { what: message('files.oldOfficeFileOne'), remedy: resave }
  return containers.find(({ streams }) => streams.some(holds)) ?? unknown
}

/** Detects a workbook or delimited text from the content. Throws `file`, with a remedy, for other files. */
function detectFormat(path: string): 'csv' | 'xlsx' {
  const start = readBytes(path, 0)
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'xlsx'
  const kind = start.startsWith('\xd0\xcf\x11\xe0')
    ? containerKind(path, start)
    : kinds.find(({ starts }) => starts.some((one) => startsLike(start, one)))
  if (!kind) return 'csv'
  const name = basename(path)
  const what = message('files.pathclockCannotRead', { name, what: kind.what })
  throw fileFailure(joinMessages([what, kind.remedy]), name)
}
