import { basename } from 'node:path'
import { unzipSync } from 'fflate'
import type { Sheet } from 'hucre/xlsx'
import { Failure } from '../../../shared/contract/failures.ts'
import type { SheetChoice } from '../../../shared/domain/importing.ts'

/** What is read at once must fit into the memory of a small computer, unpacked and taken apart. */
const limits = { fileBytes: 100_000_000, unpackedBytes: 400_000_000, cells: 2_500_000 }

export type Workbook = { sheets: SheetChoice[]; sheet: Sheet }

/**
 * One sheet of a workbook with all that is known of its cells: the named one, or the first that is visible. Throws
 * `file` for what is no sound workbook or too large, `rejected` for a sheet that it does not have.
 */
export async function readWorkbook(
  path: string,
  bytes: Uint8Array,
  wanted: string | undefined,
): Promise<Workbook> {
  const refuse = refuser(path)
  checkParts(bytes, refuse)
  const { readXlsx } = await import('hucre/xlsx')
  const sheets: SheetChoice[] = []
  let found = false
  const choose = ({ name, hidden, veryHidden }: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
    const isHidden = hidden === true || veryHidden === true
    sheets.push({ name, hidden: isHidden })
    if (found || (wanted === undefined ? isHidden : name !== wanted)) return false
    found = true
    return true
  }
  let sheet: Sheet | undefined
  try {
    ;[sheet] = (await readXlsx(bytes, { sheets: choose, readStyles: true })).sheets
  } catch (error) {
    throw refuse(
      'is damaged, or no workbook. Open it in your spreadsheet program, and save it anew as .xlsx or as CSV UTF-8.',
      error,
    )
  }
  if (!sheet || !found) throw noSheet(wanted, sheets)
  const width = Math.max(0, ...firstWidths(sheet))
  if (sheet.rows.length * width > limits.cells)
    throw refuse(`has ${sheet.rows.length} rows of ${width} cells, more than can be read at once. ${smaller}`)
  return { sheets, sheet }
}

const smaller =
  'Delete empty rows and columns at its end, or save the sheet as CSV UTF-8, which has no limit.'

/** All rows are as wide as the widest, so that few have to be looked at. */
const firstWidths = ({ rows }: Sheet): number[] => rows.slice(0, 10).map((row) => row.length)

type Refuse = (what: string, cause?: unknown) => Failure

const refuser =
  (path: string): Refuse =>
  (what, cause) =>
    new Failure('file', `“${basename(path)}” ${what}`, { name: basename(path) }, { cause })

/** Looks at the list of parts before any is unpacked, since a small file may unpack to fill the memory. */
function checkParts(bytes: Uint8Array, refuse: Refuse): void {
  if (bytes.length > limits.fileBytes)
    throw refuse(`has ${Math.round(bytes.length / 1e6)} MB, more than can be read at once. ${smaller}`)
  const parts: { name: string; size: number; originalSize: number }[] = []
  try {
    unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        parts.push({ name, size, originalSize })
        return false
      },
    })
  } catch (error) {
    throw refuse('is damaged: its list of parts cannot be read. Copy or download it again.', error)
  }
  const names = new Set(parts.map(({ name }) => name))
  if (names.has('xl/workbook.bin'))
    throw refuse('is a binary workbook (.xlsb), which is not read here. Save it as .xlsx or as CSV UTF-8.')
  if (names.has('mimetype') && !names.has('[Content_Types].xml'))
    throw refuse('is an OpenDocument file (.ods), which is not read here. Save it as .xlsx or as CSV UTF-8.')
  if (![...names].some((name) => /^\/?xl\//i.test(name)))
    throw refuse('is an archive without a workbook in it. Unpack it, and choose the table that is in it.')
  const unpacked = parts.reduce((sum, { originalSize }) => sum + originalSize, 0)
  // A part that hides its size is not bounded by it when it is unpacked.
  const hidesSize = parts.some(({ size, originalSize }) => originalSize === 0 && size > 2)
  if (unpacked > limits.unpackedBytes || hidesSize)
    throw refuse(
      `unpacks to ${Math.round(unpacked / 1e6)} MB or more, more than can be read at once. ${smaller}`,
    )
}

function noSheet(wanted: string | undefined, sheets: readonly SheetChoice[]): Failure {
  const names = sheets.map(({ name }) => `“${name}”`).join(', ')
  const message =
    wanted === undefined
      ? `The workbook has no visible sheet. Choose one of the hidden ones: ${names || 'there is none'}.`
      : `The workbook has no sheet “${wanted}”. Choose one of ${names}.`
  return new Failure('rejected', message, { problems: [{ field: 'sheet', message: 'not known' }] })
}
