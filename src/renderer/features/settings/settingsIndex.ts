import type { AppStatus } from '../../../shared/contract/state.ts'
import { dialectSchema, signInSettingsSchema } from '../../../shared/domain/app/dialect.ts'
import type { UpdateState } from '../../../shared/domain/app/settings.ts'
import { isRecord } from '../../../shared/json.ts'
import connectionEn from '../../../shared/words/en/screens/settings/connection.json' with { type: 'json' }
import journalEn from '../../../shared/words/en/screens/settings/journal.json' with { type: 'json' }
import settingsEn from '../../../shared/words/en/screens/settings/settings.json' with { type: 'json' }
import connectionZh from '../../../shared/words/zh-CN/screens/settings/connection.json' with { type: 'json' }
import journalZh from '../../../shared/words/zh-CN/screens/settings/journal.json' with { type: 'json' }
import settingsZh from '../../../shared/words/zh-CN/screens/settings/settings.json' with { type: 'json' }
import { settingsTabs } from '../../state/searchSchemas.ts'
import { isUpdated, listsRecentFiles } from './offered.ts'

const words = {
  en: { ...settingsEn, connection: connectionEn, journal: journalEn },
  'zh-CN': { ...settingsZh, connection: connectionZh, journal: journalZh },
}

type Language = keyof typeof words

/** A setting in the search: its tab, its names, and the text that is searched. */
type Found = { setting: string; tab: Tab; names: Record<Language, string> }
type Entry = Found & { text: string }

/** Returns the text at a path of the words, such as `appearance.theme` or `journal.title`. */
function textAt(language: Language, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), words[language])
  if (typeof found !== 'string') throw new Error(`There is no text at ${path}.`)
  return found
}

/** Ignores case, width and accents. */
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const dialectSettings = ['base_path', 'idempotency', 'paging', 'activity_unit', 'aging_offset_unit'] as const

/** Settings that do not apply to a capsule: it has no service, and its journal is a copy of its contents. */
const notInCapsule: readonly string[] = [
  'profile',
  'user',
  'check',
  'journal',
  'backupSchedule',
  'restore',
  'dialect',
  ...dialectSettings,
]

/** The path of a setting's name, further words to find it by, and the paths of its descriptions. */
type Row = readonly [name: string, synonyms: string, ...hints: string[]]

const dialectRow = (name: string): [string, Row] => [
  name,
  [`connection.set.${name}.label`, `${name} convention unit 约定 单位`, `connection.set.${name}.hint`],
]
const dialectKeys = [...Object.keys(dialectSchema.shape), ...Object.keys(signInSettingsSchema.shape)]

