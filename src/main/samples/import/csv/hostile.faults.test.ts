import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFailure } from '../../../../shared/contract/failures.ts'
import type { ReadAs, ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import { printFigure, scale } from '../../../testing/faults.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { openTable } from '../reader/openTable.ts'
import { structureProblem, type TableRow } from '../tableRow.ts'
import { createHostileFile, type HostileFile } from './testing/hostileFiles.ts'

type Reading = { readAs: ReadAs; isGuess: boolean; header: string[]; rows: TableRow[] }
type Read = (path: string, options: ReadOptions) => Promise<Reading>

const readOurs: Read = async (path, options) => {
  const { readAs, readings, problems } = await openTable(path, options)
  const rows: TableRow[] = []
  let header: TableRow | null = null
  for await (const reading of readings) {
    header = reading.header
    rows.push(...reading.rows)
  }
  if (!header) throw new Error('no header')
  const isGuess = problems(header, header.cells).some(({ rule }) => rule === 'encoding-guessed')
  return { readAs, isGuess, header: header.cells, rows }
}

const newTally = () => ({ crashes: 0, hangs: 0, misread: 0, wrongCells: 0, unlocated: 0, doubtful: 0 })
type Tally = ReturnType<typeof newTally>

const maxMs = 5000

async function checkHostileFile(read: Read, file: HostileFile, path: string, tally: Tally): Promise<void> {
  writeFileSync(path, file.bytes)
  const startedMs = performance.now()
  try {
    const first = await read(path, {})
    // A guess is reported, so the user can choose the right encoding.
    const reading = first.isGuess ? await read(path, { encoding: file.encoding }) : first
    compare(reading, file, tally)
  } catch (error) {
    if (isFailure(error)) tally.unlocated += 1
    else tally.crashes += 1
  }
  if (performance.now() - startedMs > maxMs) tally.hangs += 1
}

function compare({ readAs, header, rows }: Reading, file: HostileFile, tally: Tally): void {
  if (
    readAs.headerLine !== file.headerLine ||
    (readAs.format === 'csv' && readAs.delimiter !== file.delimiter)
  )
    tally.misread += 1
  const reportedRules = new Map<number, string>()
  const silent = new Map<number, string[]>()
  for (const row of rows) {
    const problem = structureProblem(row, header)
    if (problem) reportedRules.set(problem.row, problem.rule)
    else silent.set(row.row, row.cells)
  }
  for (const { line, rules } of file.defects)
    if (!rules.includes(reportedRules.get(line) ?? '')) tally.unlocated += 1
  for (const [line, cells] of file.sound) {
    const read = silent.get(line)
    silent.delete(line)
    if (read) tally.wrongCells += cells.filter((cell, index) => read[index] !== cell).length
    else if (line > file.openLine) tally.doubtful += 1
    else tally.wrongCells += cells.length
  }
  // The remaining cells were read from lines where no valid record begins.
  for (const cells of silent.values()) tally.wrongCells += cells.length
}

async function checkHostileFiles(read: Read, count: number, seed: number) {
  const random = createSeededRandom(seed)
  const tally = newTally()
  const worst: string[] = []
  const path = join(newFolder(), 'hostile.csv')
  for (let index = 0; index < count; index++) {
    const file = createHostileFile(random)
    const before = JSON.stringify({ ...tally, doubtful: 0 })
    await checkHostileFile(read, file, path, tally)
    if (JSON.stringify({ ...tally, doubtful: 0 }) !== before) worst.push(`${index}: ${file.what}`)
  }
  return { tally, worst }
}

/** Reads as we do, but changes each row. */
const readChanged =
  (change: (row: TableRow, index: number, headerLine: number) => TableRow): Read =>
  async (path, options) => {
    const reading = await readOurs(path, options)
    const { headerLine } = reading.readAs
    return { ...reading, rows: reading.rows.map((row, index) => change(row, index, headerLine)) }
  }

const mutants: Record<string, Read> = {
  'counts records in place of lines': readChanged((row, index, line) => ({ ...row, row: line + 1 + index })),
  'keeps quiet about broken records': readChanged((row) => ({ ...row, fault: null })),
  'trims its cells': readChanged((row) => ({ ...row, cells: row.cells.map((cell) => cell.trim()) })),
  'takes every file for UTF-8': (path, options) => readOurs(path, { ...options, encoding: 'utf-8' }),
  'takes every comma for a delimiter': (path, options) => readOurs(path, { ...options, delimiter: ',' }),
}

describe('hostile files', () => {
  it('are read right, or reported as wrong on the right line', async () => {
    const count = scale(80, 1000)
    const { tally, worst } = await checkHostileFiles(readOurs, count, 14)
    printFigure('14', `${count} hostile CSV files`, { ...tally })
    expect(worst).toEqual([])
    expect(tally).toMatchObject({ crashes: 0, hangs: 0, misread: 0, wrongCells: 0, unlocated: 0 })
  })

  it.each(Object.keys(mutants))('catch a mutant that %s', async (name) => {
    const read = mutants[name] as Read
    const { tally } = await checkHostileFiles(read, scale(25, 60), 15)
    expect(tally.crashes + tally.misread + tally.wrongCells + tally.unlocated).toBeGreaterThan(0)
  })
})
