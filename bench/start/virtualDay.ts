/**
 * Preloaded into the host: timers and `Date` run as usual and jump when the parent requests it. On `{ advanceMs }` all
 * events due until then happen in order; on `{ measure: true }` the heap is reported after a collection (node
 * --expose-gc).
 */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import promises from 'node:timers/promises'

export type Command = { advanceMs: number } | { measure: true }
export type MemorySample = { heapMb: number; memoryMb: number }

type Work = (...values: unknown[]) => void

const realDateNow = Date.now
const { setTimeout: realTimeout, clearTimeout: realClear, setImmediate: immediate } = globalThis
const waiting = new Set<Timer>()
let jumpedMs = 0
const nowMs = (): number => realDateNow() + jumpedMs

class Timer {
  atMs: number
  readonly #work: () => void
  readonly #everyMs: number | null
  #real: NodeJS.Timeout | null = null
  #isHeld = true

  constructor(work: () => void, waitMs: number, repeats: boolean) {
    this.#work = work
    this.#everyMs = repeats ? waitMs : null
    this.atMs = nowMs() + waitMs
    this.#plan()
  }

  #plan(): void {
    waiting.add(this)
    this.#real = realTimeout(() => this.fire(), Math.max(0, this.atMs - nowMs()))
    if (!this.#isHeld) this.#real.unref()
  }

  fire(): void {
    this.close()
    if (this.#everyMs !== null) {
      this.atMs += this.#everyMs
      this.#plan()
    }
    this.#work()
  }

  close(): this {
    waiting.delete(this)
    if (this.#real) realClear(this.#real)
    return this
  }

  refresh(): this {
    return this
  }

  ref(): this {
    this.#isHeld = true
    this.#real?.ref()
    return this
  }

  unref(): this {
    this.#isHeld = false
    this.#real?.unref()
    return this
  }

  hasRef(): boolean {
    return this.#isHeld
  }
}

const set =
  (repeats: boolean) =>
  (work: Work, ms = 0, ...values: unknown[]) =>
    new Timer(() => work(...values), Math.max(1, Number(ms) || 1), repeats)
const clear = (timer: unknown): void => {
  if (timer instanceof Timer) timer.close()
  else if (timer !== undefined && timer !== null) realClear(timer as NodeJS.Timeout)
}
const sleep = (ms?: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<unknown> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      timer.close()
      reject(signal?.reason)
    }
    const timer = new Timer(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve(value)
      },
      Math.max(1, ms ?? 1),
      false,
    )
    signal?.addEventListener('abort', stop, { once: true })
  })

const replaced = { setTimeout: set(false), setInterval: set(true), clearTimeout: clear, clearInterval: clear }
Object.assign(globalThis, replaced)
Object.assign(timers, replaced)
Object.assign(promises, { setTimeout: sleep })
syncBuiltinESMExports()

globalThis.Date = class extends Date {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(nowMs())
    else super(parts[0])
  }
  static override now = (): number => nowMs()
} as DateConstructor

async function advance(ms: number): Promise<void> {
  const untilMs = nowMs() + ms
  for (;;) {
    let next: Timer | undefined
    for (const timer of waiting) if (timer.atMs <= untilMs && (!next || timer.atMs < next.atMs)) next = timer
    jumpedMs += Math.max(0, (next?.atMs ?? untilMs) - nowMs())
    if (!next) return
    next.fire()
    // Lets the work that a timer started run before the next timer.
    await new Promise((done) => immediate(done))
  }
}

process.on('message', (order: Command) => {
  if ('advanceMs' in order) return void advance(order.advanceMs).then(() => process.send?.({}))
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.send?.({ heapMb: heapUsed / 1e6, memoryMb: rss / 1e6 } satisfies MemorySample)
})
