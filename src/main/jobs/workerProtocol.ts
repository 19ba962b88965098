import type { FailureData } from '../../shared/contract/failures.ts'

/** A call of one of the services of a thread. Everything in it is plain values. */
export type WorkerCall = { id: number; service: string; method: string; args: unknown[] }
/** Asks the thread to end what it does and to close its files; it exits by itself then. */
export type WorkerShutdown = 'end'

/** Which file was met with damage, as the thread knows it; null where a failure has another reason. */
export type FileDamage = { identity: string | null } | null

export type WorkerReply =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; failure: FailureData; damaged: FileDamage }
  /** Nobody foresaw it; told with the stack of the thread. */
  | { id: number; ok: false; message: string; stack: string | undefined; damaged: FileDamage }
