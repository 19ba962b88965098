/** What Electron tells of a page whose process has ended. */
type Gone = { reason: string }
type Page = { isDestroyed(): boolean; reload(): void }

type Parts = {
  record(where: 'window', error: Error): void
  /** True for "reload". */
  ask(): Promise<boolean>
  quit(): void
}

/**
 * A page whose process is gone is an empty window that answers nothing: a report is kept on this computer, and the
 * person decides. The services run in another process, so nothing that was under way is lost.
 */
export function createCrashedPage({ record, ask, quit }: Parts) {
  const asking = new Set<Page>()
  return async (page: Page, { reason }: Gone): Promise<void> => {
    if (reason === 'clean-exit' || asking.has(page)) return
    record('window', new Error(reason))
    asking.add(page)
    const reload = await ask().finally(() => asking.delete(page))
    if (!reload) return quit()
    if (!page.isDestroyed()) page.reload()
  }
}
