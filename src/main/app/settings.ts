import { isDeepStrictEqual } from 'node:util'
import type { Palettes } from '../../figures/style/colours.ts'
import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure, rejected } from '../../shared/contract/failures.ts'
import {
  type Proxy,
  type ProxyProblem,
  parseProxyAddress,
  type Settings,
} from '../../shared/domain/app/settings.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { SharedJsonFile } from '../ports.ts'

type SettingsDeps = {
  file: SharedJsonFile<Settings>
  /** True: the offline switch is on for this run, whatever is stored. */
  offline: boolean
  onChange: () => void
}

/** Creates the settings of this installation. All its processes share the file, which is read again on each access. */
export async function createSettings({ file, offline, onChange }: SettingsDeps) {
  let settings = redactProxy(await file.read())
  /** Changes that are being written to the file. */
  const pendingChanges: Partial<Settings>[] = []
  /** The stored settings with the pending changes; a new object only if one of them changed. */
  let merged = settings
  /** The settings that the windows of this process were last notified of. */
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
    // Changes apply immediately: the offline switch does not wait for the disk.
    onChange()
    const applyChanges = (stored: Settings): Settings => ({ ...stored, ...changes })
    try {
      // Only the changes are written, since another process may have changed other settings meanwhile.
      settings = await file.change((stored) => applyChanges(stored ? redactProxy(stored) : settings))
    } catch (error) {
      // The changes apply for this run.
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
    /** Returns the latest settings of all processes. */
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
    /** Throws `offline` if the file contains a proxy that must not be used: nothing is sent, and work waits. */
    proxy: (): Proxy =>
      toStoredProxy(current().proxy, (message) => new Failure('offline', message, { reason: 'network' })),
    /** Returns true once after another process changed a setting. */
    changedElsewhere(): boolean {
      const before = lastReported
      lastReported = current()
      return before !== lastReported && !isDeepStrictEqual(before, lastReported)
    },
  }
}

/** Removes an invalid proxy address, which may contain a password if the file was edited by hand. */
function redactProxy(settings: Settings): Settings {
  if (settings.proxy.mode !== 'manual') return settings
  const parsed = parseProxyAddress(settings.proxy.address)
  if ('address' in parsed) return settings
  // The replacement is rejected for the same reason as the original.
  const address = parsed.problem === 'credentials' ? '***@***' : '***'
  return { ...settings, proxy: { mode: 'manual', address } }
}

const proxyMessages: Record<ProxyProblem, Message> = {
  credentials: message('app.enterHostPortProxy'),
  address: message('app.notAddressProxyWrite'),
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
