import type { DatabaseSync } from 'node:sqlite'

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
