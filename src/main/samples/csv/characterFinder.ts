/** Where a character comes next in a text: asked of the text once per occurrence, as long as the questions go forward. */
export type Finder = {
  /** A new text, in which nothing was sought yet. */
  search(text: string): void
  /** The first place at or after `from`; `notFound` when there is none. */
  from(from: number): number
}

/** Beyond the end of every text. */
const notFound = 0x3fffffff

export function createFinder(character: string): Finder {
  let text = ''
  let found = -1
  return {
    search(next) {
      text = next
      found = -1
    },
    from(from) {
      if (found >= from) return found
      const at = text.indexOf(character, from)
      found = at < 0 ? notFound : at
      return found
    },
  }
}

/** Line ends of all three kinds: LF, CRLF and CR, also mixed. */
export type LineEnds = {
  search(text: string): void
  /** Where the line at `from` ends; `notFound` when its end has not come yet. */
  from(from: number): number
}

export function createLineEnds(): LineEnds {
  const lf = createFinder('\n')
  const cr = createFinder('\r')
  return {
    search(text) {
      lf.search(text)
      cr.search(text)
    },
    from(from) {
      const atLf = lf.from(from)
      const atCr = cr.from(from)
      return atLf < atCr ? atLf : atCr
    },
  }
}
