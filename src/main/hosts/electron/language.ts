import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import en from '../../../shared/words/en/host.json' with { type: 'json' }
import { type Language, toLanguage } from '../../../shared/words/language.ts'
import { type Message, toEnglish, translate } from '../../../shared/words/message.ts'
import zh from '../../../shared/words/zh-CN/host.json' with { type: 'json' }

/** The texts of the system dialogs. */
export const hostWords: Record<Language, typeof en> = { en, 'zh-CN': zh }

const languageSchema = z.object({ language: z.enum(['system', 'en', 'zh-CN']) })

/** Returns the language before the services start: the configured one, the window's last one, or the system's. */
export function initialLanguage(
  dataFolder: string,
  lastLanguage: Language | null,
  system: readonly string[],
): Language {
  return toLanguage(readSavedLanguage(join(dataFolder, 'settings.json')) ?? lastLanguage ?? 'system', system)
}

/** Returns null if no valid language was saved. */
function readSavedLanguage(file: string): Language | 'system' | null {
  try {
    return languageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).language
  } catch {
    return null
  }
}

/** Translates a message into the language of the window. The translations are loaded only when needed. */
export async function translateMessage(language: Language, message: Message): Promise<string> {
  if (language === 'en') return toEnglish(message)
  const { chinese } = await import('../../../shared/words/chinese.ts')
  return translate(message, chinese)
}
