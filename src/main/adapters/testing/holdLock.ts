import { systemClock } from '../clock.ts'
import { createLocks } from '../locks.ts'

/** A process that takes a lock, says so, and keeps it until it is killed. */
const [folder = '', name = ''] = process.argv.slice(2)
await createLocks(folder, systemClock).hold(name, async () => {
  process.send?.('held')
  await new Promise(() => setInterval(() => undefined, 1000))
})
