import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type FileChange, transformSchema } from '../../../../shared/domain/samples/importing.ts'
import { defaultOrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { toCsvText } from '../../../../shared/format/csvLine.ts'
import { printFigure, scale } from '../../../testing/faults.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { createDraws } from '../../testing/createDraws.ts'
import { checkedRows } from '../reader/runReader.ts'

const columns = ['id', 'age', 'sex', 'tissue']
const mapping = { id: 'client_reference', age: 'age', sex: 'sex', tissue: 'tissue' }
const words = ['', '', '', '', 'x,y', ' M ', ...'A b a"b 3 40 M f old Ä ä liver $& ('.split(' ')]

type Table = { header: string[]; rows: string[][] }
type Apply = (rows: string[][], change: FileChange) => void

/** Applies a change as a user would in the file itself: cell by cell. Row 2 is the first row below the header. */
const byHand: Apply = (rows, change) => {
  if (change.kind === 'cells') {
    for (const { row, column, value } of change.edits) rows[row - 2]![columns.indexOf(column)] = value
    return
  }
  const { find, replaceBy, whole, matchCase, column } = change
  const fold = (text: string) => (matchCase ? text : text.toLowerCase())
  const at = columns.indexOf(column)
  for (const row of rows) {
    const cell = row[at]!
    if (whole) row[at] = fold(cell) === fold(find) ? replaceBy : cell
    else if (find !== '') row[at] = splitAtMatches(cell, find, fold).join(replaceBy)
  }
}

function splitAtMatches(cell: string, find: string, fold: (text: string) => string): string[] {
  const found = fold(cell).indexOf(fold(find))
  return found < 0
    ? [cell]
    : [cell.slice(0, found), ...splitAtMatches(cell.slice(found + find.length), find, fold)]
}

function createCase(seed: number): { table: Table; changes: FileChange[] } {
  const { pick, chance, integerBetween } = createDraws(createSeededRandom(seed))
  const rows = Array.from({ length: 6 }, (_, at) => [
    `S-${at}`,
    ...Array.from({ length: 3 }, () => pick(words)),
  ])
  const changes = Array.from({ length: 8 }, (): FileChange => {
    const column = pick(columns)
    if (chance(0.6)) {
      const count = integerBetween(1, 3)
      const edits = Array.from({ length: count }, () => ({
        row: integerBetween(2, rows.length + 1),
        column: pick(columns),
        value: pick(words),
      }))
      return { kind: 'cells', edits }
    }
    const matchOptions = { whole: chance(0.5), matchCase: chance(0.5) }
    return { kind: 'replace', column, find: pick(words), replaceBy: pick(words), ...matchOptions }
  })
  return { table: { header: columns, rows }, changes }
}

async function checkTable(path: string, { header, rows: cells }: Table, changes: FileChange[]) {
  let text = ''
  for await (const line of toCsvText([header, ...cells])) text += line
  writeFileSync(path, text)
  const readAs = { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 } as const
  const task = { path, readAs, sha256: null, columns, mapping, form: defaultOrderForm } as const
  const transform = transformSchema.parse({})
  const found: unknown[] = []
  for await (const { rows, problems } of checkedRows({ ...task, changes, transform, records: 'none' })) {
    const checked = rows.map(({ row, status, fields, problems: own }) => ({ row, status, fields, own }))
    found.push(...checked, ...problems)
  }
  return found
}

/** Counts the cases in which the transformed changes give a different result. */
async function differences(
  cases: number,
  transform: (changes: FileChange[]) => FileChange[],
): Promise<number> {
  const path = join(newFolder(), 'table.csv')
  let different = 0
  for (let seed = 1; seed <= cases; seed++) {
    const { table, changes } = createCase(seed)
    const correctedInApp = await checkTable(path, table, transform(changes))
    const corrected = table.rows.map((row) => [...row])
    for (const change of changes) byHand(corrected, change)
    const correctedInFile = await checkTable(path, { ...table, rows: corrected }, [])
    if (JSON.stringify(correctedInApp) !== JSON.stringify(correctedInFile)) different += 1
  }
  return different
}

it('corrections in the app have the same result as the same corrections in the file', {
  timeout: 300_000,
}, async () => {
  const cases = scale(200, 3000)
  const different = await differences(cases, (changes) => changes)
  printFigure('14', 'corrections here, and the same in the file', { cases, different })
  expect(different).toBe(0)
})

it('would show corrections that are made in another order', async () => {
  const cases = scale(50, 200)
  const different = await differences(cases, (changes) => changes.toReversed())
  printFigure('14', 'mutant: corrections in another order', { cases, different })
  expect(different).toBeGreaterThan(cases / 10)
})
