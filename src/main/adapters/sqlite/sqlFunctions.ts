import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** Sixteen hexadecimal digits: what is left to chance is one damage in 10^19. */
const digits = 16

/** Gives a connection the function that the triggers of guarded tables call; every connection that writes needs it. */
export function registerRowChecksum(database: DatabaseSync): void {
  database.function('row_checksum', { deterministic: true }, (bytes) =>
    bytes instanceof Uint8Array ? hash('sha256', bytes, 'hex').slice(0, digits) : null,
  )
}

const special = /[\\^$.*+?()[\]{}|/]/g

/**
 * Gives a connection a function that seeks one text in another as FTS5's trigrams do, blind to the case of all letters:
 * whoever reads rows finds what their index would.
 */
export function registerContainsText(database: DatabaseSync): void {
  let patternText: unknown = null
  let pattern = /^/
  database.function('holds_text', { deterministic: true }, (text, searchText) => {
    if (patternText !== searchText) {
      pattern = new RegExp(String(searchText).replaceAll(special, '\\$&'), 'iu')
      patternText = searchText
    }
    return pattern.test(String(text)) ? 1 : 0
  })
}
