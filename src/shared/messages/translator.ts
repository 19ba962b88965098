/**
 * Sentences of the services in another language. Services write plain English, which the command line, logs and files
 * show as it is, and which may lie in a database for years. Here a finished sentence is recognised by the template that
 * it was made of, and said again in the words of another one (decision 27).
 */

/**
 * English template → the same in another language; `{0}`, `{1}`, … stand for values, in the order of the English. `{0!}` is
 * somebody's own word (a name, an id) and stays as it is; `{0,}` is a list of such, which may end in "and 3 more".
 */
export type Sentences = Readonly<Record<string, string>>

/** `said`: may be words of ours. `own` and `list`: as in `Sentences`. */
type Kind = 'said' | 'quoted' | 'own' | 'list'

type Template = {
  literals: string[]
  kinds: Kind[]
  /** It begins with a value. */
  isOpen: boolean
  translated: string
  weight: number
}
/** `known`: all of it was recognised but for values, so that it needs no space beside others of its language. */
type Translation = { text: string; known: boolean }

/** Sentences within sentences, no deeper than this. */
const deepest = 5
/** What is longer is no sentence of ours, but somebody's text, which is not remembered either. */
const longest = 4000
/** How often parts of one text are looked up; a text that needs more was made to mislead. */
const mostLookups = 3000
/** Texts with numbers that go on changing must not fill the memory. */
const mostRemembered = 2000
/** Sentences of one template. */
const mostAtOnce = 6
const headLength = 4

/** Says a text of the services again; what it does not know comes back as it was. */
export function createTranslator(sentences: Sentences): (english: string) => string {
  const templates = toIndex(sentences)
  const remembered = new Map<string, string>()
  let lookups = 0

  /** `loosely`: a value may be several sentences that nobody knows, such as what a service said. */
  function sayOne(text: string, depth: number, loosely = false): Translation | null {
    lookups += 1
    if (lookups > mostLookups) return null
    const plain = Object.hasOwn(sentences, text) ? sentences[text] : undefined
    if (plain !== undefined) return { text: plain, known: true }
    for (const template of candidates(templates, text)) {
      const values = valuesOf(template, text)
      if (!values) continue
      if (values.some((value, at) => mayGoOn(template.kinds[at]) && hidesSentence(value, depth))) continue
      const translated = values.map((value, at) => sayValue(value, template.kinds[at], depth))
      // Else a template such as “{0} done.” would take any sentence for its own.
      if (template.isOpen && !translated[0]?.known && values[0]?.includes(' ')) continue
      if (!loosely && translated.some(({ known }, at) => !known && breaks(values[at] ?? '').length > 0))
        continue
      return {
        text: fill(
          template.translated,
          translated.map(({ text }) => text),
        ),
        known: true,
      }
    }
    return null
  }

  function sayValue(value: string, kind: Kind | undefined, depth: number): Translation {
    if (kind === 'said' || kind === undefined) return sayText(value, depth - 1)
    const [, names, more] = (kind === 'list' && /^(.*, .*)( and \d+ more)$/s.exec(value)) || []
    const tail = more === undefined ? null : sayOne(more.trim(), depth - 1)
    return { text: tail ? `${names}，${tail.text}` : value, known: true }
  }

  /** Whether a name would swallow a sentence that follows it; what looks like one and is not ours is part of the name. */
  function hidesSentence(value: string, depth: number): boolean {
    // Nobody can tell any more, and a name is not to be taken for words of ours.
    if (lookups > mostLookups) return true
    const starts = breaks(value)
    return starts.some((at, index) =>
      [value.slice(at), value.slice(at, starts[index + 1]), `${value.slice(at)}.`].some((piece) =>
        sayOne(piece.trim(), depth - 1),
      ),
    )
  }

  function sayText(text: string, depth: number): Translation {
    const bare = text.trim()
    if (bare === '.') return { text: '。', known: true }
    if (depth === 0 || !/[A-Za-z]/.test(bare)) return { text, known: false }
    let partly: Translation | null = null
    for (const way of [sayLines, sayOne, sayPieces, sayList, sayLoosely, sayNamed]) {
      const translated = way(bare, depth)
      if (translated?.known) return translated
      partly ??= translated
    }
    return partly ?? { text, known: false }
  }

  const sayLoosely = (text: string, depth: number): Translation | null => sayOne(text, depth, true)

  function sayLines(text: string, depth: number): Translation | null {
    if (!text.includes('\n')) return null
    const lines = text.split('\n').map((line) => sayText(line, depth))
    return { text: lines.map(({ text }) => text).join('\n'), known: true }
  }

  /** Sentences that follow one another: as many at once as some template has. */
  function sayPieces(text: string, depth: number): Translation | null {
    const ends = [...breaks(text), text.length]
    if (ends.length < 2) return null
    const pieces: Translation[] = []
    let from = 0
    while (from < text.length) {
      const start = from
      const piece = (till: number): string => text.slice(start, till).trim()
      const next = ends.findIndex((at) => at > start)
      const end = ends.slice(next, next + mostAtOnce).findLast((at) => sayOne(piece(at), depth)) ?? null
      from = end ?? ends[next] ?? text.length
      pieces.push(
        (end === null
          ? (sayList(piece(from), depth) ?? sayNamed(piece(from), depth))
          : sayOne(piece(end), depth)) ?? {
          text: piece(from),
          known: false,
        },
      )
    }
    if (!pieces.some(({ known }) => known)) return null
    return { text: join(pieces), known: pieces.every(({ known }) => known) }
  }

  /** A list of which every part is known, with the stop of its sentence. */
  function sayList(text: string, depth: number): Translation | null {
    const stop = text.endsWith('.') ? '。' : ''
    const words = (stop ? text.slice(0, -1) : text).split(/, | or as | and to | and /)
    const translated = words.map((word) => sayOne(word, depth - 1))
    if (translated.includes(null) || (words.length < 2 && !stop)) return null
    return { text: `${translated.map((one) => one?.text).join('，')}${stop}`, known: true }
  }

  /** What is said of something that has a name, such as a sample or a file. */
  function sayNamed(text: string, depth: number): Translation | null {
    const at = text.indexOf(': ')
    if (at < 0) return null
    const rest = sayText(text.slice(at + 2), depth - 1)
    return rest.known ? { text: `${text.slice(0, at)}：${rest.text}`, known: true } : null
  }

  return (english) => {
    if (english.length > longest) return english
    const before = remembered.get(english)
    if (before !== undefined) return before
    lookups = 0
    const translated = sayText(english, deepest).text
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(english, translated)
    return translated
  }
}

