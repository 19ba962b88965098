import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { Failure } from '../../../shared/contract/failures.ts'

const startBytes = 4096

/** What a file is by its first bytes, whatever its name says; `remedy`: what to do about one that is not read. */
const kinds: { start: RegExp; what: string; remedy: string }[] = [
  {
    start: /^\xd0\xcf\x11\xe0/,
    what: 'an old Excel workbook (.xls) or one with a password',
    remedy: 'Open it in Excel, take the password away, and save it as .xlsx or as CSV UTF-8.',
  },
  { start: /^%PDF/, what: 'a PDF document', remedy: 'Ask for the table itself, as .xlsx or CSV.' },
  {
    start: /^(\x89PNG|\xff\xd8\xff[\xc0-\xfe]|GIF8|RIFF....WEBP|II\*\0|MM\0\*)/,
    what: 'an image',
    remedy: 'Ask for the table itself, as .xlsx or CSV.',
  },
  {
    start: /^(\x1f\x8b|7z\xbc\xaf|Rar!|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd)/,
    what: 'a compressed file',
    remedy: 'Unpack it, and choose the table that is in it.',
  },
  {
    start: /^(PAR1|SQLite format 3\0|ARROW1|\x89HDF)/,
    what: 'a database or data file',
    remedy: 'Export its table as CSV.',
  },
  {
    start: /^(\xef\xbb\xbf)?\s*<(!doctype html|html|table|\?xml|Workbook)/i,
    what: 'a web page or XML, even if its name ends in .xls',
    remedy: 'Open it in Excel, and save it as .xlsx or as CSV UTF-8.',
  },
]

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
  const kind = kinds.find((one) => one.start.test(start))
  if (!kind) return 'csv'
  const name = basename(path)
  throw new Failure('file', `“${name}” is ${kind.what}, which is not read here. ${kind.remedy}`, { name })
}
