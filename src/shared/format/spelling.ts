import type { Settings } from '../domain/settings.ts'

/** What stands between thousands and before decimals. */
type Marks = { group: string; decimal: string }

const marksOf: Record<Settings['numberFormat'], Marks | null> = {
  language: null,
  comma: { group: ',', decimal: '.' },
  point: { group: '.', decimal: ',' },
  // Narrow and unbreakable, as ISO 31 has it.
  space: { group: '\u202f', decimal: ',' },
  plain: { group: '', decimal: '.' },
}

let marks: Marks | null = null

/**
 * Sets how numbers are spelled on the screen of this page. Nobody else calls it: files, copied tables, reports and the
 * command line keep the form that machines read, 1234.5.
 */
export function spellNumbers(format: Settings['numberFormat']): void {
  marks = marksOf[format]
}

/** Numbers in a short text as they come out of a computer, `1234.5` or `−2.5e−7`, as a person set them. */
export function spell(text: string): string {
  if (!marks) return text
  const { group, decimal } = marks
  return text.replace(/(\d+)(?:\.(\d+))?/, (_whole, integer: string, fraction: string | undefined) => {
    const grouped = integer.replaceAll(/\B(?=(\d{3})+$)/g, group)
    return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
  })
}

/** The same of what a language's own format gives, part by part; null where the language decides. */
export function spellParts(parts: readonly Intl.NumberFormatPart[]): string | null {
  if (!marks) return null
  const { group, decimal } = marks
  return parts
    .map(({ type, value }) => (type === 'group' ? group : type === 'decimal' ? decimal : value))
    .join('')
}
