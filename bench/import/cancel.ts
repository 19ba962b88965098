import { createReader } from '../../src/main/samples/import/imports.ts'

const waitsMs = [50, 200, 400, 800, 1200]

/** The longest time from cancelling a reading in its worker to its end, over readings in several stages. */
export async function measureCancelMs(path: string): Promise<number> {
  const reader = createReader(new URL('../../src/main/threads/csvWorker.ts', import.meta.url))
  const tookMs: number[] = []
  for (const waitMs of waitsMs) {
    const cancelling = new AbortController()
    const reading = reader.draft({ path, options: {} }, cancelling.signal).catch(() => 'cancelled')
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const startedMs = performance.now()
    cancelling.abort()
    if ((await reading) !== 'cancelled') throw new Error('The reading was over before it was cancelled.')
    tookMs.push(performance.now() - startedMs)
  }
  return Math.max(...tookMs)
}
