import { Failure } from '../../../shared/contract/failures.ts'
import { type PatternNode, parsePattern } from './parsePattern.ts'

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
 * A regular expression for a whole text. It is followed through the text in all its ways at once instead of trying one
 * after another, so that the time grows with the length of the text and never explodes, whoever wrote it. Throws
 * `rejected` for what is no expression, or cannot be followed like this (see docs/decisions, “patterns”).
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
  /** The state from which `node` is matched, and then what begins at `to`. */
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

const patternTooLarge = (): Failure =>
  new Failure(
    'rejected',
    'The pattern is too large: it repeats too much that is long. Make it shorter, or leave out numbers in braces.',
    { problems: [] },
  )
