import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { Updater } from '../ports.ts'
import { createUpdateClient } from './updateClient.ts'

/** The updater of an installed app that was packed with a release server; null for every other. */
export function createElectronUpdater(): Updater | null {
  // Outside of Electron there is no such folder.
  const folder: string | undefined = process.resourcesPath
  if (!app.isPackaged || folder === undefined || !existsSync(join(folder, 'app-update.yml'))) return null
  const load = async () => (await import('electron-updater')).default
  return createUpdateClient(load, process.platform === 'darwin')
}
