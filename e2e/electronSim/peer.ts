/** One end of a channel between two processes: each calls the other by name and gets the result or the error back. */

type Handlers = object
type CallPeer<H> = <K extends keyof H & string>(
  name: K,
  ...args: H[K] extends (...given: infer A) => unknown ? A : never
) => Promise<H[K] extends (...given: never[]) => infer R ? Awaited<R> : never>

type Message =
  | { kind: 'ask'; id: number; name: string; args: unknown[] }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'error'; id: number; message: string }

type Channel = { send(message: unknown): void; onMessage(listener: (message: unknown) => void): void }

export type Peer<Theirs> = { call: CallPeer<Theirs>; end(reason: string): void }

export function createPeer<Theirs extends Handlers>(channel: Channel, ownHandlers: Handlers): Peer<Theirs> {
  const pendingCalls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const handlers = ownHandlers as Record<string, (...args: unknown[]) => unknown>
  let count = 0
  let ended: string | null = null

  const answer = async ({ id, name, args }: Extract<Message, { kind: 'ask' }>): Promise<void> => {
    try {
      const handler = handlers[name]
      if (!handler) throw new Error(`simulator: nobody answers "${name}"`)
      const value = await handler(...args)
      channel.send({ kind: 'answer', id, value })
    } catch (error) {
      channel.send({ kind: 'error', id, message: error instanceof Error ? error.message : String(error) })
    }
  }

  channel.onMessage((received) => {
    const message = received as Message
    if (message.kind === 'ask') return void answer(message)
    const pendingCall = pendingCalls.get(message.id)
    pendingCalls.delete(message.id)
    if (message.kind === 'answer') pendingCall?.resolve(message.value)
    else pendingCall?.reject(new Error(message.message))
  })

  const call = (name: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended !== null) return reject(new Error(ended))
      const id = ++count
      pendingCalls.set(id, { resolve, reject })
      channel.send({ kind: 'ask', id, name, args })
    })

  return {
    call: call as CallPeer<Theirs>,
    end: (reason) => {
      ended = reason
      for (const pendingCall of pendingCalls.values()) pendingCall.reject(new Error(reason))
      pendingCalls.clear()
    },
  }
}
