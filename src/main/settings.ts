import type { Handlers } from '../shared/contract/contract.ts'
import type { Settings } from '../shared/domain/settings.ts'
import type { JsonFile } from './ports.ts'

type Parts = {
  file: JsonFile<Settings>
  /** The offline switch is held on for this run, whatever is kept. */
  offline: boolean
  changed: () => void
}

/** What a person set for this installation: read once, written whole at every change. */
export async function createSettings({ file, offline, changed }: Parts) {
  let settings = await file.read()
  const get: Handlers['settings.get'] = () => settings
  const set: Handlers['settings.set'] = async (change) => {
    settings = { ...settings, ...definedOnly(change) }
    // What is set holds at once: the offline switch does not wait for the disk.
    changed()
    await file.write(settings)
    return settings
  }
  return { get, set, offlineSwitch: () => offline || settings.offlineSwitch }
}

const definedOnly = (change: { [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
