import {
  englishMessages,
  isMessage,
  joinMessages,
  type Message,
  type MessageValue,
  type Texts,
} from './message.ts'

/** A message as versions before 0.2 stored it: an English template with `{0}`, `{1:order|orders}`, … and its values. */
type Template = { template: string; values: unknown[] }

const isTemplate = (value: unknown): value is Template =>
  typeof value === 'object' &&
  value !== null &&
  'template' in value &&
  typeof value.template === 'string' &&
  'values' in value &&
  Array.isArray(value.values)

/** Reads a message from stored JSON of this and earlier versions, which also stored plain English. Null for anything else. */
export function readMessage(stored: unknown): Message | null {
  if (typeof stored === 'string') return joinMessages([stored])
  if (isTemplate(stored)) return fromTemplate(stored)
  return isMessage(stored) ? stored : null
}

const placeholder = /\{(\d+)(?::([^|}]*)\|([^}]*))?\}/g

/** Finds the text that a template has become. If there is none, the English sentence becomes the key. */
function fromTemplate({ template, values: stored }: Template): Message {
  const values = stored.map(readValue)
  const separator = /^\{0\}(, |; | |\n)(?:\{\d+\}(?:, |; | |\n|$))+$/.exec(template)?.[1]
  if (template === '' || template === '{0}' || separator !== undefined)
    return joinMessages(values, (separator ?? ' ') as ' ')
  const count = values[Number(/\{(\d+):/.exec(template)?.[1])]
  const english = template.replace(placeholder, (_, at: string, one?: string, other?: string) =>
    one === undefined ? `{{${at}}}` : ((count === 1 || count === '1' ? one : other) ?? ''),
  )
  const found = findShape(toShape(english))
  if (!found) return { key: english, values: Object.fromEntries(values.entries()) }
  const shown = [...english.matchAll(/\{\{(\d+)\}\}/g)].map(([, at]) => values[Number(at)] ?? '')
  return {
    key: found.key,
    values: {
      ...Object.fromEntries(found.names.map((name, at) => [name, shown[at] ?? ''])),
      ...(count === undefined ? {} : { count }),
    },
  }
}

const readValue = (value: unknown): MessageValue =>
  typeof value === 'number' || typeof value === 'string' ? value : (readMessage(value) ?? String(value))

/** A text with `{}` for each value. */
const toShape = (text: string): string => text.replaceAll(/\{\{[^}]*\}\}/g, '{}')

type Found = { key: string; names: readonly string[] }
const shapes = new WeakMap<object, ReadonlyMap<string, Found>>()

function findShape(shape: string): Found | undefined {
  const { areas } = englishMessages()
  const known = shapes.get(areas) ?? shapesOf(areas)
  shapes.set(areas, known)
  return known.get(shape)
}

const shapesOf = (areas: Texts['areas']): ReadonlyMap<string, Found> =>
  new Map(
    Object.entries(areas).flatMap(([area, texts]) =>
      Object.entries(texts).map(([name, text]) => {
        const names = [...text.matchAll(/\{\{(\w+)[^}]*\}\}/g)].map(([, value = '']) => value)
        return [toShape(text), { key: `${area}.${name.replace(/_(one|other)$/, '')}`, names }] as const
      }),
    ),
  )
