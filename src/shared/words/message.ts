import { formatThousands } from '../format/numbers.ts'
import type { english as englishTexts } from './english.ts'
import type { Language } from './language.ts'

/**
 * A sentence for users: the key of a text in `en/messages`, and its values. It is plain JSON, so it crosses the
 * boundary and threads and can be stored (decision 39).
 */
export type Message = (KeyedMessage | JoinedMessage) & {
  /** Set for a sentence within a longer one, which loses its full stop. */
  readonly isClause?: true
}

type KeyedMessage = {
  /** `area.name`. An unknown key, such as a sentence that an earlier version stored, is itself the text. */
  readonly key: string
  readonly values: Readonly<Record<string, MessageValue>>
}

type JoinedMessage = { readonly parts: readonly MessageValue[]; readonly separator: Separator }
type Separator = '' | ' ' | ', ' | '; ' | '\n'

/** Strings are data or the user's own text, and are never translated. */
export type MessageValue = string | number | Message

type English = (typeof englishTexts)['areas']
type WithoutForm<Key> = Key extends `${infer Bare}_${'one' | 'other'}` ? Bare : Key
/** The keys of all messages, such as `samples.nothingSent`. */
export type MessageKey = {
  [Area in keyof English]: `${Area}.${WithoutForm<keyof English[Area] & string>}`
}[keyof English]

/** The texts of one language by area and key. */
export type Texts = {
  readonly language: Language
  readonly areas: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Creates a message. The value `count` chooses between the texts `key_one` and `key_other`. */
export const message = (key: MessageKey, values: KeyedMessage['values'] = {}): KeyedMessage => ({
  key,
  values,
})

/** Joins sentences, or the parts of a list. Leaves out nulls. */
export const joinMessages = (
  parts: readonly (MessageValue | null)[],
  separator: Separator = ' ',
): JoinedMessage => ({ parts: parts.filter((part) => part !== null), separator })

/** Joins notices; returns null if all are null. */
export const joinNotices = (...parts: readonly (Message | null)[]): Message | null =>
  parts.every((part) => part === null) ? null : joinMessages(parts)

/** Lists names: “a, b and 3 more”. */
export const shortList = (names: readonly MessageValue[], max: number, total = names.length): Message =>
  total <= max
    ? joinMessages(names, ', ')
    : message('shared.andMore', { first: joinMessages(names.slice(0, max), ', '), count: total - max })

/** Returns a sentence as part of a longer one, without its full stop. */
export const asClause = (sentence: Message): Message => ({ ...sentence, isClause: true })

export const isMessage = (value: unknown): value is Message => {
  if (typeof value !== 'object' || value === null) return false
  const { key, values, parts } = value as Record<string, unknown>
  const names = Object.keys(value)
    .filter((name) => name !== 'isClause')
    .toSorted()
    .join()
  if (names === 'parts,separator') return Array.isArray(parts)
  return names === 'key,values' && typeof key === 'string' && typeof values === 'object' && values !== null
}

let english: Texts = { language: 'en', areas: {} }

/** Sets the texts of `toEnglish`. A process of the app does so at its start, the page after its first screen. */
export const setEnglish = (texts: Texts): void => {
  english = texts
}

export const englishMessages = (): Texts => english

/** Prints a message in English, for the command line, logs and exports. */
export const toEnglish = (text: Message): string => translate(text, english)

/** A replacer for `JSON.stringify` that prints nested messages in English. */
export const englishReplacer = (_name: string, value: unknown): unknown =>
  isMessage(value) ? toEnglish(value) : value

/** Prints a message in the language of `texts`, else in English. */
export function translate(text: Message, texts: Texts): string {
  const printed = 'parts' in text ? printJoined(text, texts) : printKeyed(text, texts)
  return text.isClause ? printed.replace(/[.。]$/, '') : printed
}

const print = (value: MessageValue, texts: Texts): string =>
  typeof value === 'object' ? translate(value, texts) : String(value)

function printKeyed({ key, values }: KeyedMessage, texts: Texts): string {
  const template = findText(key, values, texts) ?? findText(key, values, english) ?? key
  return fillText(template, values, texts)
}

/** Writes the values into a text. */
export const fillText = (text: string, values: KeyedMessage['values'], texts = english): string =>
  text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, format?: string) => {
    const value = values[name] ?? ''
    return format && typeof value === 'number' ? formatThousands(value) : print(value, texts)
  })

function findText(
  key: string,
  { count }: KeyedMessage['values'],
  { language, areas }: Texts,
): string | undefined {
  const dot = key.indexOf('.')
  const area = areas[key.slice(0, dot)]
  const name = key.slice(dot + 1)
  if (area === undefined || typeof count !== 'number') return area?.[name]
  return area[name] ?? area[`${name}_${pluralForm(language, count)}`]
}

/** As `Intl.PluralRules` of these languages, which takes a start longer to create. */
const pluralForm = (language: Language, count: number): 'one' | 'other' =>
  language === 'en' && count === 1 ? 'one' : 'other'

const printJoined = ({ parts, separator }: JoinedMessage, texts: Texts): string =>
  parts.reduce<string>((all, part, at) => {
    const between = at === 0 ? '' : texts.language === 'en' ? separator : toChinese(separator, all, part)
    return `${all}${between}${print(part, texts)}`
  }, '')

/** Chinese sentences are joined without a space; names and foreign sentences keep theirs. */
function toChinese(separator: Separator, before: string, next: MessageValue): string {
  if (separator === ' ' && /[\p{Script=Han}。？！：；，…”）]$/u.test(before)) return ''
  if (separator === '; ') return '；'
  return separator === ', ' && typeof next === 'object' ? '，' : separator
}
