/** What Electron tells of a page whose process has ended. */
type GoneDetails = { reason: string }
type Page = { isDestroyed(): boolean; reload(): void; forcefullyCrashRenderer(): void }

/** Generous: the system reports the end of a process immediately. */
const endOfHungPageMs = 2000

type CrashedPageDeps = {
  record(where: 'window', error: Error): void
  /** True for "reload". */
  confirmReload(): Promise<boolean>
  /** True for "reload", false for "wait". */
  confirmReloadOfHung(): Promise<boolean>
  quit(): void
}

/**
 * A page whose process is gone is an empty window that answers nothing: a report is stored on this computer, and the
 * person decides. The services run in another process, so nothing that was under way is lost.
 */
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
    /** Of a page that has not answered for some time: it may be busy, or stuck for ever. */
    async onUnresponsive(page: Page): Promise<void> {
      if (prompting.has(page)) return
      const reload = await promptOnce(page, confirmReloadOfHung)
      if (!reload || page.isDestroyed()) return
      record('window', new Error('unresponsive'))
      // A reload alone would wait for the page that hangs. The end of its process is no crash of its own.
      prompting.add(page)
      page.forcefullyCrashRenderer()
      page.reload()
      setTimeout(() => prompting.delete(page), endOfHungPageMs)
    },
  }
}
