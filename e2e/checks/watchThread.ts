import type { Page } from '@playwright/test'

/** `longestMs`: what the longest of them took of a processor; `atS`: since the watch began. */
export type Tasks = { count: number; longestMs: number; atS: number }

type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  tdur?: number
  args: { name?: string }
}

/**
 * Watches the thread of the page that answers a person: whatever it does in one go, an answer waits behind. Counted is
 * the time of a processor and not of the clock, so that whoever else uses the computer meanwhile does not count.
 */
export async function watchThread(page: Page): Promise<{ end(): Promise<Tasks> }> {
  const browser = page.context().browser()
  if (!browser) throw new Error('Only a browser that was launched here tells what its threads do.')
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  return {
    async end() {
      const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
      return tasksOf(trace.traceEvents)
    },
  }
}

function tasksOf(events: readonly TraceEvent[]): Tasks {
  const isPage = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && isPage.has(`${pid} ${tid}`))
  const [first] = tasks
  const longest = tasks.reduce(
    (longestSoFar, task) => ((task.tdur ?? 0) > (longestSoFar?.tdur ?? 0) ? task : longestSoFar),
    first,
  )
  return {
    count: tasks.length,
    longestMs: Math.round((longest?.tdur ?? 0) / 1000),
    atS: Math.round(((longest?.ts ?? 0) - (first?.ts ?? 0)) / 1_000_000),
  }
}
