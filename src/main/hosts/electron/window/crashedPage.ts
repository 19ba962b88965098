/** What Electron tells of a page whose process has ended. */
type GoneDetails = { reason: string }
type Page = { isDestroyed(): boolean; reload(): void }

type CrashedPageDeps = {
  record(where: 'window', error: Error): void
  /** True for "reload". */
  confirmReload(): Promise<boolean>
  quit(): void
}

/**
 * A page whose process is gone is an empty window that answers nothing: a report is stored on this computer, and the
 * person decides. The services run in another process, so nothing that was under way is lost.
 */
export function createCrashedPageHandler({ record, confirmReload, quit }: CrashedPageDeps) {
  const prompting = new Set<Page>()
  return async (page: Page, { reason }: GoneDetails): Promise<void> => {
    if (reason === 'clean-exit' || prompting.has(page)) return
    record('window', new Error(reason))
    prompting.add(page)
    const reload = await confirmReload().finally(() => prompting.delete(page))
    if (!reload) return quit()
    if (!page.isDestroyed()) page.reload()
  }
}
