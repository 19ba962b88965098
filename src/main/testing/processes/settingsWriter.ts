import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings, settingsSchema } from '../../../shared/domain/app/settings.ts'
import { createSharedJsonFile } from '../../adapters/files/jsonFile.ts'
import { createLocks } from '../../adapters/sqlite/locks.ts'
import { systemClock } from '../../adapters/system.ts'
import { createSettings } from '../../app/settings.ts'

/** A process that sets the density again and again; it ends with how many of its changes another one has undone. */
const [folder = '', times = '0'] = process.argv.slice(2)
const path = join(folder, 'settings.json')
const settings = await createSettings({
  file: createSharedJsonFile(
    createLocks(join(folder, 'locks'), systemClock),
    path,
    settingsSchema,
    defaultSettings,
  ),
  offline: false,
  onChange: () => undefined,
})
let undoneCount = 0
let before: string | null = null
const set = async (density: 'compact' | 'comfortable'): Promise<void> => {
  if (before !== null && JSON.parse(readFileSync(path, 'utf8')).density !== before) undoneCount += 1
  await settings.set({ density })
  before = density
}
process.send?.('ready')
for (let time = 0; time < Number(times); time += 1) {
  await set('compact')
  await set('comfortable')
}
process.disconnect()
process.exitCode = Math.min(undoneCount, 99)
