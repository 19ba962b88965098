const mixFirst = (hash: number, word: number): number => Math.imul(hash ^ word, 0x01000193)

function mixSecond(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x5bd1e995)
  return mixed ^ (mixed >>> 15)
}

/** A hash of 64 bits in two halves. Among a million names two different ones share one in 37 million files. */
export function createHash() {
  let first = 0
  let second = 0
  return {
    start(): void {
      first = 0x011c9dc5
      second = 0x1e3779b9
    },
    mix(word: number): void {
      first = mixFirst(first, word)
      second = mixSecond(second, word)
    },
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
    /** Both halves are spread, so that similar texts do not lie near each other in the table. */
    first: (): number => Math.imul(first ^ (first >>> 15), 0x27d4eb2f) | 0,
    second: (): number => Math.imul(second ^ (second >>> 13), 0x165667b1) | 0,
  }
}

const initialCapacity = 1 << 9

/** Numbers different texts from 0. It stores a hash of each, because those of a long file would fill memory. */
export function createTextIndex() {
  const hash = createHash()
  let hashes = new Int32Array(initialCapacity * 2)
  /** The number of each text plus 1, by its hash; 0: free. Built at the first search. */
  let slots = new Int32Array(0)
  let size = 0

  /** Returns the slot of the current text, or the free one where it belongs. */
  const findSlot = (first: number, second: number): number => {
    const mask = slots.length - 1
    for (let at = first & mask; ; at = (at + 1) & mask) {
      const number = (slots[at] ?? 0) - 1
      if (number < 0 || (hashes[number * 2] === first && hashes[number * 2 + 1] === second)) return at
    }
  }

  const fillSlots = (): void => {
    slots = new Int32Array(hashes.length)
    for (let number = 0; number < size; number++)
      slots[findSlot(hashes[number * 2] ?? 0, hashes[number * 2 + 1] ?? 0)] = number + 1
  }

  const toHash = (text: string): void => {
    hash.start()
    hash.text(text)
  }

  /** Adds the text that was hashed last. */
  const append = (): void => {
    hashes[size * 2] = hash.first()
    hashes[size * 2 + 1] = hash.second()
    size += 1
    if (size * 2 < hashes.length) return
    const grown = new Int32Array(hashes.length * 2)
    grown.set(hashes)
    hashes = grown
  }

  return {
    size: (): number => size,
    /** Returns the number of a text, or -1. */
    find(text: string): number {
      toHash(text)
      if (slots.length !== hashes.length) fillSlots()
      return (slots[findSlot(hash.first(), hash.second())] ?? 0) - 1
    },
    /** Adds the text of the last search, which found none. */
    addSearched(): void {
      slots[findSlot(hash.first(), hash.second())] = size + 1
      append()
    },
    /** Adds a text that is certainly new without a search. Searches then build the table again. */
    addNew(text: string): void {
      toHash(text)
      append()
      if (slots.length > 0) slots = new Int32Array(0)
    },
  }
}
