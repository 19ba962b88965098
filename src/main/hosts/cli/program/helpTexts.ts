import english from '../../../../shared/words/en/commandLine.json' with { type: 'json' }
import { toLanguage } from '../../../../shared/words/language.ts'

/** The texts of the help. `options` has each option under its name, or under its command and name if they differ. */
export type HelpTexts = typeof english

export const englishHelp: HelpTexts = english

/** Returns the help in the language of the system. All other output is English, which scripts can rely on. */
export async function readHelpTexts(env: Readonly<Record<string, string | undefined>>): Promise<HelpTexts> {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  if (toLanguage('system', [locale.replace('_', '-')]) === 'en') return englishHelp
  const chinese = await import('../../../../shared/words/zh-CN/commandLine.json', { with: { type: 'json' } })
  return chinese.default
}
