import type { Page } from '@playwright/test'

/** `longestMs`: the processor time of the longest task. `atS`: its start, in seconds after the watch began. */
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
 * Records the tasks of the page's main thread, which responds to the user: during a task every response waits. It
 * measures processor time instead of clock time, so that other work on the computer does not count.
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