/** By how they begin; those that begin with a value are under ''. The more of a text a template has, the earlier. */
function toIndex(sentences: Sentences): ReadonlyMap<string, Template[]> {
  const index = new Map<string, Template[]>()
  const all = Object.entries(sentences)
    .filter(([english]) => english.includes('{0}'))
    .map(toTemplate)
  for (const template of all.sort((one, other) => other.weight - one.weight)) {
    const first = template.literals[0] ?? ''
    const head = first.length < headLength ? '' : first.slice(0, headLength)
    const known = index.get(head)
    if (known) known.push(template)
    else index.set(head, [template])
  }
  return index
}

function toTemplate([english, translated]: [string, string]): Template {
  const literals = english.split(/\{\d+\}/)
  return {
    literals,
    kinds: literals.slice(1).map((after, at) => {
      const [before, mark] = [literals[at] ?? '', new RegExp(`\\{${at}([!,])\\}`).exec(translated)?.[1]]
      // What stands in quotation marks is somebody's own word, too.
      if (/[“"]$/.test(before) && /^[”"]/.test(after)) return 'quoted'
      if (mark === undefined) return 'said'
      return mark === '!' ? 'own' : 'list'
    }),
    isOpen: literals[0] === '',
    translated,
    weight: literals.join('').length,
  }
}

const candidates = (index: ReadonlyMap<string, Template[]>, text: string): Template[] =>
  [...(index.get(text.slice(0, headLength)) ?? []), ...(index.get('') ?? [])].sort(
    (one, other) => other.weight - one.weight,
  )

/** The values that make the text of the template, each as short as may be; null where none do. Linear in the text. */
function valuesOf({ literals }: Template, text: string): string[] | null {
  const first = literals[0] ?? ''
  const last = literals.at(-1) ?? ''
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return null
  const values: string[] = []
  let from = first.length
  for (const literal of literals.slice(1, -1)) {
    const at = text.indexOf(literal, from)
    if (at < 0 || at + literal.length > end) return null
    values.push(text.slice(from, at))
    from = at + literal.length
  }
  return [...values, text.slice(from, end)]
}

/** Unlike a value in quotation marks, it has no end of its own. */
const mayGoOn = (kind: Kind | undefined): boolean => kind === 'own' || kind === 'list'

/** Where one sentence ends and another begins. */
const breaks = (text: string): number[] =>
  [...text.matchAll(/[.?!…]["”)]? (?=[A-Z“"\d])/g)].map(({ index, 0: end }) => index + end.length)

const fill = (template: string, values: readonly string[]): string =>
  template.replace(/\{(\d+)[!,]?\}/g, (_, at: string) => values[Number(at)] ?? '')

/** Chinese sentences stand without a space; beside one that stays as it was there is one. */
const join = (pieces: readonly Translation[]): string =>
  pieces.reduce((all, { text, known }, at) => {
    if (at === 0) return text
    return `${all}${known && pieces[at - 1]?.known ? '' : ' '}${text}`
  }, '')