const rows: Record<Tab, Record<string, Row>> = {
  account: {
    profile: ['account.profileTitle', 'sign out log off account 退出 登录 账号'],
    user: ['account.userTitle', 'name e-mail organization plan scopes 姓名 邮箱 机构'],
    profiles: [
      'profiles.title',
      'connect service requests a minute rate limit rename demo 每分钟请求 限额 切换',
      'profiles.text',
    ],
    secrets: ['secrets.title', 'api key token password keychain credential 密码 令牌 密钥'],
  },
  advanced: {
    check: ['connection.title', 'test diagnose conventions 测试 诊断 约定', 'connection.check'],
    ...Object.fromEntries(dialectSettings.map(dialectRow)),
    dialect: [
      'connection.set.file',
      `${dialectKeys.join(' ')} convention json oauth openid 约定 登录`,
      'connection.set.fileHint',
    ],
    updateChannel: [
      'updates.title',
      'version release beta preview upgrade channel 版本 升级 预览',
      'updates.channel',
      'updates.about',
    ],
    about: ['about.title', 'version 版本', 'about.version'],
  },
  data: {
    journal: ['journal.title', 'backup back up save 备份 保存', 'journal.about'],
    backupSchedule: [
      'journal.schedule.title',
      'automatic backup folder cron 自动 备份 文件夹',
      'journal.schedule.about',
    ],
    restore: ['journal.restoreTitle', 'backup recover 恢复 备份', 'journal.restoreAbout'],
    offlineSwitch: ['network.offline', 'offline switch disconnect airplane 断网 离线', 'network.offlineHint'],
    proxy: ['network.proxy', 'http https server firewall vpn 防火墙 服务器 代理', 'network.proxyHint'],
    quotaShare: [
      'network.share',
      'quota rate limit requests percent throttle 配额 速率 百分比',
      'network.shareHint',
    ],
    // Without the line on updates, which only some hosts show; the update channel has its own entry.
    telemetry: [
      'privacy.title',
      'telemetry tracking analytics data 跟踪 统计',
      ...['service', 'telemetry', 'demo'].map((line) => `privacy.statements.${line}`),
    ],
    keepRecent: ['privacy.recent', 'history opened 历史 打开', 'privacy.recentHint'],
    clearRecent: ['privacy.clear', 'delete forget history 删除 历史', 'privacy.clearAction'],
    keepCrashReports: ['privacy.crashes', 'crash error bug log 错误 日志', 'privacy.crashesHint'],
  },
  appearance: {
    theme: [
      'appearance.theme',
      'night mode black white colour scheme 夜间 黑暗 模式',
      'appearance.light',
      'appearance.dark',
    ],
    language: ['appearance.language', 'english chinese 中文 英文 简体 translation'],
    density: [
      'appearance.density',
      'density height spacing compact comfortable 密度 间距',
      'appearance.compact',
      'appearance.comfortable',
    ],
    numberFormat: [
      'formats.numbers',
      'decimal comma point separator thousands format 小数 千位 分隔符 格式',
      'formats.title',
    ],
    dateFormat: ['formats.days', 'date day month year iso format 年月日 格式', 'formats.title'],
    divergingPalette: [
      'colours.diverging',
      'palette color colour map heatmap RdBu PuOr BrBG red blue 配色 调色板 热图',
      'colours.title',
      'colours.divergingHint',
    ],
    sequentialPalette: [
      'colours.sequential',
      'palette color colour map heatmap viridis cividis 配色 调色板 热图 色盲',
      'colours.title',
      'colours.sequentialHint',
    ],
    systemNotices: ['notices.system', 'notification alert toast 提醒 消息', 'notices.hint'],
  },
}

const entries: readonly Entry[] = settingsTabs.flatMap((tab) =>
  Object.entries(rows[tab]).map(([setting, [name, synonyms, ...hints]]) => {
    const texts = [name, ...hints].flatMap((path) => [textAt('en', path), textAt('zh-CN', path)])
    const names = { en: textAt('en', name), 'zh-CN': textAt('zh-CN', name) }
    return { setting, tab, names, text: fold([...texts, synonyms].join(' ')) }
  }),
)

/** Returns the names of the settings that have no row, because they have no effect with this host or profile. */
export function toNotOffered(
  status: Pick<AppStatus, 'host' | 'profile'>,
  updates: UpdateState | undefined,
): ReadonlySet<string> {
  const { signIn } = status.profile ?? {}
  return new Set([
    ...(listsRecentFiles(status) ? [] : ['keepRecent', 'clearRecent']),
    ...(isUpdated(updates) ? [] : ['updateChannel']),
    ...(signIn === 'capsule' ? notInCapsule : []),
  ])
}

/** Returns the settings that contain every word of the query, in either language. Name matches come first. */
export function findSettings(query: string, hidden: ReadonlySet<string>, language: Language): Found[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = entries.filter(
    ({ setting, text }) => !hidden.has(setting) && words.every((word) => text.includes(word)),
  )
  const rank = ({ names }: Entry): number => {
    const [own, other] = [names[language], names[language === 'en' ? 'zh-CN' : 'en']].map(fold)
    const [first = ''] = words
    if (own?.startsWith(first)) return 0
    if (words.every((word) => own?.includes(word))) return 1
    return words.every((word) => other?.includes(word)) ? 2 : 3
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** The names of all settings with a row; for the test that none is missing. */
export const foundSettings: readonly string[] = entries.map(({ setting }) => setting)

export type Tab = (typeof settingsTabs)[number]
