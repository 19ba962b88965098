/**
 * A sentence for people: an English template and its values. It is plain JSON, so it crosses the boundary and threads and
 * is stored as it is. It prints as English; another language is found by the template (decision 39).
 */
export type Message = {
  /** `{0}`, `{1}`, … stand for the values; `{1:order|orders}` for one of two words, by the number that the value is. */
  readonly template: string
  readonly values: readonly MessageValue[]
}

/** A string is data or somebody's own words and is never translated. */
export type MessageValue = string | number | Message

/** One of two words, as a number has it. */
type Plural = { readonly count: number; readonly one: string; readonly other: string }

const templates = new WeakMap<TemplateStringsArray, string>()

/** The template is the text as it stands in the source, so a translation can be looked up by it. */
export function message(texts: TemplateStringsArray, ...values: readonly (MessageValue | Plural)[]): Message {
  return {
    template: templateOf(texts, values),
    values: values.map((value) => (isPlural(value) ? value.count : value)),
  }
}

/** `${count} ${plural(count, 'order')}`; `other`: where it does not end in an s. */
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

/** Sentences that follow one another, or parts of a list. Those that are null are left out. */
export function joinMessages(
  parts: readonly (MessageValue | null)[],
  separator: ' ' | ', ' | '; ' | '\n' = ' ',
): Message {
  const values = parts.filter((part) => part !== null)
  return { template: values.map((_, index) => `{${index}}`).join(separator), values }
}

/** The same of notices; null where there is none. */
export const joinNotices = (...parts: readonly (Message | null)[]): Message | null =>
  parts.every((part) => part === null) ? null : joinMessages(parts)

/** Names as a list: “a, b and 3 more”. */
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

/** `JSON.stringify` with the messages within as English sentences. */
export const englishReplacer = (_name: string, value: unknown): unknown =>
  isMessage(value) ? toEnglish(value) : value

export const fillTemplate = (template: string, values: readonly string[]): string =>
  template.replace(/\{(\d+)(?::([^|}]*)\|([^}]*))?\}/g, (_, at: string, one?: string, other?: string) => {
    const value = values[Number(at)] ?? ''
    return one === undefined ? value : ((value === '1' ? one : other) ?? '')
  })
