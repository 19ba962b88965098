import { Failure } from '../../../shared/contract/failures.ts'

/** `matches` is for one character. `max` null: without end. */
export type PatternNode =
  | { kind: 'one'; matches: RegExp }
  | { kind: 'edge'; edge: 'start' | 'end' }
  | { kind: 'all'; parts: PatternNode[] }
  | { kind: 'either'; choices: PatternNode[] }
  | { kind: 'repeat'; node: PatternNode; min: number; max: number | null }

/** An escape, a class, or a character that stands for itself. */
const single =
  /\\(?:[pPu]\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/uy
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y
const opening = /\((?:\?:|\?<[^=!>][^>]*>)?(?!\?)/y
/** What looks back or around, for which a text cannot be read just once from its beginning to its end. */
const lookAround = /\(\?(?:<?[=!])/y
const reference = /\\[1-9kbB]/y

/** The parts of a regular expression. Throws `rejected` for what is none, and for what is not taken here. */
export function parsePattern(source: string): PatternNode {
  assertExpression(source)
  let at = 0
  const consume = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    const found = expression.exec(source)
    if (found) at = expression.lastIndex
    return found
  }

  const parseChoice = (): PatternNode => {
    const choices = [parseSequence()]
    while (source[at] === '|') {
      at += 1
      choices.push(parseSequence())
    }
    const [only] = choices
    return choices.length === 1 && only ? only : { kind: 'either', choices }
  }
  const parseSequence = (): PatternNode => {
    const parts: PatternNode[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')')
      parts.push(parseRepetition(parseAtom()))
    return { kind: 'all', parts }
  }
  const parseAtom = (): PatternNode => {
    if (consume(lookAround)) throw unsupportedPattern(source, 'looks ahead or back')
    if (consume(reference)) throw unsupportedPattern(source, 'refers to a group or to the edge of a word')
    if (source[at] === '(') {
      if (!consume(opening)) throw unsupportedPattern(source, 'changes how a group is read')
      const inner = parseChoice()
      at += 1
      return inner
    }
    const [text = ''] = consume(single) ?? []
    if (text === '^') return { kind: 'edge', edge: 'start' }
    if (text === '$') return { kind: 'edge', edge: 'end' }
    return { kind: 'one', matches: new RegExp(`^${text}$`, 'u') }
  }
  const parseRepetition = (node: PatternNode): PatternNode => {
    const [found, sign, min, comma, max] = consume(quantifier) ?? []
    if (found === undefined) return node
    if (sign) return { kind: 'repeat', node, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : null }
    const from = Number(min)
    return {
      kind: 'repeat',
      node,
      min: from,
      max: comma === '' ? from : max === '' ? null : Number(max),
    }
  }
  return parseChoice()
}

/** The language itself says whether it is one; all that follows may rely on that. */
function assertExpression(source: string): void {
  try {
    new RegExp(source, 'u')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^Invalid regular expression: /, '') : ''
    throw new Failure(
      'rejected',
      `“${source}” is no regular expression (${reason}). Correct it.`,
      { problems: [] },
      { cause },
    )
  }
}

const unsupportedPattern = (source: string, what: string): Failure =>
  new Failure(
    'rejected',
    `“${source}” ${what}, which could take without end. Write it with characters, classes, groups, “|” and repetitions only.`,
    { problems: [] },
  )
