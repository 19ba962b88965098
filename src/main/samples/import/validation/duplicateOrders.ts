/** An earlier row with the same name; `same`: true if its order is identical. */
export type EarlierOrder = { row: number; same: boolean }

const mixFirst = (hash: number, word: number): number => Math.imul(hash ^ word, 0x01000193)

function mixSecond(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x5bd1e995)
  return mixed ^ (mixed >>> 15)
}

/** A hash of 64 bits in two halves. Among a million names two different ones share one in 37 million files. */
function createHash() {
  let first = 0
  let second = 0
  const mix = (word: number): void => {
    first = mixFirst(first, word)
    second = mixSecond(second, word)
  }
  return {
    start(): void {
      first = 0x011c9dc5
      second = 0x1e3779b9
    },
    mix,
    text(value: string): void {
      const { length } = value
      // Both halves stay in registers on their way through the text.
      let one = first
      let two = second
      for (let at = 0; at < length; at += 2) {
        const word = value.charCodeAt(at) | (at + 1 < length ? value.charCodeAt(at + 1) << 16 : 0)
        one = mixFirst(one, word)
        two = mixSecond(two, word)
      }
      first = mixFirst(one, length)
      second = mixSecond(two, length)
    },
    /** Both halves are spread, so that near names do not lie near each other in the table. */
    first: (): number => Math.imul(first ^ (first >>> 15), 0x27d4eb2f) | 0,
    second: (): number => Math.imul(second ^ (second >>> 13), 0x165667b1) | 0,
  }
}

const initialCapacity = 1 << 9
/** Words an entry: the row, the hash of the name, the hash of the whole order. */
const wordsPerEntry = 5

/** Remembers the orders of a file in 30 bytes each; names stored as text would hold the whole file in memory. */
export function createDuplicateOrders() {
  const name = createHash()
  const order = createHash()
  let entries = new Int32Array(initialCapacity * wordsPerEntry)
  /** The start of each name's entry, plus 1; 0 means free. Kept small, since lookups access it at random. */
  let index = new Int32Array(0)
  let used = 0
  /** The last name while names are in ascending order. Then none can repeat, and the index is not needed. */
  let last: string | null = ''

  /** Returns the position of a name in the index, or the free one where it belongs. */
  const findSlot = (first: number, second: number): number => {
    const mask = index.length - 1
    for (let at = first & mask; ; at = (at + 1) & mask) {
      const entry = (index[at] ?? 0) - 1
      if (entry < 0 || (entries[entry + 1] === first && entries[entry + 2] === second)) return at
    }
  }

  const grow = (): void => {
    const before = entries
    entries = new Int32Array(before.length * 2)
    entries.set(before)
  }

  const fillIndex = (): void => {
    index = new Int32Array((entries.length / wordsPerEntry) * 2)
    for (let entry = 0; entry < used; entry += wordsPerEntry)
      index[findSlot(entries[entry + 1] ?? 0, entries[entry + 2] ?? 0)] = entry + 1
  }

  /** The place of the entry of this name, or -1. A new name is given its place in the index. */
  const findOrReserveEntry = (): number => {
    if (index.length * wordsPerEntry !== entries.length * 2) fillIndex()
    const at = findSlot(name.first(), name.second())
    const entry = (index[at] ?? 0) - 1
    if (entry < 0) index[at] = used + 1
    return entry
  }

  return {
    /** Begins an order; the prints of its values follow in the order of the columns. */
    begin: order.start,
    add: order.mix,
    /** The row of the first order of a name, or null. */
    rowOf(reference: string): number | null {
      name.start()
      name.text(reference)
      last = null
      if (index.length * wordsPerEntry !== entries.length * 2) fillIndex()
      const entry = (index[findSlot(name.first(), name.second())] ?? 0) - 1
      return entry < 0 ? null : (entries[entry] ?? null)
    },
    /** Records the order. Returns the earlier row with the same name, or null. */
    note(row: number, reference: string): EarlierOrder | null {
      name.start()
      name.text(reference)
      if (last !== null) last = reference > last ? reference : null
      const entry = last === null ? findOrReserveEntry() : -1
      if (entry >= 0)
        return {
          row: entries[entry] ?? 0,
          same: entries[entry + 3] === order.first() && entries[entry + 4] === order.second(),
        }
      entries[used] = row
      entries[used + 1] = name.first()
      entries[used + 2] = name.second()
      entries[used + 3] = order.first()
      entries[used + 4] = order.second()
      used += wordsPerEntry
      if (used === entries.length) grow()
      return null
    },
  }
}
