import { isDeepStrictEqual } from 'node:util'
import type { Palettes } from '../../figures/style/palettes.ts'
import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure, rejected } from '../../shared/contract/failures.ts'
import {
  type Proxy,
  type ProxyProblem,
  parseProxyAddress,
  type Settings,
} from '../../shared/domain/app/settings.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import type { SharedJsonFile } from '../ports.ts'

type SettingsDeps = {
  file: SharedJsonFile<Settings>
  /** The offline switch is held on for this run, whatever is stored. */
  offline: boolean
  onChange: () => void
}

/** What a person set for this installation, in whichever process of it: the file is read each time it counts. */
export async function createSettings({ file, offline, onChange }: SettingsDeps) {
  let settings = redactProxy(await file.read())
  /** What was set here and is on its way into the file. */
  const pendingChanges: Partial<Settings>[] = []
  /** Both together; another object only where one of them has changed. */
  let merged = settings
  /** As the windows of this process were last notified. */
  let lastReported = merged
  const merge = (): Settings => {
    merged = Object.assign({}, settings, ...pendingChanges)
    return merged
  }
  const current = (): Settings => {
    const latest = file.latest()
    if (latest === null) return merged
    settings = redactProxy(latest)
    return merge()
  }
  const get: Handlers['settings.get'] = current
  const set: Handlers['settings.set'] = async (change) => {
    const proxy = change.proxy && toStoredProxy(change.proxy)
    const changes = definedOnly({ ...change, proxy })
    current()
    pendingChanges.push(changes)
    lastReported = merge()
    // What is set holds at once: the offline switch does not wait for the disk.
    onChange()
    const applyChanges = (stored: Settings): Settings => ({ ...stored, ...changes })
    try {
      // Only what was changed is written: another process may have set something else meanwhile.
      settings = await file.change((stored) => applyChanges(stored ? redactProxy(stored) : settings))
    } catch (error) {
      // It holds for this run.
      settings = applyChanges(settings)
      throw error
    } finally {
      pendingChanges.splice(pendingChanges.indexOf(changes), 1)
      merge()
    }
    return current()
  }
  return {
    get,
    /** Of whichever process wrote last. */
    current,
    set,
    offlineSwitch: () => offline || current().offlineSwitch,
    updateChannel: () => current().updateChannel,
    keepRecent: () => current().keepRecent,
    quotaShare: () => current().quotaShare,
    palettes: (): Palettes => {
      const { divergingPalette: diverging, sequentialPalette: sequential } = current()
      return { diverging, sequential }
    },
    /** Throws `offline` where the file names a proxy that is not to be used: nothing leaves, and work waits. */
    proxy: (): Proxy =>
      toStoredProxy(current().proxy, (message) => new Failure('offline', message, { reason: 'network' })),
    /** True once where another process has changed something since the last call. */
    changedElsewhere(): boolean {
      const before = lastReported
      lastReported = current()
      return before !== lastReported && !isDeepStrictEqual(before, lastReported)
    },
  }
}

/** As whoever asks may see them: an address that was written into the file by hand may hold a password at any place. */
function redactProxy(settings: Settings): Settings {
  if (settings.proxy.mode !== 'manual') return settings
  const parsed = parseProxyAddress(settings.proxy.address)
  if ('address' in parsed) return settings
  // It is refused for the same reason as what stood there.
  const address = parsed.problem === 'credentials' ? '***@***' : '***'
  return { ...settings, proxy: { mode: 'manual', address } }
}

const proxyMessages: Record<ProxyProblem, Message> = {
  credentials: message`Enter only host and port of the proxy. Pathclock does not store a proxy's user name or password, since others may read its settings file.`,
  address: message`This is not the address of a proxy. Write it as http://host:port.`,
}

function toStoredProxy(
  proxy: Proxy,
  createFailure = (message: Message): Failure => rejected(message, 'proxy'),
): Proxy {
  if (proxy.mode !== 'manual') return proxy
  const parsed = parseProxyAddress(proxy.address)
  if ('address' in parsed) return { mode: 'manual', address: parsed.address }
  throw createFailure(proxyMessages[parsed.problem])
}

const definedOnly = (change: { [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
