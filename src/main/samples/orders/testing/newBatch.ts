import { Readable } from 'node:stream'
import type { NewBatch, NewOrder } from '../ledger/ledger.ts'

/** Orders on the lines from 2 on, named after their lines: P-2, P-3, …. */
export const toOrders = (count: number, prefix = 'P'): NewOrder[] =>
  Array.from({ length: count }, (_, at) => ({
    row: at + 2,
    fields: { client_reference: `${prefix}-${at + 2}`, age: at + 2, group: 'control' },
  }))

/** A batch of these orders, as the import of a CSV file creates it. */
export const newBatch = (orders: readonly NewOrder[]): NewBatch => ({
  fileName: 'cohort.csv',
  sha256: 'abc',
  mapping: { sample: 'client_reference' },
  readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
  rows: Readable.from(orders),
})
