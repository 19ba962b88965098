import { createHash } from 'node:crypto'
import type { NewOrder } from './ledger.ts'

/** Which orders a check has shown, so that just these are sent. */
export type ShownOrders = { count: number; sha256: string }

/** Takes orders in the order of the file. `end` is asked once. */
export function createOrderDigest() {
  const hash = createHash('sha256')
  let count = 0
  return {
    add({ row, fields }: Pick<NewOrder, 'row' | 'fields'>): void {
      count += 1
      hash.update(`${JSON.stringify([row, fields])}\n`)
    },
    end: (): ShownOrders => ({ count, sha256: hash.digest('hex') }),
  }
}
