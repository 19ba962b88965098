import type { TableColumn } from '../../src/shared/domain/studies/tableColumn.ts'
import { joinMessages } from '../../src/shared/words/message.ts'

export type Value = string | number | null

const drugs = ['rapamycin', 'imatinib', 'gefitinib', 'paclitaxel', 'doxorubicin', 'cisplatin', 'dasatinib']
const classes = ['sensitive', 'resistant', 'intermediate']
const notes = [null, 'ok', 'low coverage, re-run', 'see "plate 7"', 'batch effect', null, null, null]

const number = (name: string): TableColumn => ({
  name,
  type: 'number',
  unit: 'not documented',
  about: joinMessages([]),
})
const text = (name: string): TableColumn => ({ name, type: 'text', unit: null, about: joinMessages([]) })

export const columns: TableColumn[] = [
  text('sample_id'),
  text('drug'),
  number('ic50_um'),
  number('auc'),
  number('viability'),
  number('p_value'),
  text('class'),
  text('note'),
]
const rowsPerPage = 1000

/** Numbers that look random and are the same in every run. */
function createRandom(): () => number {
  let state = 5
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Generates a long screening table: ids, names, numbers of several lengths, and notes, half of them missing. */
export function* pagesOf(rows: number): Generator<Value[][]> {
  const random = createRandom()
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  let page: Value[][] = []
  for (let index = 0; index < rows; index++) {
    page.push([
      `S${String(index).padStart(8, '0')}`,
      pick(drugs),
      Math.round(random() * 1e8) / 1e5,
      Math.round(random() * 1e8) / 1e8,
      Math.round(random() * 1e6) / 1e4,
      random() * 1e-3,
      pick(classes),
      pick(notes),
    ])
    if (page.length < rowsPerPage) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

export async function* asyncPagesOf(rows: number): AsyncGenerator<Value[][]> {
  yield* pagesOf(rows)
}
