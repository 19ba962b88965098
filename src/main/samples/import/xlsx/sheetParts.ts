import { basename, posix } from 'node:path'
import { unzipSync } from 'fflate'
import { Failure, fileFailure } from '../../../../shared/contract/failures.ts'
import { message } from '../../../../shared/words/message.ts'

/** Cells whose text is not among the shared ones of the workbook: row, from 1 -> the first such cell, from 0. */
export type MissingTexts = ReadonlyMap<number, number>

/**
 * Inspects the parts of one sheet for defects that the workbook reader ignores silently. Refuses a sheet that contains
 * a row twice, as some programs write, since later cells would replace earlier ones, and a character name that XML does
 * not define. Throws `file`. The parts must be sound and of their declared size.
 */
export function inspectSheet(path: string, bytes: Uint8Array, sheet: string): MissingTexts {
  const part = (name: string): Buffer => {
    const found = unzipSync(bytes, { filter: (entry) => withoutLeadingSlash(entry.name) === name })
    const [unpacked = new Uint8Array()] = Object.values(found)
    return Buffer.from(unpacked.buffer, unpacked.byteOffset, unpacked.length)
  }
  const paths = findPaths(part, sheet)
  if (paths === null) return new Map()
  const xml = part(paths.sheet)
  const repeated = repeatedRow(xml)
  if (repeated !== null) {
    const name = basename(path)
    const text = message('files.rowTwiceOneSheets', { name, repeated })
    throw new Failure('file', text, { name, line: repeated })
  }
  const shared = paths.shared === null ? noBytes : part(paths.shared)
  rejectUnknownEntities(path, [xml, shared])
  return missingTexts(xml, countTexts(shared))
}

const noBytes = Buffer.alloc(0)

const withoutLeadingSlash = (name: string): string => name.replace(/^\//, '')

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean)

const tagsOf = (xml: Buffer, name: string): string[] =>
  xml.toString('utf8').match(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')) ?? []

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (match, hex?: string, digits?: string, name = '') =>
    hex || digits
      ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits))
      : (characters[name] ?? match),
  )

/** Returns the path of a related part in the archive: the target of the relation that `isIt` matches. */
function targetOf(relations: Buffer, folder: string, isIt: (tag: string) => boolean): string | null {
  const relation = tagsOf(relations, 'Relationship').find(isIt)
  const target = relation === undefined ? undefined : attribute(relation, 'Target')
  if (target === undefined) return null
  return target.startsWith('/') ? withoutLeadingSlash(target) : posix.join(folder, target)
}

/** Finds the parts of a sheet and of the shared texts; null if the workbook does not name them. */
function findPaths(
  part: (name: string) => Buffer,
  sheet: string,
): { sheet: string; shared: string | null } | null {
  const isWorkbook = (tag: string) => attribute(tag, 'Type')?.endsWith('/officeDocument') === true
  const workbook = targetOf(part('_rels/.rels'), '', isWorkbook)
  if (workbook === null) return null
  const tag = tagsOf(part(workbook), 'sheet').find((one) => decode(attribute(one, 'name') ?? '') === sheet)
  const id = tag === undefined ? undefined : /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(tag)?.[1]
  if (id === undefined) return null
  const folder = posix.dirname(workbook)
  const relations = part(posix.join(folder, '_rels', `${posix.basename(workbook)}.rels`))
  const path = targetOf(relations, folder, (one) => attribute(one, 'Id') === id)
  const isShared = (one: string) => attribute(one, 'Type')?.endsWith('/sharedStrings') === true
  return path === null ? null : { sheet: path, shared: targetOf(relations, folder, isShared) }
}

/** Returns the first row that a sheet contains twice, or null. Nearly all sheets have their rows in order. */
function repeatedRow(xml: Buffer): number | null {
  let last = 0
  let inOrder = true
  for (const { row } of rowsOf(xml)) {
    inOrder &&= row > last
    last = row
  }
  if (inOrder) return null
  const seen = new Set<number>()
  for (const { row } of rowsOf(xml)) {
    if (seen.has(row)) return row
    seen.add(row)
  }
  return null
}

/** Enough for the row number, which is the first attribute. */
const maxTagLength = 300

