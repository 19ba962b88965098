import type { Proxy } from '../../shared/domain/settings.ts'
import type { Updater } from '../ports.ts'

type ProxiedUpdaterDeps = {
  /** The proxy that is set now; null before one was asked for. */
  currentProxy(): Proxy | null
  /** Sets the way of the updater's requests, which ends those that are under way. */
  applyProxy(proxy: Proxy): Promise<void>
}

/**
 * The updater on the way that a person chose. A change is taken up before its next request, never in the middle of a
 * download, which may take long and would be cut: that ends on the way it began.
 */
export function createProxiedUpdater(
  updater: Updater,
  { currentProxy, applyProxy }: ProxiedUpdaterDeps,
): Updater {
  let appliedKey = ''
  const prepare = async (): Promise<void> => {
    const proxy = currentProxy()
    const proxyKey = JSON.stringify(proxy)
    if (!proxy || proxyKey === appliedKey) return
    await applyProxy(proxy)
    appliedKey = proxyKey
  }
  return {
    ...updater,
    check: async (channel) => {
      await prepare()
      return updater.check(channel)
    },
    download: async (progress, signal) => {
      await prepare()
      return updater.download(progress, signal)
    },
  }
}
