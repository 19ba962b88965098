import { createHash, createTextIndex } from '../cells/textIndex.ts'

const initialCapacity = 1 << 9
/** The row of the first order of a name, and the hash of the order. */
const wordsPerOrder = 3

/** Remembers the orders of a file by their names, in about 30 bytes each. */
export function createDuplicateOrders() {
  const names = createTextIndex()
  const order = createHash()
  let orders = new Int32Array(initialCapacity * wordsPerOrder)
  /** The last name while names are in ascending order: then none can repeat, and no search is needed. */
  let last: string | null = ''

  const store = (row: number): void => {
    const at = (names.size() - 1) * wordsPerOrder
    if (at + wordsPerOrder > orders.length) {
      const grown = new Int32Array(orders.length * 2)
      grown.set(orders)
      orders = grown
    }
    orders[at] = row
    orders[at + 1] = order.first()
    orders[at + 2] = order.second()
  }

  return {
    /** Begins an order. The hashes of its values follow in the order of the columns. */
    begin: order.start,
    add: order.mix,
    /** Returns the row of the first order of a name, or null. */
    rowOf(reference: string): number | null {
      last = null
      const number = names.find(reference)
      return number < 0 ? null : (orders[number * wordsPerOrder] ?? null)
    },
    /** Records the order. Returns the earlier row with the same name and whether its order is the same, or null. */
    note(row: number, reference: string): { row: number; same: boolean } | null {
      if (last !== null && reference > last) {
        last = reference
        names.addNew(reference)
        store(row)
        return null
      }
      last = null
      const number = names.find(reference)
      if (number >= 0) {
        const at = number * wordsPerOrder
        return {
          row: orders[at] ?? 0,
          same: orders[at + 1] === order.first() && orders[at + 2] === order.second(),
        }
      }
      names.addSearched()
      store(row)
      return null
    },
  }
}
