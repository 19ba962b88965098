import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** Sixteen hexadecimal digits: what is left to chance is one damage in 10^19. */
const digits = 16

const checksumOf = (content: Uint8Array | string): string => hash('sha256', content, 'hex').slice(0, digits)

/**
 * Whether a row whose checksum is made of this text has that one: half the time of `row_checksum`, since V8 makes strings
 * faster than arrays of bytes. False for a text with U+FFFD, which stands for bytes that are no UTF-8: only
 * `row_checksum` sees which.
 */
export const fitsChecksum = (text: unknown, checksum: unknown): boolean =>
  typeof text === 'string' && !text.includes('\uFFFD') && checksumOf(text) === checksum

/** Gives a connection the function that the triggers of guarded tables call; every connection that writes needs it. */
export function registerRowChecksum(database: DatabaseSync): void {
  database.function('row_checksum', { deterministic: true }, (bytes) =>
    bytes instanceof Uint8Array ? checksumOf(bytes) : null,
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
