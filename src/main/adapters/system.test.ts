import { describe, expect, it } from 'vitest'
import { systemClock } from './system.ts'

describe('the system clock', () => {
  it("rejects a sleep with the signal's own reason", async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const sleeping = systemClock.sleep(60_000, stop.signal)
    stop.abort(reason)
    await expect(sleeping).rejects.toBe(reason)
    await expect(systemClock.sleep(60_000, stop.signal)).rejects.toBe(reason)
  })

  it('does not wait for zero or negative times', async () => {
    await systemClock.sleep(0)
    await systemClock.sleep(-5)
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000)
  })
})
