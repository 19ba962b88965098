/** The languages that the app speaks. */
export type Language = 'en' | 'zh-CN'

/** The language to show: the one chosen, or the first of the system's that we speak. */
export function toLanguage(chosen: Language | 'system', system: readonly string[]): Language {
  if (chosen !== 'system') return chosen
  const known = system.find((name) => /^(en|zh)\b/i.test(name))
  return known?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}
