import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { Failure } from '../../../shared/contract/failures.ts'

const startBytes = 4096

type Kind = { starts: readonly (string | RegExp)[]; what: string; remedy: string }

/** What a file is by its first bytes (one character each), whatever its name says, and what to do about it. */
const kinds: readonly Kind[] = [
  {
    starts: ['\xd0\xcf\x11\xe0'],
    what: 'an old Excel workbook (.xls) or one with a password',
    remedy: 'Open it in Excel, take the password away, and save it as .xlsx or as CSV UTF-8.',
  },
  { starts: ['%PDF'], what: 'a PDF document', remedy: 'Ask for the table itself, as .xlsx or CSV.' },
  {
    starts: ['\x89PNG', /^\xff\xd8\xff[\xc0-\xfe]/, 'GIF8', 'II*\0', 'MM\0*'],
    what: 'an image',
    remedy: 'Ask for the table itself, as .xlsx or CSV.',
  },
  {
    starts: ['\x1f\x8b', '7z\xbc\xaf', 'Rar!\x1a', 'BZh9', '\xfd7zXZ', '\x28\xb5\x2f\xfd'],
    what: 'a compressed file',
    remedy: 'Unpack it, and choose the table that is in it.',
  },
  {
    starts: ['PAR1', 'SQLite format 3\0', 'ARROW1', '\x89HDF'],
    what: 'a database or data file',
    remedy: 'Export its table as CSV.',
  },
  {
    starts: [/^(\xef\xbb\xbf)?\s*<(!doctype html|html|table|\?xml|Workbook)/i],
    what: 'a web page or XML, even if its name ends in .xls',
    remedy: 'Open it in Excel, and save it as .xlsx or as CSV UTF-8.',
  },
]

const begins = (text: string, start: string | RegExp): boolean =>
  typeof start === 'string' ? text.startsWith(start) : start.test(text)

/** The start of a file as one character a byte. Throws `file`. */
function readStart(path: string): string {
  const buffer = Buffer.alloc(startBytes)
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, startBytes, 0))
  } catch (error) {
    const name = basename(path)
    const message = `“${name}” could not be read. Check that it still exists, then choose it again.`
    throw new Failure('file', message, { name }, { cause: error })
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** Whether a file is a workbook or delimited text, by what is in it. Throws `file`, with a remedy, for what is neither. */
export function formatOf(path: string): 'csv' | 'xlsx' {
  const start = readStart(path)
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'xlsx'
  const kind = kinds.find(({ starts }) => starts.some((one) => begins(start, one)))
  if (!kind) return 'csv'
  const name = basename(path)
  throw new Failure('file', `“${name}” is ${kind.what}, which is not read here. ${kind.remedy}`, { name })
}
