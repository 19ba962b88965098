import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Language, toLanguage } from '../../shared/words/language.ts'
import { readWindowState } from './windowState.ts'

const languageSchema = z.object({ language: z.enum(['system', 'en', 'zh-CN']) })

/**
 * The language of the menu and of what is told before the services stand, or where they never do: as it is set, else as
 * the window last had it, else the system's.
 */
export function initialLanguage(dataFolder: string, system: readonly string[]): Language {
  const lastLanguage = readWindowState(join(dataFolder, 'window.json')).language
  return toLanguage(readSavedLanguage(join(dataFolder, 'settings.json')) ?? lastLanguage ?? 'system', system)
}

/** null where nothing readable was set. */
function readSavedLanguage(file: string): Language | 'system' | null {
  try {
    return languageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).language
  } catch {
    return null
  }
}
