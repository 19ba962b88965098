import { systemClock } from '../../system.ts'
import { createLocks } from '../locks.ts'

/** A process that takes a lock, says so, and keeps it until it is killed. */
const [folder = '', name = ''] = process.argv.slice(2)
await createLocks(folder, systemClock).withLock(name, async () => {
  process.send?.('held')
  // The timer keeps hold of what waits for it: else the lock could be collected as garbage, and be free.
  await new Promise((resolve) => setTimeout(resolve, 1_000_000))
})
