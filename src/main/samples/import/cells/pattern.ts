import { type Failure, rejected } from '../../../../shared/contract/failures.ts'
import { type Message, message } from '../../../../shared/words/message.ts'

export type Pattern = { test(text: string): boolean }

/** `step` reads one character, `fork` goes on in several ways, `edge` only at that end of the text. */
type State =
  | { kind: 'step'; matches: RegExp; to: number }
  | { kind: 'fork'; to: number[] }
  | { kind: 'edge'; edge: 'start' | 'end'; to: number }
  | { kind: 'end' }

/** All that can have been matched up to a character, with what follows from the next one. */
type Front = { states: readonly number[]; accepts: boolean; after: Map<string, Front> }

const maxStates = 500
/** Parts that are entered while states are made; empty ones, repeated, make none. */
const maxEntered = 10_000
const maxFronts = 2000

/**
 * Creates a regular expression that must match a whole text. It follows all alternatives in parallel instead of
 * backtracking, so the time grows linearly with the text for any expression. Throws `rejected` for an invalid
 * expression, and for one that cannot be matched this way (see docs/decisions, “patterns”).
 */
export function createPattern(source: string): Pattern {
  const states = toStates(parsePattern(source))
  const reach = (from: readonly number[], isStart: boolean, isEnd: boolean): Set<number> => {
    const reached = new Set(from)
    // Grows while it is walked.
    for (const at of reached) {
      const state = states[at]
      if (state?.kind === 'fork') for (const to of state.to) reached.add(to)
      if (state?.kind === 'edge' && (state.edge === 'start' ? isStart : isEnd)) reached.add(state.to)
    }
    return reached
  }
  const toFront = (from: readonly number[], isStart: boolean): Front => ({
    states: [...reach(from, isStart, false)].filter((at) => states[at]?.kind === 'step'),
    accepts: reach(from, isStart, true).has(0),
    after: new Map(),
  })

  const first = toFront([states.length - 1], true)
  const fronts = new Map<string, Front>()
  const advance = (front: Front, character: string): Front => {
    const next = front.states.flatMap((at) => {
      const state = states[at]
      return state?.kind === 'step' && state.matches.test(character) ? [state.to] : []
    })
    const key = [...new Set(next)].sort((a, b) => a - b).join()
    const known = fronts.get(key) ?? toFront(next, false)
    if (fronts.size >= maxFronts) {
      fronts.clear()
      first.after.clear()
    }
    fronts.set(key, known)
    return known
  }
  return {
    test(text) {
      let front = first
      for (const character of text) {
        let next = front.after.get(character)
        if (!next) {
          next = advance(front, character)
          front.after.set(character, next)
        }
        front = next
        if (front.states.length === 0 && !front.accepts) return false
      }
      return front.accepts
    },
  }
}

/** The end is the state 0, the beginning the last one. */
function toStates(pattern: PatternNode): State[] {
  const states: State[] = [{ kind: 'end' }]
  let entered = 0
  const add = (state: State): number => {
    if (states.length >= maxStates) throw patternTooLarge()
    return states.push(state) - 1
  }
  /** Returns the state that matches `node` and then continues at `to`. */
  const enter = (node: PatternNode, to: number): number => {
    entered += 1
    if (entered > maxEntered) throw patternTooLarge()
    switch (node.kind) {
      case 'one':
        return add({ kind: 'step', matches: node.matches, to })
      case 'edge':
        return add({ kind: 'edge', edge: node.edge, to })
      case 'all':
        return node.parts.reduceRight((next, part) => enter(part, next), to)
      case 'either':
        return add({ kind: 'fork', to: node.choices.map((choice) => enter(choice, to)) })
      case 'repeat':
        return repeat(node, to)
    }
  }
  const repeat = ({ node, min, max }: PatternNode & { kind: 'repeat' }, to: number): number => {
    let next = to
    if (max === null) {
      const loop: number[] = [to]
      next = add({ kind: 'fork', to: loop })
      loop.push(enter(node, next))
    } else
      for (let count = min; count < max; count++) next = add({ kind: 'fork', to: [to, enter(node, next)] })
    for (let count = 0; count < min; count++) next = enter(node, next)
    return next
  }
  const start = enter(pattern, 0)
  add({ kind: 'fork', to: [start] })
  return states
}

const patternTooLarge = (): Failure => rejected(message('check.patternTooLargeRepeats'))

/** `matches` is for one character. `max` null: without end. */
type PatternNode =
  | { kind: 'one'; matches: RegExp }
  | { kind: 'edge'; edge: 'start' | 'end' }
  | { kind: 'all'; parts: PatternNode[] }
  | { kind: 'either'; choices: PatternNode[] }
  | { kind: 'repeat'; node: PatternNode; min: number; max: number | null }

/** An escape, a class, or a literal character. */
const single =
  /\\(?:[pPu]\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/uy
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y
const opening = /\((?:\?:|\?<[^=!>][^>]*>)?(?!\?)/y
/** Lookahead and lookbehind, which cannot be matched in one pass over the text. */
const lookAround = /\(\?(?:<?[=!])/y
const reference = /\\[1-9kbB]/y

/** Parses a regular expression. Throws `rejected` if it is invalid or not supported. */
function parsePattern(source: string): PatternNode {
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
    if (consume(lookAround)) throw unsupportedPattern(source, message('check.looksAheadBack'))
    if (consume(reference)) throw unsupportedPattern(source, message('check.refersGroupEdgeWord'))
    if (source[at] === '(') {
      if (!consume(opening)) throw unsupportedPattern(source, message('check.changesHowGroupRead'))
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
    return { kind: 'repeat', node, min: from, max: comma === '' ? from : max === '' ? null : Number(max) }
  }
  return parseChoice()
}

/** Throws unless JavaScript accepts the expression. All later steps rely on its validity. */
function assertExpression(source: string): void {
  try {
    new RegExp(source, 'u')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^Invalid regular expression: /, '') : ''
    throw rejected(message('check.noRegularExpressionCorrect', { source, reason }), [], { cause })
  }
}

const unsupportedPattern = (source: string, what: Message): Failure =>
  rejected(message('check.couldTakeWithoutEnd', { source, what }))
