import { systemClock } from '../../system.ts'
import { createLocks } from '../locks.ts'

/** Takes a lock, reports it, and holds it until the process is killed. */
const [folder = '', name = ''] = process.argv.slice(2)
await createLocks(folder, systemClock).withLock(name, async () => {
  process.send?.('held')
  // The timer keeps a reference to the pending work. Otherwise the lock could be garbage-collected and released.
  await new Promise((resolve) => setTimeout(resolve, 1_000_000))
})
