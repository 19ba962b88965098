import { fillTemplate, isMessage, type Message, type MessageValue, toEnglish } from './message.ts'

/** Maps English templates to another language, with the values as `{0}`, `{1}`, … */
export type Translations = Readonly<Record<string, string>>

/** Translates a message with `table`. Falls back to English if the table lacks the template. */
export function translate(message: Message, table: Translations): string {
  const { template, values } = message
  const texts = values.map((value) => (isMessage(value) ? translate(value, table) : String(value)))
  const separator = /^\{0\}(, |; | |\n)(?:\{\d+\}(?:, |; | |\n|$))+$/.exec(template)?.[1]
  if (template === '{0}' || separator !== undefined)
    return texts.reduce((all, text, at) => `${all}${separatorAfter(all, values[at], separator)}${text}`)
  const translated = lookUp(template, table)
  return translated === undefined ? toEnglish(message) : fillTemplate(translated, texts)
}

/** Looks up a template. A sentence inside a longer one has no full stop. */
function lookUp(template: string, table: Translations): string | undefined {
  if (Object.hasOwn(table, template)) return table[template]
  return Object.hasOwn(table, `${template}.`) ? table[`${template}.`]?.replace(/。$/, '') : undefined
}

/** Returns the separator. Chinese sentences are joined without a space; names and foreign sentences keep theirs. */
function separatorAfter(text: string, next: MessageValue | undefined, separator = ' '): string {
  if (separator === ' ' && /[\p{Script=Han}。？！：；，…”）]$/u.test(text)) return ''
  if (separator === '; ') return '；'
  return separator === ', ' && typeof next === 'object' ? '，' : separator
}
