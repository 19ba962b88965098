import type { Handlers } from '../shared/contract/contract.ts'
import type { Settings } from '../shared/domain/settings.ts'
import type { SharedJsonFile } from './ports.ts'

type Parts = {
  file: SharedJsonFile<Settings>
  /** The offline switch is held on for this run, whatever is kept. */
  offline: boolean
  changed: () => void
}

/** What a person set for this installation, in whichever process of it: the file is asked each time it counts. */
export async function createSettings({ file, offline, changed }: Parts) {
  let settings = await file.read()
  const now = (): Settings => {
    settings = file.latest() ?? settings
    return settings
  }
  const get: Handlers['settings.get'] = now
  const set: Handlers['settings.set'] = async (change) => {
    settings = { ...now(), ...definedOnly(change) }
    const whole = settings
    // What is set holds at once: the offline switch does not wait for the disk.
    changed()
    await file.write(whole)
    return whole
  }
  return {
    get,
    set,
    offlineSwitch: () => offline || now().offlineSwitch,
    updateChannel: () => now().updateChannel,
  }
}

const definedOnly = (change: { [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
