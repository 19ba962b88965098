/**
 * Virtual time that advances as soon as all pending work is done. `install` replaces the global timers and clocks,
 * which the peers use, so call it before importing them.
 */
import type { Clock } from '../../src/main/ports.ts'
import { createSeededRandom } from '../../src/main/testing/seededRandom.ts'

const startMs = Date.UTC(2026, 0, 1)
/** Timers of a busy system come late by up to this much. */
const lateMs = 1.5

const immediate = setImmediate
const RealDate = Date

let elapsedMs = 0
let order = 0
let lateness = createSeededRandom(1)
let heap: Timer[] = []

class Timer {
  readonly #work: () => void
  readonly #everyMs: number | null
  #alive = true
  atMs = 0
  order = 0

  constructor(work: () => void, ms: number, repeats: boolean) {
    const waitMs = Math.max(1, Math.floor(ms || 1))
    this.#work = work
    this.#everyMs = repeats ? waitMs : null
    this.#plan(waitMs)
  }

  #plan(ms: number): void {
    this.atMs = elapsedMs + ms + lateness() * lateMs
    this.order = order++
    push(this)
  }

  get alive(): boolean {
    return this.#alive
  }

  fire(): void {
    if (this.#everyMs === null) this.#alive = false
    else this.#plan(this.#everyMs)
    this.#work()
  }

  close(): this {
    this.#alive = false
    return this
  }

  ref = (): this => this
  unref = (): this => this
  hasRef = (): boolean => this.#alive
}

const isBefore = (a: Timer, b: Timer): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)

function push(timer: Timer): void {
  let at = heap.push(timer) - 1
  for (let up = (at - 1) >> 1; at > 0; at = up, up = (at - 1) >> 1) {
    const parent = heap[up]
    if (!parent || isBefore(parent, timer)) break
    heap[at] = parent
    heap[up] = timer
  }
}

function pop(): Timer | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (!first || !last || first === last) return first
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    const [a, b] = [heap[left], heap[left + 1]]
    if (!a) break
    const [next, child] = b && isBefore(b, a) ? [left + 1, b] : [left, a]
    if (isBefore(last, child)) break
    heap[at] = child
    at = next
  }
  heap[at] = last
  return first
}

type Work = (...values: unknown[]) => void

/** Replaces the timers and clocks of this process. */
export function install(): void {
  const set =
    (repeats: boolean) =>
    (work: Work, ms = 0, ...values: unknown[]) =>
      new Timer(() => work(...values), Number(ms), repeats)
  const clear = (timer: unknown): void => {
    if (timer instanceof Timer) timer.close()
  }
  class VirtualDate extends RealDate {
    constructor(...parts: [] | [number | string | Date]) {
      if (parts.length === 0) super(VirtualDate.now())
      else super(parts[0])
    }
    static override now = (): number => Math.floor(startMs + elapsedMs)
  }
  Object.assign(globalThis, {
    setTimeout: set(false),
    setInterval: set(true),
    clearTimeout: clear,
    clearInterval: clear,
    Date: VirtualDate,
  })
  performance.now = () => elapsedMs
}

/** ms since the run began. */
export const nowMs = (): number => elapsedMs

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => new Timer(resolve, ms, false))

/** The same time as a port. */
export const virtualClock: Clock = {
  now: () => Math.floor(startMs + elapsedMs),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = new Timer(resolve, Math.ceil(ms), false)
      signal?.addEventListener('abort', () => {
        timer.close()
        reject(signal.reason)
      })
    }),
}

/** Runs work from time 0 to its end; timers left over are dropped. Throws when nothing can end it by `untilMs`. */
export async function runVirtually(seed: number, untilMs: number, main: () => Promise<void>): Promise<void> {
  elapsedMs = 0
  heap = []
  lateness = createSeededRandom(seed + 1000)
  let ended = false
  const running = main().finally(() => {
    ended = true
  })
  running.catch(() => undefined)
  while (!ended) {
    await new Promise((resolve) => immediate(resolve))
    if (ended) break
    let next = pop()
    while (next && !next.alive) next = pop()
    if (!next || next.atMs > untilMs) throw new Error(`nothing ended the run by ${Math.round(elapsedMs)} ms`)
    elapsedMs = Math.max(elapsedMs, next.atMs)
    next.fire()
  }
  heap = []
  await running
}
