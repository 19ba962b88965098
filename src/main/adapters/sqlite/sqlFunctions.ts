import type { DatabaseSync } from 'node:sqlite'

const special = /[\\^$.*+?()[\]{}|/]/g

/**
 * Registers a function that searches one text in another like FTS5's trigrams, ignoring the case of all letters, so
 * that scanning rows finds the same as their index.
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
