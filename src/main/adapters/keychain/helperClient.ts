import type { Clock, HelperProcess, LaunchHelper } from '../../ports.ts'
import { type HelperReply, type HelperRequest, type KeychainCause, replySchema } from './messages.ts'

/** A keyring that has not answered by then waits for a person, or for ever. */
const limitMs = 4000

/** The keychain could not do what it was asked. */
export class KeychainError extends Error {
  override readonly name = 'KeychainError'
  readonly keychainCause: KeychainCause
  constructor(keychainCause: KeychainCause) {
    super(`keychain: ${keychainCause}`)
    this.keychainCause = keychainCause
  }
}

type Question =
  | { operation: 'get'; name: string }
  | { operation: 'set'; name: string; value: string }
  | { operation: 'remove'; name: string }

/**
 * Calls to the helper process, one at a time. The process is launched by the first call, and launched anew after
 * one that did not answer within 4 s, which is killed: a stuck keyring call cannot be taken back.
 */
export function createHelperClient(launch: LaunchHelper, clock: Clock) {
  let helper: HelperProcess | undefined
  let pending: { id: number; settle(reply: HelperReply): void } | undefined
  let count = 0
  let last: Promise<unknown> = Promise.resolve()

  const discard = (which: HelperProcess | undefined): void => {
    if (helper === which) helper = undefined
    which?.kill()
  }

  const start = (): HelperProcess => {
    const started = launch()
    started.onMessage((message) => {
      const reply = replySchema.safeParse(message)
      if (reply.success && reply.data.id === pending?.id) pending.settle(reply.data)
    })
    started.onExit(() => {
      if (helper !== started) return
      helper = undefined
      pending?.settle({ id: pending.id, ok: false, cause: 'failed' })
    })
    helper = started
    return started
  }

  const ask = async (question: Question): Promise<string | null> => {
    const id = ++count
    const running = helper ?? start()
    const answered = new AbortController()
    try {
      const reply = await new Promise<HelperReply>((resolve) => {
        pending = { id, settle: resolve }
        const request: HelperRequest = { id, ...question }
        running.send(request)
        clock.sleep(limitMs, answered.signal).then(
          () => {
            resolve({ id, ok: false, cause: 'not-answering' })
            discard(running)
          },
          () => undefined,
        )
      })
      if (!reply.ok) throw new KeychainError(reply.cause)
      return reply.value
    } finally {
      pending = undefined
      answered.abort(new Error('answered'))
    }
  }

  return {
    ask(question: Question): Promise<string | null> {
      const turn = last.then(() => ask(question))
      last = turn.catch(() => undefined)
      return turn
    },
    close: (): void => discard(helper),
  }
}
