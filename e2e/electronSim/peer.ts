/** One end of a channel between two processes: each asks by name and gets the answer, or the error, back. */

type Handlers = object
type Ask<H> = <K extends keyof H & string>(
  name: K,
  ...args: H[K] extends (...given: infer A) => unknown ? A : never
) => Promise<H[K] extends (...given: never[]) => infer R ? Awaited<R> : never>

type Message =
  | { kind: 'ask'; id: number; name: string; args: unknown[] }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'error'; id: number; message: string }

type Wire = { send(message: unknown): void; onMessage(listener: (message: unknown) => void): void }

export type Peer<Theirs> = { ask: Ask<Theirs>; end(reason: string): void }

export function createPeer<Theirs extends Handlers>(wire: Wire, ours: Handlers): Peer<Theirs> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const handlers = ours as Record<string, (...args: unknown[]) => unknown>
  let count = 0
  let ended: string | null = null

  const answer = async ({ id, name, args }: Extract<Message, { kind: 'ask' }>): Promise<void> => {
    try {
      const handler = handlers[name]
      if (!handler) throw new Error(`simulator: nobody answers "${name}"`)
      const value = await handler(...args)
      wire.send({ kind: 'answer', id, value })
    } catch (error) {
      wire.send({ kind: 'error', id, message: error instanceof Error ? error.message : String(error) })
    }
  }

  wire.onMessage((received) => {
    const message = received as Message
    if (message.kind === 'ask') return void answer(message)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'answer') asked?.resolve(message.value)
    else asked?.reject(new Error(message.message))
  })

  const ask = (name: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended !== null) return reject(new Error(ended))
      const id = ++count
      waiting.set(id, { resolve, reject })
      wire.send({ kind: 'ask', id, name, args })
    })

  return {
    ask: ask as Ask<Theirs>,
    end: (reason) => {
      ended = reason
      for (const asked of waiting.values()) asked.reject(new Error(reason))
      waiting.clear()
    },
  }
}
