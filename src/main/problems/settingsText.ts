import type { Settings } from '../../shared/domain/settings.ts'

/** How each setting is told; what could hold an address or words of a person is told by its kind. */
const formatters: { [K in keyof Settings]: (value: Settings[K]) => string } = {
  theme: String,
  language: String,
  density: String,
  numberFormat: String,
  dateFormat: String,
  divergingPalette: String,
  sequentialPalette: String,
  offlineSwitch: String,
  proxy: ({ mode }) => mode,
  quotaShare: String,
  updateChannel: String,
  systemNotices: String,
  keepRecent: String,
  keepCrashReports: String,
  tourSeen: String,
}

/** One setting a line. */
export const toSettingsText = (settings: Settings): string => {
  const formatLine = <K extends keyof Settings>(name: K): string =>
    `${name}: ${formatters[name](settings[name])}\n`
  return (Object.keys(formatters) as (keyof Settings)[]).map(formatLine).join('')
}
