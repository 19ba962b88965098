export type Language = 'en' | 'zh-CN'

/** Returns the language to show: the chosen one, or the first of the system's languages that the app supports. */
export function toLanguage(chosen: Language | 'system', system: readonly string[]): Language {
  if (chosen !== 'system') return chosen
  const known = system.find((name) => /^(en|zh)\b/i.test(name))
  return known?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}
