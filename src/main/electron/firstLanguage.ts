import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Language, toLanguage } from '../../shared/words/language.ts'
import { readWindowState } from './windowState.ts'

const chosen = z.object({ language: z.enum(['system', 'en', 'zh-CN']) })

/**
 * The language of the menu and of what is told before the services stand, or where they never do: as it is set, else as
 * the window last had it, else the system's.
 */
export function firstLanguage(dataFolder: string, system: readonly string[]): Language {
  const shown = readWindowState(join(dataFolder, 'window.json')).language
  return toLanguage(readChosen(join(dataFolder, 'settings.json')) ?? shown ?? 'system', system)
}

/** null where nothing readable was set. */
function readChosen(file: string): Language | 'system' | null {
  try {
    return chosen.parse(JSON.parse(readFileSync(file, 'utf8'))).language
  } catch {
    return null
  }
}
