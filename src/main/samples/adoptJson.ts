import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Failure } from '../../shared/contract/failures.ts'
import type { ListedCell } from './adoptExport.ts'

/** Row by row; `row`: the line, or the place among the rows of a document that is not in lines. */
type JsonRow = { row: number; cells: ReadonlyMap<string, ListedCell> } | { row: number; fault: string }

/** The text is held in memory as a whole: a register of 500,000 samples stays below. */
const maxBytes = 256 * 1024 * 1024

/** Whether a file holds JSON or JSON Lines, by how it starts. */
export const isJson = (start: string): boolean => /^\uFEFF?\s*[[{]/.test(start)

/**
 * The objects of a JSON document (a list, or our own with `rows`) or of JSON Lines. Throws `file` for what is neither.
 */
export async function readJson(path: string): Promise<JsonRow[]> {
  const name = basename(path)
  const toFileFailure = (reason: string): Failure => new Failure('file', `“${name}” ${reason}`, { name })
  if ((await stat(path)).size > maxBytes)
    throw toFileFailure('is larger than 256 MB, too large for JSON. Export it as CSV.')
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  const document = parse(text)
  if (document !== undefined) {
    const rows = rowsOf(document)
    if (rows === null) throw toFileFailure('is JSON without rows. Choose an export of samples.')
    return rows.map((row, index) => toRow(row, index + 2))
  }
  const lines = text.split('\n')
  if (parse(lines[0] ?? '') === undefined)
    throw toFileFailure('is no sound JSON: it may be cut off. Export or copy it again.')
  return lines.flatMap((line, index) => (line.trim() === '' ? [] : [toRow(parse(line), index + 1)]))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function rowsOf(document: unknown): readonly unknown[] | null {
  if (Array.isArray(document)) return document
  if (!isRecord(document)) return null
  // An object alone is a file of JSON Lines with one line.
  if ('sample_id' in document) return [document]
  return Array.isArray(document['rows']) ? document['rows'] : null
}

function toRow(value: unknown, row: number): JsonRow {
  if (!isRecord(value)) return { row, fault: 'It holds no JSON object. Correct it, or export it again.' }
  const cells = new Map<string, ListedCell>()
  for (const [name, cell] of Object.entries(value)) {
    if (typeof cell === 'object' && cell !== null)
      return { row, fault: `“${name}” holds neither a text nor a number.` }
    cells.set(name, cell as ListedCell)
  }
  return { row, cells }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
