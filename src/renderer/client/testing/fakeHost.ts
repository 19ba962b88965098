import type { EventName, Events } from '../../../shared/contract/events.ts'
import { type Failure, isFailure, type Reply } from '../../../shared/contract/failures.ts'
import type { MethodName } from '../../../shared/contract/methodNames.ts'
import type { Transport } from '../transport.ts'

type Answer = (input: never) => unknown
type Listener = (payload: unknown) => void

const answers = new Map<MethodName, Answer>()
const reconnected = new Set<() => void>()
const listeners = new Map<EventName, Set<Listener>>()

export const calls: { name: string; input: unknown }[] = []

/** Returns the inputs of all calls of a method, in order. */
export const inputsOf = <T = unknown>(method: MethodName): T[] =>
  calls.filter(({ name }) => name === method).map(({ input }) => input as T)

/** Returns the texts of elements. */
export const textsOf = (elements: Iterable<Element>): (string | null)[] =>
  [...elements].map(({ textContent }) => textContent)

/** Adds answers of the host; a call to any other method fails. */
export function answer(with_: Partial<Record<MethodName, Answer>>): void {
  for (const [name, reply] of Object.entries(with_)) answers.set(name as MethodName, reply)
}

/** Makes the calls of a method fail. An answer may also throw a failure. */
export function refuse(method: MethodName, failure: Failure): void {
  answers.set(method, () => Promise.reject(failure))
}

const defaults: Partial<Record<MethodName, Answer>> = {
  'tables.layout': () => null,
  'tables.arrange': () => null,
  'files.adopt': () => ({ fileId: 'f1', name: 'cohort.csv', sizeBytes: 10 }),
}

/** Removes the answers and the recorded calls. */
export function resetAnswers(): void {
  answers.clear()
  answer(defaults)
  calls.length = 0
}

export function resetHost(): void {
  resetAnswers()
  listeners.clear()
}

/** Notifies the page that the connection to the host is back after a gap. */
export function reconnect(): void {
  for (const listener of reconnected) listener()
}

export function push<N extends EventName>(name: N, payload: Events[N]): void {
  for (const listener of listeners.get(name) ?? []) listener(payload)
}

export const connect = (): Promise<void> => Promise.resolve()

/** Replaces `client/host.ts` in the tests of the page (vitest.config.ts); everything above it is real. */
export const transport: Transport = {
  connect,
  whenDisconnected: () => () => undefined,
  whenReconnected: (listener) => {
    reconnected.add(listener)
    return () => reconnected.delete(listener)
  },
  async call(name, input): Promise<Reply<unknown>> {
    calls.push({ name, input })
    const reply = answers.get(name as MethodName)
    if (!reply) throw new Error(`The test has no answer for ${name}.`)
    try {
      return { ok: true, value: await reply(input as never) }
    } catch (error) {
      if (isFailure(error)) return { ok: false, failure: error.toData() }
      throw error
    }
  },
  listen(name, listener) {
    const heard = listeners.get(name) ?? new Set()
    listeners.set(name, heard.add(listener as Listener))
    return () => void heard.delete(listener as Listener)
  },
  adopt: (file) => transport.call('files.adopt', { file }),
  get hasOpenDialog() {
    return true
  },
  deliver: () => Promise.resolve(),
}
