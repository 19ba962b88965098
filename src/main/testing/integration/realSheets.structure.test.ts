import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReadOptions } from '../../../shared/domain/samples/importing.ts'
import { createImportApp } from '../../samples/import/testing/importApp.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => {
  app = await createImportApp()
})
afterEach(() => app.close())

/** What a sheet says. `asks`: the questions about it, in order, each with the answer that is given. */
type Reading = {
  asks?: readonly (readonly [rule: string, answer: ReadOptions])[]
  /** The orders that are sent: the name and the fields that the sheet gives. */
  orders: readonly Readonly<Record<string, string | number>>[]
  /** Rows that are reported as wrong. */
  invalid?: number
}

/** Imports a file as a user does who answers each question about it, and accepts what is suggested otherwise. */
async function importFile(path: string) {
  const asked: string[] = []
  return async ({ asks = [] }: Pick<Reading, 'asks'>) => {
    let draft = await app.open(path)
    let options: ReadOptions = {}
    for (const [rule, answer] of asks) {
      const question = draft.notes.find(({ choices }) => choices !== undefined)
      asked.push(question?.rule ?? 'none')
      expect(
        question?.choices?.map((choice) => choice.options),
        rule,
      ).toContainEqual(answer)
      const { draftId, suggestedMapping: mapping, suggestedTransform: transform } = draft
      const blocked = await app.imports.check({ draftId, mapping, transform })
      expect(blocked, `${rule} stops the orders`).toMatchObject({ requests: 0 })
      options = { ...options, ...answer }
      draft = await app.open(path, options)
    }
    asked.push(...draft.notes.filter(({ choices }) => choices !== undefined).map(({ rule }) => rule))
    const { draftId, suggestedMapping: mapping, suggestedTransform: transform } = draft
    const check = await app.imports.check({ draftId, mapping, transform })
    if (check.requests > 0) await app.send(draftId)
    return { asked, check, draft, orders: app.sent() }
  }
}

const people = (names: string, fields: (index: number) => Record<string, string | number> = () => ({})) =>
  names.split(' ').map((client_reference, index) => ({ client_reference, ...fields(index) }))
const ages = (index: number) => ({ age: 41 + index })
const women = (index: number) => ({ age: 41 + index, sex: 'F' })
const wells = (name: (letter: string, column: number) => string) =>
  [...'ABCDEFGH'].flatMap((letter, row) =>
    Array.from({ length: 12 }, (_, index) => ({ client_reference: name(letter, 12 * row + index + 1) })),
  )

