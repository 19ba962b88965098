import type { Palettes } from '../figures/palettes.ts'
import type { Handlers } from '../shared/contract/contract.ts'
import { Failure } from '../shared/contract/failures.ts'
import { type ProxyProblem, readProxyAddress } from '../shared/domain/proxy.ts'
import type { Proxy, Settings } from '../shared/domain/settings.ts'
import type { SharedJsonFile } from './ports.ts'

type Parts = {
  file: SharedJsonFile<Settings>
  /** The offline switch is held on for this run, whatever is kept. */
  offline: boolean
  changed: () => void
}

/** What a person set for this installation, in whichever process of it: the file is asked each time it counts. */
export async function createSettings({ file, offline, changed }: Parts) {
  let settings = toReadable(await file.read())
  /** As the windows of this process were told. */
  let told = settings
  /** What was set here and is on its way into the file. */
  const onTheWay: Partial<Settings>[] = []
  const now = (): Settings => {
    const latest = file.latest()
    if (latest) settings = toReadable(latest)
    return Object.assign({}, settings, ...onTheWay)
  }
  const get: Handlers['settings.get'] = now
  const set: Handlers['settings.set'] = async (change) => {
    const proxy = change.proxy && toKept(change.proxy)
    const wanted = definedOnly({ ...change, proxy })
    onTheWay.push(wanted)
    told = now()
    // What is set holds at once: the offline switch does not wait for the disk.
    changed()
    const withWanted = (kept: Settings): Settings => ({ ...kept, ...wanted })
    try {
      // Only what was changed is written: another process may have set something else meanwhile.
      settings = await file.change((kept) => withWanted(kept ? toReadable(kept) : settings))
    } catch (error) {
      // It holds for this run.
      settings = withWanted(settings)
      throw error
    } finally {
      onTheWay.splice(onTheWay.indexOf(wanted), 1)
    }
    return now()
  }
  return {
    get,
    /** Of whichever process wrote last. */
    now,
    set,
    offlineSwitch: () => offline || now().offlineSwitch,
    updateChannel: () => now().updateChannel,
    keepRecent: () => now().keepRecent,
    quotaShare: () => now().quotaShare,
    palettes: (): Palettes => {
      const { divergingPalette: diverging, sequentialPalette: sequential } = now()
      return { diverging, sequential }
    },
    /** Throws `offline` where the file names a proxy that is not to be used: nothing leaves, and work waits. */
    proxy: (): Proxy =>
      toKept(now().proxy, (message) => new Failure('offline', message, { reason: 'network' })),
    /** True once where another process has changed something since this was asked last. */
    changedElsewhere(): boolean {
      const before = told
      told = now()
      return JSON.stringify(before) !== JSON.stringify(told)
    },
  }
}

/** As whoever asks may see them: an address that was written into the file by hand may hold a password at any place. */
function toReadable(settings: Settings): Settings {
  if (settings.proxy.mode !== 'manual') return settings
  const read = readProxyAddress(settings.proxy.address)
  if ('address' in read) return settings
  // It is refused for the same reason as what stood there.
  const address = read.problem === 'credentials' ? '***@***' : '***'
  return { ...settings, proxy: { mode: 'manual', address } }
}

const sentences: Record<ProxyProblem, string> = {
  credentials:
    'A proxy address with a name or a password is not used: it would lie in a file that others may read. Name host and port alone, and have the proxy know this computer.',
  address: 'This is not the address of a proxy. Write it as http://host:port.',
}

const refused = (message: string): Failure =>
  new Failure('rejected', message, { problems: [{ field: 'proxy', message }] })

function toKept(proxy: Proxy, toFailure: (message: string) => Failure = refused): Proxy {
  if (proxy.mode !== 'manual') return proxy
  const read = readProxyAddress(proxy.address)
  if ('address' in read) return { mode: 'manual', address: read.address }
  throw toFailure(sentences[read.problem])
}

const definedOnly = (change: { [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
