import type { Proxy } from '../../shared/domain/settings.ts'
import type { Updater } from '../ports.ts'

type Parts = {
  /** The proxy that is set now; null before one was asked for. */
  wanted(): Proxy | null
  /** Sets the way of the updater's requests, which ends those that are under way. */
  lead(proxy: Proxy): Promise<void>
}

/**
 * The updater on the way that a person chose. A change is taken up before its next request, never in the middle of a
 * download, which may take long and would be cut: that ends on the way it began.
 */
export function createLedUpdater(updater: Updater, { wanted, lead }: Parts): Updater {
  let led = ''
  const ready = async (): Promise<void> => {
    const proxy = wanted()
    const way = JSON.stringify(proxy)
    if (!proxy || way === led) return
    await lead(proxy)
    led = way
  }
  return {
    ...updater,
    check: async (channel) => {
      await ready()
      return updater.check(channel)
    },
    download: async (progress, signal) => {
      await ready()
      return updater.download(progress, signal)
    },
  }
}
