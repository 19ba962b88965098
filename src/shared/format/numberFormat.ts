import type { Settings } from '../domain/settings.ts'

/** What stands between thousands and before decimals. */
type Separators = { group: string; decimal: string }

const separatorsByFormat: Record<Settings['numberFormat'], Separators | null> = {
  language: null,
  comma: { group: ',', decimal: '.' },
  point: { group: '.', decimal: ',' },
  // Narrow and unbreakable, as ISO 31 has it.
  space: { group: '\u202f', decimal: ',' },
  plain: { group: '', decimal: '.' },
}

let separators: Separators | null = null

/**
 * Sets how numbers are spelled on the screen of this page. Nobody else calls it: files, copied tables, reports and the
 * command line keep the form that machines read, 1234.5.
 */
export function setNumberFormat(format: Settings['numberFormat']): void {
  separators = separatorsByFormat[format]
}

/** Numbers in a short text as they come out of a computer, `1234.5` or `−2.5e−7`, as a person set them. */
export function applyNumberFormat(text: string): string {
  if (!separators) return text
  const { group, decimal } = separators
  return text.replace(/(\d+)(?:\.(\d+))?/, (_match, integer: string, fraction: string | undefined) => {
    const grouped = integer.replaceAll(/\B(?=(\d{3})+$)/g, group)
    return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
  })
}

/** The same of what a language's own format gives, part by part; null where the language decides. */
export function formatNumberParts(parts: readonly Intl.NumberFormatPart[]): string | null {
  if (!separators) return null
  const { group, decimal } = separators
  return parts
    .map(({ type, value }) => (type === 'group' ? group : type === 'decimal' ? decimal : value))
    .join('')
}
