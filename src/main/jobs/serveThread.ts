import type { MessagePort } from 'node:worker_threads'
import { isFailure } from '../../shared/contract/failures.ts'
import type { Damaged, ThreadCall, ThreadEnd, ThreadReply } from './threadCalls.ts'

/** What a thread serves: its services by name, found anew for each call. */
export type ThreadHost = {
  call(service: string, method: string, args: unknown[]): Promise<unknown>
  /** Whether an error comes from a damaged file, and from which. */
  damage(error: unknown): Promise<Damaged>
  close(): Promise<void>
}

/**
 * Answers calls until it is asked to end; calls under way are answered first. `tell` sends what is no answer, an object
 * without an id.
 */
export function serveThread<News extends object = never>(
  port: MessagePort,
  makeHost: (tell: (news: News) => void) => ThreadHost,
) {
  const host = makeHost((news) => port.postMessage(news))
  const answer = async ({ id, service, method, args }: ThreadCall) => {
    try {
      const value = await host.call(service, method, args)
      port.postMessage({ id, ok: true, value } satisfies ThreadReply)
    } catch (error) {
      port.postMessage(toReply(id, error, await host.damage(error)))
    }
  }
  port.on('message', (message: ThreadCall | ThreadEnd) => {
    if (message !== 'end') void answer(message)
    else void host.close().finally(() => port.close())
  })
}

function toReply(id: number, error: unknown, damaged: Damaged): ThreadReply {
  if (isFailure(error)) return { id, ok: false, failure: error.toData(), damaged }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { id, ok: false, message, stack, damaged }
}
