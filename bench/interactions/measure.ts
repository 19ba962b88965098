import type { Locator, Page } from '@playwright/test'

/**
 * The expected effect of an action: an element of `selector` that contains `text`. `becomes`: `other` if its text must
 * change; `gone` if the element must disappear.
 */
export type Expected = { selector: string; text?: string; becomes?: 'other' | 'gone' }

/** An element to click, or a key to press with the current focus. */
type Input = Locator | string

export type Action = {
  name: string
  /** With fewer there is nothing to do. */
  minSamples?: number
  /** Prepares the page; not part of the measured time. */
  prepare?(page: Page): Promise<unknown>
  input(page: Page): Input
  expected: Expected
}

/**
 * ms. `inp`: from the input until the next frame is painted, 0 below 16; `longestTask`: of the main thread, 0 below 50;
 * `shown`: from the input until what is expected is there.
 */
export type Latency = { inp: number; longestTask: number; shown: number }

type Recorder = { begin(expected: Expected): void; end(): Promise<Latency> }
declare global {
  interface Window {
    interactionBench: Recorder
  }
}

/** Runs in the page before anything of it. */
function record(): void {
  const quietMs = 250
  const mostMs = 120_000
  let latency: Latency = { inp: 0, longestTask: 0, shown: 0 }
  let inputAt: number | null = null
  let whenShown: Promise<void> = Promise.resolve()

  const noteEvents = (entries: PerformanceEntryList) => {
    for (const { interactionId, duration } of entries as PerformanceEventTiming[])
      if (interactionId) latency.inp = Math.max(latency.inp, duration)
  }
  const noteTasks = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) latency.longestTask = Math.max(latency.longestTask, duration)
  }
  const events = new PerformanceObserver((list) => noteEvents(list.getEntries()))
  const tasks = new PerformanceObserver((list) => noteTasks(list.getEntries()))
  // The types of the browser lack the threshold, whose least value this is.
  const init: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  }
  events.observe(init)
  tasks.observe({ type: 'longtask' })
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, ({ timeStamp }) => (inputAt ??= timeStamp), { capture: true })

  const read = ({ selector, text }: Expected): string | null => {
    for (const element of document.querySelectorAll(selector)) {
      const content = element.textContent ?? ''
      if ((text === undefined || content.includes(text)) && element.checkVisibility()) return content
    }
    return null
  }
  const frame = () => new Promise((done) => requestAnimationFrame(done))

  window.interactionBench = {
    begin(expected) {
      noteEvents(events.takeRecords())
      noteTasks(tasks.takeRecords())
      latency = { inp: 0, longestTask: 0, shown: 0 }
      inputAt = null
      const before = read(expected)
      const isShown = () => {
        const now = read(expected)
        if (expected.becomes === 'gone') return now === null
        return now !== null && (expected.becomes !== 'other' || now !== before)
      }
      const untilMs = performance.now() + mostMs
      whenShown = (async () => {
        while (performance.now() < untilMs) {
          await frame()
          if (inputAt === null || !isShown()) continue
          latency.shown = performance.now() - inputAt
          return
        }
        latency.shown = Number.NaN
      })()
    },
    async end() {
      await whenShown
      await new Promise((done) => setTimeout(done, quietMs))
      await frame()
      noteEvents(events.takeRecords())
      noteTasks(tasks.takeRecords())
      return latency
    },
  }
}

export const watchInteractions = (page: Page): Promise<unknown> => page.addInitScript(record)

/** The wait for follow-up work of an action, such as lists that are fetched again. */
const settleMs = 250

/** Performs one action with the mouse or a key, like a user, and measures it. */
export async function measureAction(
  page: Page,
  { name, prepare, input, expected }: Action,
): Promise<Latency> {
  await prepare?.(page)
  const target = input(page)
  const press = typeof target === 'string' ? () => page.keyboard.press(target) : await aim(page, target)
  await page.waitForTimeout(settleMs)
  await page.evaluate((what) => window.interactionBench.begin(what), expected)
  await press()
  const latency = await page.evaluate(() => window.interactionBench.end())
  if (Number.isNaN(latency.shown)) throw new Error(`"${name}" did not come to its end.`)
  return latency
}

/** Has the pointer over the middle of an element, and gives the click. */
async function aim(page: Page, target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded()
  await target.hover()
  return async () => {
    await page.mouse.down()
    await page.mouse.up()
  }
}