/** The correct reading of each file. */
const readings: Readonly<Record<string, Reading>> = {
  'b01-error-cells.xlsx': {
    orders: [
      { client_reference: 'a1', group: 'x', age: 44, sex: 'F' },
      { client_reference: 'a6', group: 'x', age: 42, sex: 'F' },
    ],
    invalid: 5,
  },
  'b02-date1904.xlsx': {
    orders: people('s1 s2 s3 s4 s5', (index) => ({
      ...ages(index),
      ...[
        { collected_at: '2024-03-05' },
        { collected_at: '2024-12-31' },
        { collected_at: '1919-02-02' },
        {},
        { collected_at: '2024-03-05' },
      ][index],
    })),
  },
  'b02b-date1900.xlsx': {
    orders: people('s1 s2 s3 s4 s5', (index) => ({
      ...ages(index),
      ...[
        { collected_at: '2024-03-05' },
        { collected_at: '2024-12-31' },
        { collected_at: '1919-02-02' },
        {},
        { collected_at: '2024-03-05' },
      ][index],
    })),
  },
  'b03-multiline-semicolon.csv': { orders: people('s1 s2 s3 s4 s5', ages) },
  'b04-commas-in-header.csv': {
    orders: [
      { client_reference: 'S1', group: 'x', age: 41, sex: 'F' },
      { client_reference: 'S2', group: 'y', age: 42.5, sex: 'M' },
    ],
  },
  'b05-comments.csv': {
    orders: people('S1 S2', (index) => ({ age: 41 + index, sex: index === 0 ? 'F' : 'M' })),
  },
  'b06-cr-header.csv': {
    orders: people('S1 S2', (index) => ({ age: 41 + index, sex: index === 0 ? 'F' : 'M' })),
  },
  'b07-same-id-lanes.csv': { orders: people('W1 W2') },
  'b08-trailing-tab.tsv': {
    orders: people('S1 S2', (index) => ({ age: 41 + index, sex: index === 0 ? 'F' : 'M' })),
  },
  'b09-empty-lines.csv': {
    orders: people('S1 S2', (index) => ({ age: 41 + index, sex: index === 0 ? 'F' : 'M' })),
  },
  'b10-zeros.xlsx': {
    orders: people(
      '00123 123456789012345 00124 0.5 2024-01-02 9007199254740992 TRUE 100000000000000000000 1234567 7 1E5 100000',
      (index) => ({ ...ages(index), group: 'x' }),
    ),
  },
  'b14-repeat-inst.csv': {
    asks: [['blank-below', { fillDown: ['age', 'sex'] }]],
    orders: [
      { client_reference: 'B-1', age: 61, sex: 'F' },
      { client_reference: 'B-2', age: 61, sex: 'F' },
      { client_reference: 'B-3', age: 58, sex: 'M' },
    ],
    invalid: 2,
  },
  'b15-hidden.xlsx': {
    asks: [
      ['hidden-rows', { hiddenRows: 'omit' }],
      ['struck-rows', { struckRows: 'include' }],
    ],
    orders: people('p1 p2 p3 p4 p5 p6 p7 p8', (index) => ({ ...women(index), group: 'x' })).filter(
      (order) => order['client_reference'] !== 'p3',
    ),
  },
  'b15b-hidden-row.xlsx': {
    asks: [['hidden-rows', { hiddenRows: 'include' }]],
    orders: people('p1 p2 p3 p4', women),
  },
  'b15d-strike.xlsx': {
    asks: [['struck-rows', { struckRows: 'omit' }]],
    orders: people('p1 p2 p3 p4', women).filter((order) => order['client_reference'] !== 'p2'),
  },
  'b16-merged-groups.xlsx': {
    orders: people('p1 p2 p3 p4 p5 p6', (index) => ({
      group: index < 3 ? 'control' : 'treated',
      ...women(index),
    })),
  },
  'b17-dup-header.csv': {
    orders: [
      { client_reference: 'S1', group: 'a', age: 41, sex: 'F' },
      { client_reference: 'S2', group: 'a', age: 42, sex: 'M' },
    ],
  },
  'b18-quotes-header.csv': {
    orders: [
      { client_reference: 'S"1', age: 41, sex: 'F' },
      { client_reference: 'S2', age: 42, sex: 'M' },
    ],
  },
  'b19-sep.csv': {
    orders: people('S1 S2', (index) => ({ age: 41 + index, sex: index === 0 ? 'F' : 'M' })),
  },
  'b20-utf16.csv': {
    orders: [
      { client_reference: 'Å1', age: 41.5, sex: 'F' },
      { client_reference: 'Å2', age: 42, sex: 'M' },
    ],
  },
  'b21-mixcrlf.csv': {
    orders: people('S1 S2 S3', (index) => ({ age: 41 + index, sex: index === 1 ? 'M' : 'F' })),
  },
  'b23-side-by-side.xlsx': {
    orders: people('l1 l2 l3 r1 r2 r3', (index) => ({ age: 41 + (index % 3), sex: 'F' })),
  },
  'i01-runs.csv': {
    asks: [['repeated-samples', { samplesBy: ['Sample Name'] }]],
    orders: people('GSM1 GSM2 GSM3 GSM4', (index) => ({ sex: index % 2 === 0 ? 'F' : 'M', tissue: 'brain' })),
  },
  'i03-lanes.csv': {
    asks: [['repeated-samples', { samplesBy: ['Sample_name'] }]],
    orders: people('liv1 liv2', () => ({ group: 'ctrl' })),
  },
  'i04-geo.xlsx': { orders: people('g1 g2 g3', (index) => ({ sex: index === 0 ? 'M' : 'F' })) },
  'i04a-plain.xlsx': { orders: people('g1 g2 g3 g4 g5 g6 g7 g8', () => ({ sex: 'M' })) },
  'i04e-word-names.xlsx': { orders: people('c1 c2 WT', (index) => ({ sex: index === 1 ? 'F' : 'M' })) },
  'i09-second-header.xlsx': {
    asks: [['second-table', { omitRows: true }]],
    orders: people('b1 b2 b3 b4', (index) => ({ sex: index === 0 ? 'F' : 'M' })),
  },
  'i18-plate.csv': { orders: wells((letter, number) => `L${letter}${((number - 1) % 12) + 1}`) },
  'i18b-plate.xlsx': { orders: wells((_letter, number) => `S${String(number).padStart(3, '0')}`) },
  'i20-header-narrower.xlsx': {
    orders: [
      { client_reference: '1001 A-1', treatment: 'Control' },
      { client_reference: '1002 A-2', treatment: 'case' },
      { client_reference: '1003 A-3', treatment: 'case' },
      { client_reference: '1004 A-4', treatment: 'case' },
    ],
  },
}

const fixture = (name: string): string => join(import.meta.dirname, 'sheets', name)

describe('the structure of real sheets', () => {
  it.each(Object.entries(readings))(
    'reads %s as it is meant',
    async (name, { asks = [], orders, invalid = 0 }) => {
      const path = app.save(name, readFileSync(fixture(name)))
      const outcome = await (await importFile(path))({ asks })
      expect(outcome.asked).toEqual(asks.map(([rule]) => rule))
      const sort = (all: readonly Record<string, unknown>[]) =>
        all.toSorted((a, b) => String(a['client_reference']).localeCompare(String(b['client_reference'])))
      const fields = Object.keys(orders[0] ?? {})
      // Ages of headers that name no unit, and columns whose names other tests are about, are not compared.
      const shown = outcome.orders.map((order) =>
        Object.fromEntries(
          Object.entries(order).filter(
            ([field]) => fields.includes(field) || orders.some((one) => field in one),
          ),
        ),
      )
      expect(sort(shown)).toEqual(sort(orders))
      expect(outcome.check.invalid).toBe(invalid)
    },
  )

  it('refuses a workbook whose first sheet is no table, and reads the other sheets together', async () => {
    const path = app.save('b22-two-sheets.xlsx', readFileSync(fixture('b22-two-sheets.xlsx')))
    const draft = await app.open(path)
    const { draftId, suggestedMapping: mapping, suggestedTransform: transform } = draft
    await expect(app.imports.check({ draftId, mapping, transform })).rejects.toMatchObject({
      code: 'rejected',
    })
    const plate = await app.open(path, { sheet: 'Plate 1' })
    expect(plate.notes).toMatchObject([{ rule: 'other-sheets', severity: 'note' }])
    const both = await app.open(path, { sheet: 'Plate 1', allSheets: true })
    expect(both.preview.map(({ row, cells }) => [row, cells[0], cells.at(-1)])).toEqual([
      [2, 'a1', 'Plate 1'],
      [3, 'a2', 'Plate 1'],
      [4, 'a3', 'Plate 1'],
      [1002, 'b1', 'Plate 2'],
      [1003, 'b2', 'Plate 2'],
      [1004, 'b3', 'Plate 2'],
    ])
  })
})
