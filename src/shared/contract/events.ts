import type { UpdateState } from '../domain/app/settings.ts'
import type { AppCommand } from './commands.ts'
import type { AppStatus, Job, QuotaStatus } from './state.ts'

/** Every event that main pushes to a window or page. Names are in the past tense. */
export type Events = {
  'status.changed': AppStatus
  'quota.changed': QuotaStatus
  /** A sign-in waits for the browser at `url`; null when it has ended. */
  'signIn.changed': { url: string | null }
  'job.progressed': Job
  'job.ended': Job
  'samples.changed': { batchId: string | null }
  'results.changed': Record<never, never>
  /**
   * A study or one of its comparisons was created, changed or archived. `samples`: existing samples entered or left the
   * study. Samples added by an order are announced by `samples.changed`.
   */
  'studies.changed': { samples: boolean }
  'screening.changed': { taskId: string }
  /** New drugs were stored, or marks, lists or saved searches changed. */
  'drugs.changed': Record<never, never>
  'pathways.changed': Record<never, never>
  'offlineSync.changed': { planId: string }
  /** The system's notification of this job's end was clicked. */
  'notice.clicked': Job
  /** A menu item or shortcut of the host asks the page to act. */
  'command.invoked': { command: AppCommand }
  /** A file was handed to the app from outside (open with, second instance). */
  'file.received': { fileId: string; name: string; sizeBytes: number }
  'update.changed': UpdateState
  'recent.changed': Record<never, never>
  /** A `pathclock://` link was opened. Null: it leads nowhere. */
  'link.received': { link: string | null }
}

export type EventName = keyof Events
export type PushedEvent = { [N in EventName]: { name: N; payload: Events[N] } }[EventName]
