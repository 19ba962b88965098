/** Electron's details about a page whose process has ended. */
type GoneDetails = { reason: string }
type Page = { isDestroyed(): boolean; reload(): void; forcefullyCrashRenderer(): void }

/** Generous: the system reports the end of a process immediately. */
const endOfHungPageMs = 2000

type CrashedPageDeps = {
  record(where: 'window', error: Error): void
  /** Returns true to reload, false to quit. */
  confirmReload(): Promise<boolean>
  /** Returns true to reload, false to wait. */
  confirmReloadOfHung(): Promise<boolean>
  quit(): void
}

/** Handles a page whose process has ended: stores a report here, and asks the user. Jobs run in another process. */
export function createCrashedPageHandler({
  record,
  confirmReload,
  confirmReloadOfHung,
  quit,
}: CrashedPageDeps) {
  const prompting = new Set<Page>()
  const promptOnce = async (page: Page, prompt: () => Promise<boolean>): Promise<boolean> => {
    prompting.add(page)
    return prompt().finally(() => prompting.delete(page))
  }
  return {
    async onGone(page: Page, { reason }: GoneDetails): Promise<void> {
      if (reason === 'clean-exit' || prompting.has(page)) return
      record('window', new Error(reason))
      const reload = await promptOnce(page, confirmReload)
      if (!reload) return quit()
      if (!page.isDestroyed()) page.reload()
    },
    /** Handles a page that has not responded for some time. It may be busy or stuck. */
    async onUnresponsive(page: Page): Promise<void> {
      if (prompting.has(page)) return
      const reload = await promptOnce(page, confirmReloadOfHung)
      if (!reload || page.isDestroyed()) return
      record('window', new Error('unresponsive'))
      // A plain reload would wait for the page that hangs. Ending its process does not count as another crash.
      prompting.add(page)
      page.forcefullyCrashRenderer()
      page.reload()
      setTimeout(() => prompting.delete(page), endOfHungPageMs)
    },
  }
}