/** A row without a number follows the row before it. `at`: the start of its tag. */
function* rowsOf(xml: Buffer): Generator<{ row: number; at: number }> {
  const data = xml.indexOf('sheetData')
  const opening = `<${xml.toString('latin1', xml.lastIndexOf('<', data) + 1, data)}row`
  let row = 0
  let end = 0
  for (let at = xml.indexOf(opening, data); at >= 0; at = xml.indexOf(opening, at + 1)) {
    if (end < at) end = xml.indexOf('>', at)
    if (end < 0) return
    const start = at + opening.length
    const tag = xml.toString('latin1', start, Math.min(end + 1, start + maxTagLength))
    if (!/^[\s/>]/.test(tag)) continue
    row = Number(/\sr\s*=\s*["'](\d+)["']/.exec(tag)?.[1] ?? row + 1)
    yield { row, at }
  }
}

/** Longer than every name that XML defines, and than the number of every character. */
const maxEntityLength = 12

/** Only a document type could define other names, and no workbook has one. */
function rejectUnknownEntities(path: string, parts: readonly Buffer[]): void {
  for (const xml of parts) {
    const endOfLiteral = createLiteralFinder(xml)
    for (let at = xml.indexOf('&'); at >= 0; at = xml.indexOf('&', at + 1)) {
      const [found, known] = /^&(?:(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)?[\w#]*;?/i.exec(
        xml.toString('latin1', at, at + maxEntityLength),
      ) ?? ['&', undefined]
      if (known !== undefined) continue
      const end = endOfLiteral(at)
      if (end !== null) {
        at = end
        continue
      }
      const name = basename(path)
      throw fileFailure(message('files.damagedWritesCharacterNo', { name, found }), name)
    }
  }
}

/**
 * Finds the end of the literal text or comment that contains a position, in which markup has no meaning; null if there
 * is none. Call it with increasing positions, so that each part is scanned once.
 */
function createLiteralFinder(xml: Buffer): (at: number) => number | null {
  const kinds = [
    { start: '<![CDATA[', end: ']]>', next: -1 },
    { start: '<!--', end: '-->', next: -1 },
  ]
  let [begin, end] = [0, 0]
  const findNext = (): void => {
    for (const kind of kinds)
      if (kind.next < end) {
        const found = xml.indexOf(kind.start, end)
        kind.next = found < 0 ? xml.length : found
      }
    const [first] = kinds.toSorted((one, other) => one.next - other.next)
    begin = first?.next ?? xml.length
    end = first && begin < xml.length ? xml.indexOf(first.end, begin) : -1
    if (end < 0) [begin, end] = [xml.length, xml.length]
  }
  return (at) => {
    while (end <= at && begin < xml.length) findNext()
    return begin < at ? end : null
  }
}

function countTexts(shared: Buffer): number {
  let count = 0
  for (const _ of shared.toString('latin1').matchAll(/<(?:\w+:)?si[\s/>]/g)) count += 1
  return count
}

/** `texts`: the number of shared texts in the workbook. Most sheets need one look at each of their indexes. */
function missingTexts(xml: Buffer, texts: number): MissingTexts {
  const missing = new Map<number, number>()
  const text = xml.toString('latin1')
  const cells =
    /<(?:\w+:)?c(?=[\s>])([^<>]*\st\s*=\s*["']s["'][^<>]*)(?:\/>|>(?:\s*<(?:\w+:)?v\s*>([^<]*)<)?)/g
  const offsets: number[] = []
  for (const found of text.matchAll(cells)) {
    const number = found[2]?.trim() ?? ''
    if (!/^\d+$/.test(number) || Number(number) >= texts) offsets.push(found.index)
  }
  if (offsets.length === 0) return missing
  let next = 0
  let [before, start] = [0, 0]
  const assignRow = (until: number) => {
    for (; next < offsets.length && (offsets[next] ?? 0) < until; next++) {
      const at = offsets[next] ?? 0
      if (!missing.has(before)) missing.set(before, columnOf(text, start, at))
    }
  }
  for (const { row, at } of rowsOf(xml)) {
    assignRow(at)
    ;[before, start] = [row, at]
  }
  assignRow(text.length)
  return missing
}

/** The place of a cell in its row, by its reference or, where it has none, by those before it. */
function columnOf(text: string, rowAt: number, cellAt: number): number {
  const letters = /\sr\s*=\s*["']([A-Z]+)\d+["']/.exec(text.slice(cellAt, text.indexOf('>', cellAt)))?.[1]
  if (letters === undefined) return text.slice(rowAt, cellAt).match(/<(?:\w+:)?c(?=[\s/>])/g)?.length ?? 0
  return [...Buffer.from(letters)].reduce((sum, code) => sum * 26 + code - 64, 0) - 1
}
