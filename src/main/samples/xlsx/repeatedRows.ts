import { basename } from 'node:path'
import { unzipSync } from 'fflate'
import { Failure } from '../../../shared/contract/failures.ts'

const isSheet = (name: string): boolean => /^\/?xl\/worksheets\/[^/]+\.xml$/i.test(name)

/**
 * Refuses a workbook that has a row twice, as some programs write: of its cells the later ones would take the place of
 * the earlier, and an order would be lost without a word. Throws `file`.
 */
export function refuseRepeatedRows(path: string, bytes: Uint8Array): void {
  const names: string[] = []
  unzipSync(bytes, { filter: ({ name }) => (isSheet(name) && names.push(name), false) })
  for (const part of names) {
    // One after another, since they may be large.
    const sheet = unzipSync(bytes, { filter: ({ name }) => name === part })[part] ?? new Uint8Array()
    const row = repeatedRow(Buffer.from(sheet.buffer, sheet.byteOffset, sheet.length))
    if (row === null) continue
    const name = basename(path)
    const message = `“${name}” has row ${row} twice in one of its sheets, and only one of them would show. Open it in your spreadsheet program, compare it with where it comes from, and save it anew.`
    throw new Failure('file', message, { name, line: row })
  }
}

/** The first row of a sheet that stands there twice; null for none. Nearly all sheets have their rows in order. */
function repeatedRow(xml: Buffer): number | null {
  let last = 0
  let inOrder = true
  for (const row of rowNumbers(xml)) {
    inOrder &&= row > last
    last = row
  }
  if (inOrder) return null
  const seen = new Set<number>()
  for (const row of rowNumbers(xml)) {
    if (seen.has(row)) return row
    seen.add(row)
  }
  return null
}

/** A row without a number is the one after the row before. */
function* rowNumbers(xml: Buffer): Generator<number> {
  const data = xml.indexOf('sheetData')
  const opening = `<${xml.toString('latin1', xml.lastIndexOf('<', data) + 1, data)}row`
  let row = 0
  for (let at = xml.indexOf(opening, data); at >= 0; at = xml.indexOf(opening, at + 1)) {
    const tag = xml.toString('latin1', at + opening.length, xml.indexOf('>', at) + 1)
    if (!/^[\s/>]/.test(tag)) continue
    row = Number(/\sr\s*=\s*["'](\d+)["']/.exec(tag)?.[1] ?? row + 1)
    yield row
  }
}
