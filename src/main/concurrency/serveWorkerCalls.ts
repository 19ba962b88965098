import type { MessagePort } from 'node:worker_threads'
import { type FailureData, isFailure } from '../../shared/contract/failures.ts'

/** What a thread serves: its services by name, found anew for each call. */
export type WorkerHost = {
  call(service: string, method: string, args: unknown[]): Promise<unknown>
  /** Whether an error comes from a damaged file, and from which. */
  findDamage(error: unknown): Promise<FileDamage>
  close(): Promise<void>
}

/**
 * Answers calls until it is asked to end; calls under way are answered first. `notify` sends what is no answer, an object
 * without an id.
 */
export function serveWorkerCalls<Message extends object = never>(
  port: MessagePort,
  createHost: (notify: (notification: Message) => void) => WorkerHost,
) {
  const host = createHost((notification) => port.postMessage(notification))
  const answer = async ({ id, service, method, args }: WorkerCall) => {
    try {
      const value = await host.call(service, method, args)
      port.postMessage({ id, ok: true, value } satisfies WorkerReply)
    } catch (error) {
      port.postMessage(toReply(id, error, await host.findDamage(error)))
    }
  }
  port.on('message', (message: WorkerCall | WorkerShutdown) => {
    if (message !== 'end') void answer(message)
    else void host.close().finally(() => port.close())
  })
}

function toReply(id: number, error: unknown, damaged: FileDamage): WorkerReply {
  if (isFailure(error)) return { id, ok: false, failure: error.toData(), damaged }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { id, ok: false, message, stack, damaged }
}

/** A call of one of the services of a thread. Everything in it is plain values. */
export type WorkerCall = { id: number; service: string; method: string; args: unknown[] }
/** Asks the thread to end what it does and to close its files; it exits by itself then. */
type WorkerShutdown = 'end'

/** Which file was met with damage, as the thread knows it; null where a failure has another reason. */
export type FileDamage = { identity: string | null } | null

export type WorkerReply =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; failure: FailureData; damaged: FileDamage }
  /** Nobody foresaw it; told with the stack of the thread. */
  | { id: number; ok: false; message: string; stack: string | undefined; damaged: FileDamage }
