/**
 * A process of the tests that makes the catalogue available offline. Its one argument is JSON. It kills itself with
 * SIGKILL shortly after `dieAfterCalls` calls of its stores, or else prints how the job ended.
 */

import '../../../../shared/words/testing/englishTexts.ts'
import type { OfflineSyncScope } from '../../../../shared/domain/drugs/offlineSync.ts'
import { systemClock } from '../../../adapters/system.ts'
import type { Clock } from '../../../ports.ts'
import type { OfflineSyncDeps } from '../runningPlan.ts'
import { openOfflineSync } from './openOfflineSync.ts'

export type SyncTask = {
  folder: string
  service: { url: string; apiKey: string }
  scope: OfflineSyncScope
  perHour: number
  /** Null if it does not kill itself. */
  dieAfterCalls: number | null
  dieLaterMs: number
  /** The clock offset, so that the lease of a killed process has expired. */
  laterMs: number
}

const task = JSON.parse(process.argv[2] ?? '') as SyncTask
const clock: Clock = { ...systemClock, now: () => Date.now() + task.laterMs }
let calls = 0

const counted = <T extends object>(part: T): T =>
  new Proxy(part, {
    get(target, name, receiver) {
      calls += 1
      if (calls === task.dieAfterCalls)
        setTimeout(() => process.kill(process.pid, 'SIGKILL'), task.dieLaterMs)
      return Reflect.get(target, name, receiver)
    },
  })

const changeDeps = (parts: OfflineSyncDeps): OfflineSyncDeps => ({
  ...parts,
  store: counted(parts.store),
  syncStore: counted(parts.syncStore),
})

const parts = await openOfflineSync({ folder: task.folder, service: task.service, clock, changeDeps })
const job = await parts.sync({ scope: task.scope, detail: 'pathways', perHour: task.perHour })
process.stdout.write(JSON.stringify(job))
for (const bug of parts.bugs) process.stderr.write(`${String(bug)}\n`)
await parts.close()
