/**
 * Sentences of the services in another language. Services write plain English, which the command line, logs and files
 * show as it is, and which may lie in a database for years. Here a finished sentence is recognised by the template that
 * it was made of, and said again in the words of another one.
 */

/** English template → the same in another language; `{0}`, `{1}`, … stand for values, in the order of the English. */
export type Sentences = Readonly<Record<string, string>>

type Template = { literals: string[]; quoted: boolean[]; translated: string; weight: number }
type Said = { text: string; whole: boolean }

/** Values inside of other sentences, no deeper than this. */
const deepest = 4
/** What is longer is no sentence of ours, but somebody's text. */
const longest = 4000
const headLength = 4

/** Says a text of the services again; what it does not know comes back as it was. */
export function createTranslator(sentences: Sentences): (english: string) => string {
  const templates = toIndex(sentences)
  const known = new Map<string, string>()
  return (english) => {
    const before = known.get(english)
    if (before !== undefined) return before
    const said = english.length > longest ? english : sayText(english, deepest).text
    // Texts with numbers that go on changing must not fill the memory.
    if (known.size > 2000) known.clear()
    known.set(english, said)
    return said
  }

  function sayText(text: string, depth: number): Said {
    const bare = text.trim()
    const plain = Object.hasOwn(sentences, bare) ? sentences[bare] : undefined
    if (plain !== undefined) return { text: plain, whole: true }
    if (depth === 0 || !/[A-Za-z]/.test(bare)) return { text, whole: false }
    return sayTemplate(bare, depth, false) ?? sayPieces(bare, depth) ?? sayTemplate(bare, depth, true) ?? { text, whole: false }
  }

  /** `loosely`: a value may be several sentences that nobody knows, such as what a service said. */
  function sayTemplate(text: string, depth: number, loosely: boolean): Said | null {
    for (const template of candidates(templates, text)) {
      const values = valuesOf(template, text)
      if (!values) continue
      const said = values.map((value, at) =>
        template.quoted[at] ? { text: value, whole: true } : sayValue(value, depth - 1),
      )
      if (!loosely && said.some(({ whole }, at) => !whole && breaks(values[at] ?? '').length > 0)) continue
      return { text: fill(template.translated, said.map(({ text }) => text)), whole: true }
    }
    return null
  }

  /** Sentences that follow one another: as many at once as some template has. */
  function sayPieces(text: string, depth: number): Said | null {
    const ends = [...breaks(text), text.length]
    if (ends.length < 2) return null
    const pieces: Said[] = []
    let from = 0
    while (from < text.length) {
      const end = ends.findLast((at) => at > from && sayOne(text.slice(from, at).trim(), depth)) ?? null
      const till = end ?? ends.find((at) => at > from) ?? text.length
      const piece = text.slice(from, till).trim()
      pieces.push((end === null ? null : sayOne(piece, depth)) ?? { text: piece, whole: false })
      from = till
    }
    if (!pieces.some(({ whole }) => whole)) return null
    return { text: join(pieces), whole: pieces.every(({ whole }) => whole) }
  }

  function sayOne(text: string, depth: number): Said | null {
    const plain = Object.hasOwn(sentences, text) ? sentences[text] : undefined
    return plain !== undefined ? { text: plain, whole: true } : sayTemplate(text, depth, false)
  }

  /** A value may be a sentence itself, or a list of words that are known. */
  function sayValue(value: string, depth: number): Said {
    const said = sayText(value, depth)
    if (said.whole || !value.includes(', ')) return said
    const words = value.split(', ').map((word) => sayText(word, depth))
    return words.every(({ whole }) => whole) ? { text: words.map(({ text }) => text).join('、'), whole: true } : said
  }
}

/** By how they begin; those that begin with a value are under ''. The more of a text a template has, the earlier. */
function toIndex(sentences: Sentences): ReadonlyMap<string, Template[]> {
  const index = new Map<string, Template[]>()
  const templates = Object.entries(sentences).filter(([english]) => english.includes('{0}')).map(toTemplate)
  for (const template of templates.sort((one, other) => other.weight - one.weight)) {
    const first = template.literals[0] ?? ''
    const head = first.length < headLength ? '' : first.slice(0, headLength)
    index.set(head, [...(index.get(head) ?? []), template])
  }
  return index
}

function toTemplate([english, translated]: [string, string]): Template {
  const literals = english.split(/\{\d+\}/)
  return {
    literals,
    // What stands in quotation marks is somebody's own word.
    quoted: literals.slice(1).map((after, at) => /[“"]$/.test(literals[at] ?? '') && /^[”"]/.test(after)),
    translated,
    weight: literals.join('').length,
  }
}

function candidates(index: ReadonlyMap<string, Template[]>, text: string): Template[] {
  const exact = index.get(text.slice(0, headLength)) ?? []
  const open = index.get('') ?? []
  return [...exact, ...open].sort((one, other) => other.weight - one.weight)
}

/** The values that make the text of the template, each as short as may be; null where none do. Linear in the text. */
function valuesOf({ literals }: Template, text: string): string[] | null {
  const first = literals[0] ?? ''
  const last = literals.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return null
  const values: string[] = []
  const end = text.length - last.length
  let from = first.length
  for (const literal of literals.slice(1, -1)) {
    const at = text.indexOf(literal, from)
    if (at < 0 || at + literal.length > end) return null
    values.push(text.slice(from, at))
    from = at + literal.length
  }
  return [...values, text.slice(from, end)]
}

/** Where one sentence ends and another begins. */
const breaks = (text: string): number[] =>
  [...text.matchAll(/[.?!…]["”)]? (?=[A-Z“"\d])/g)].map(({ index, 0: end }) => index + end.length)

export const fill = (template: string, values: readonly string[]): string =>
  template.replace(/\{(\d+)\}/g, (_, at: string) => values[Number(at)] ?? '')

/** Chinese sentences stand without a space; beside one that stays English there is one. */
const join = (pieces: readonly Said[]): string =>
  pieces.reduce((all, { text, whole }, at) => {
    const before = pieces[at - 1]
    return at === 0 ? text : `${all}${whole && before?.whole ? '' : ' '}${text}`
  }, '')
