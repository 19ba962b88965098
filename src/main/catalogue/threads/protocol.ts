import type { FailureData } from '../../../shared/contract/failures.ts'

/** What a drugs thread is started with. The one that `reads` writes nothing but what it has to mend. */
export type DrugsTask = { file: string; role: 'reads' | 'writes' }

/** A call of one of the services of a thread. Everything in it is plain values. */
export type ThreadCall = { id: number; service: string; method: string; args: unknown[] }
/** Asks the thread to end what it does and to close its file; it exits by itself then. */
export type ThreadEnd = 'end'

/** Which file was met with damage, as the thread knows it; null where a failure has another reason. */
export type Damaged = { identity: string | null } | null

export type ThreadReply =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; failure: FailureData; damaged: Damaged }
  /** Nobody foresaw it; told with the stack of the thread. */
  | { id: number; ok: false; message: string; stack: string | undefined; damaged: Damaged }

/** Not an answer: something a person should know, or that kept drugs wait to be indexed by the thread that writes. */
export type ThreadNews = { word: string } | { waiting: true }
