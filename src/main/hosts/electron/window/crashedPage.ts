/** Electron's details about a page whose process has ended. */
type GoneDetails = { reason: string }
type Page = { isDestroyed(): boolean; reload(): void; forcefullyCrashRenderer(): void }

/** Generous: the system reports the end of a process immediately. */
const endOfHungPageMs = 2000

type CrashedPageDeps = {
  record(error: Error): void
  /** Returns true to reload, false to quit (`gone`) or to wait (`hung`). */
  confirmReload(what: 'gone' | 'hung'): Promise<boolean>
  quit(): void
}

/** Handles a page whose process has ended: stores a report here, and asks the user. Jobs run in another process. */
export function createCrashedPageHandler({ record, confirmReload, quit }: CrashedPageDeps) {
  const prompting = new Set<Page>()
  const promptOnce = async (page: Page, what: 'gone' | 'hung'): Promise<boolean> => {
    prompting.add(page)
    return confirmReload(what).finally(() => prompting.delete(page))
  }
  return {
    async onGone(page: Page, { reason }: GoneDetails): Promise<void> {
      if (reason === 'clean-exit' || prompting.has(page)) return
      record(new Error(reason))
      const reload = await promptOnce(page, 'gone')
      if (!reload) return quit()
      if (!page.isDestroyed()) page.reload()
    },
    /** Handles a page that has not responded for some time. It may be busy or stuck. */
    async onUnresponsive(page: Page): Promise<void> {
      if (prompting.has(page)) return
      const reload = await promptOnce(page, 'hung')
      if (!reload || page.isDestroyed()) return
      record(new Error('unresponsive'))
      // A plain reload would wait for the page that hangs. Ending its process does not count as another crash.
      prompting.add(page)
      page.forcefullyCrashRenderer()
      page.reload()
      setTimeout(() => prompting.delete(page), endOfHungPageMs)
    },
  }
}
