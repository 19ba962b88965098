/**
 * A sentence for users: an English template and its values. It is plain JSON, so it crosses the boundary and threads
 * and can be stored. It prints as English; translations are found by the template (decision 39).
 */
export type Message = {
  /**
   * `{0}`, `{1}`, … are placeholders for the values. `{1:order|orders}` chooses one of two words by the number in that
   * value.
   */
  readonly template: string
  readonly values: readonly MessageValue[]
}

/** Strings are data or the user's own text, and are never translated. */
export type MessageValue = string | number | Message

/** One of two words, chosen by a number. */
type Plural = { readonly count: number; readonly one: string; readonly other: string }

const templates = new WeakMap<TemplateStringsArray, string>()

/** Creates a message. Its template is the literal text of the source, so that a translation can be found by it. */
export function message(texts: TemplateStringsArray, ...values: readonly (MessageValue | Plural)[]): Message {
  return {
    template: templateOf(texts, values),
    values: values.map((value) => (isPlural(value) ? value.count : value)),
  }
}

/**
 * Chooses between two words by a count, as in `${count} ${plural(count, 'order')}`. `other`: the plural, if it is not
 * formed with an s.
 */
export const plural = (count: number, one: string, other = `${one}s`): Plural => ({ count, one, other })

const isPlural = (value: MessageValue | Plural): value is Plural =>
  typeof value === 'object' && 'other' in value

function templateOf(texts: TemplateStringsArray, values: readonly (MessageValue | Plural)[]): string {
  const known = templates.get(texts)
  if (known !== undefined) return known
  const template = texts.reduce((all, text, index) => {
    const value = values[index - 1]
    const words = value !== undefined && isPlural(value) ? `:${value.one}|${value.other}` : ''
    return `${all}{${index - 1}${words}}${text}`
  })
  templates.set(texts, template)
  return template
}

/** Joins sentences, or the parts of a list. Leaves out nulls. */
export function joinMessages(
  parts: readonly (MessageValue | null)[],
  separator: ' ' | ', ' | '; ' | '\n' = ' ',
): Message {
  const values = parts.filter((part) => part !== null)
  return { template: values.map((_, index) => `{${index}}`).join(separator), values }
}

/** Joins notices; returns null if all are null. */
export const joinNotices = (...parts: readonly (Message | null)[]): Message | null =>
  parts.every((part) => part === null) ? null : joinMessages(parts)

/** Lists names: “a, b and 3 more”. */
export const shortList = (names: readonly MessageValue[], max: number, total = names.length): Message =>
  total <= max
    ? joinMessages(names, ', ')
    : message`${joinMessages(names.slice(0, max), ', ')} and ${total - max} more`

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  'template' in value &&
  typeof value.template === 'string' &&
  'values' in value &&
  Array.isArray(value.values)

export const toEnglish = ({ template, values }: Message): string =>
  fillTemplate(
    template,
    values.map((value) => (isMessage(value) ? toEnglish(value) : String(value))),
  )

/** A replacer for `JSON.stringify` that prints nested messages in English. */
export const englishReplacer = (_name: string, value: unknown): unknown =>
  isMessage(value) ? toEnglish(value) : value

export const fillTemplate = (template: string, values: readonly string[]): string =>
  template.replace(/\{(\d+)(?::([^|}]*)\|([^}]*))?\}/g, (_, at: string, one?: string, other?: string) => {
    const value = values[Number(at)] ?? ''
    return one === undefined ? value : ((value === '1' ? one : other) ?? '')
  })
