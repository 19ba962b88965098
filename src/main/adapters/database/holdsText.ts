import type { DatabaseSync } from 'node:sqlite'

const special = /[\\^$.*+?()[\]{}|/]/g

/**
 * Gives a connection a function that seeks one text in another as FTS5's trigrams do, blind to the case of all letters:
 * whoever reads rows finds what their index would.
 */
export function registerHoldsText(database: DatabaseSync): void {
  let wanted: unknown = null
  let pattern = /^/
  database.function('holds_text', { deterministic: true }, (text, sought) => {
    if (wanted !== sought) {
      pattern = new RegExp(String(sought).replaceAll(special, '\\$&'), 'iu')
      wanted = sought
    }
    return pattern.test(String(text)) ? 1 : 0
  })
}
