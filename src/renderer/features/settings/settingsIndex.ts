import type { AppStatus } from '../../../shared/contract/state.ts'
import { dialectSchema, signInSettingsSchema } from '../../../shared/domain/app/dialect.ts'
import type { UpdateState } from '../../../shared/domain/app/settings.ts'
import connectionEn from '../../../shared/words/en/screens/connection.json' with { type: 'json' }
import journalEn from '../../../shared/words/en/screens/journal.json' with { type: 'json' }
import settingsEn from '../../../shared/words/en/screens/settings.json' with { type: 'json' }
import connectionZh from '../../../shared/words/zh-CN/screens/connection.json' with { type: 'json' }
import journalZh from '../../../shared/words/zh-CN/screens/journal.json' with { type: 'json' }
import settingsZh from '../../../shared/words/zh-CN/screens/settings.json' with { type: 'json' }
import { settingsTabs } from '../../state/searchSchemas.ts'
import { isUpdated, listsRecentFiles } from './offered.ts'

const connection = { en: connectionEn, 'zh-CN': connectionZh }
const journal = { en: journalEn, 'zh-CN': journalZh }
const settings = { en: settingsEn, 'zh-CN': settingsZh }

type Language = 'en' | 'zh-CN'
const languages = ['en', 'zh-CN'] as const

/** A setting in the search: its tab, its names, and the text that is searched. */
type Found = { setting: string; tab: Tab; names: Record<Language, string> }
type Entry = Found & { text: string }

type Words = (language: Language) => { name: string; hint?: string }

const entry = (tab: Tab, setting: string, words: Words, synonyms: string): Entry => {
  const allWords = languages.map(words)
  const [en, zh] = allWords
  return {
    setting,
    tab,
    names: { en: en?.name ?? '', 'zh-CN': zh?.name ?? '' },
    text: fold([...allWords.flatMap(({ name, hint = '' }) => [name, hint]), synonyms].join(' ')),
  }
}

/** Ignores case, width and accents. */
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const of = (read: (words: (typeof settings)['en']) => { name: string; hint?: string }): Words => {
  return (language) => read(settings[language] as (typeof settings)['en'])
}
const dialect =
  (name: Exclude<(typeof dialectSettings)[number], 'dialect'>): Words =>
  (language) => {
    const { label, hint } = connection[language].set[name]
    return { name: label, hint }
  }

const dialectSettings = [
  'base_path',
  'idempotency',
  'paging',
  'activity_unit',
  'aging_offset_unit',
  'dialect',
] as const

/** Settings that do not apply to a capsule: it has no service, and its journal is a copy of its contents. */
const notInCapsule: readonly string[] = [
  'profile',
  'user',
  'check',
  'journal',
  'backupSchedule',
  'restore',
  ...dialectSettings,
]

const entries: readonly Entry[] = [
  entry(
    'account',
    'profile',
    of(({ account }) => ({ name: account.profileTitle })),
    'sign out log off account 退出 登录 账号',
  ),
  entry(
    'account',
    'user',
    of(({ account }) => ({ name: account.userTitle })),
    'name e-mail organization plan scopes 姓名 邮箱 机构',
  ),
  entry(
    'account',
    'profiles',
    of(({ profiles }) => ({ name: profiles.title, hint: profiles.text })),
    'connect service requests a minute rate limit rename demo 每分钟请求 限额 切换',
  ),
  entry(
    'advanced',
    'check',
    (language) => ({ name: connection[language].title, hint: connection[language].check }),
    'test diagnose conventions 测试 诊断 约定',
  ),
  ...(['base_path', 'idempotency', 'paging', 'activity_unit', 'aging_offset_unit'] as const).map((name) =>
    entry('advanced', name, dialect(name), `${name} convention unit 约定 单位`),
  ),
  entry(
    'advanced',
    'dialect',
    (language) => ({ name: connection[language].set.file, hint: connection[language].set.fileHint }),
    `${Object.keys(dialectSchema.shape).join(' ')} ${Object.keys(signInSettingsSchema.shape).join(' ')} convention json oauth openid 约定 登录`,
  ),
  entry(
    'account',
    'secrets',
    of(({ secrets }) => ({ name: secrets.title })),
    'api key token password keychain credential 密码 令牌 密钥',
  ),
  entry(
    'data',
    'journal',
    (language) => ({ name: journal[language].title, hint: journal[language].about }),
    'backup back up save 备份 保存',
  ),
  entry(
    'data',
    'backupSchedule',
    (language) => ({ name: journal[language].schedule.title, hint: journal[language].schedule.about }),
    'automatic backup folder cron 自动 备份 文件夹',
  ),
  entry(
    'data',
    'restore',
    (language) => ({ name: journal[language].restoreTitle, hint: journal[language].restoreAbout }),
    'backup recover 恢复 备份',
  ),
  entry(
    'appearance',
    'theme',
    of(({ appearance }) => ({ name: appearance.theme, hint: `${appearance.light} ${appearance.dark}` })),
    'night mode black white colour scheme 夜间 黑暗 模式',
  ),
  entry(
    'appearance',
    'language',
    of(({ appearance }) => ({ name: appearance.language })),
    'english chinese 中文 英文 简体 translation',
  ),
  entry(
    'appearance',
    'density',
    of(({ appearance }) => ({
      name: appearance.density,
      hint: `${appearance.compact} ${appearance.comfortable}`,
    })),
    'density height spacing compact comfortable 密度 间距',
  ),
  entry(
    'appearance',
    'numberFormat',
    of(({ formats }) => ({ name: formats.numbers, hint: formats.title })),
    'decimal comma point separator thousands format 小数 千位 分隔符 格式',
  ),
  entry(
    'appearance',
    'dateFormat',
    of(({ formats }) => ({ name: formats.days, hint: formats.title })),
    'date day month year iso format 年月日 格式',
  ),
  entry(
    'appearance',
    'divergingPalette',
    of(({ colours }) => ({ name: colours.diverging, hint: `${colours.title} ${colours.divergingHint}` })),
    'palette color colour map heatmap RdBu PuOr BrBG red blue 配色 调色板 热图',
  ),
  entry(
    'appearance',
    'sequentialPalette',
    of(({ colours }) => ({ name: colours.sequential, hint: `${colours.title} ${colours.sequentialHint}` })),
    'palette color colour map heatmap viridis cividis 配色 调色板 热图 色盲',
  ),
  entry(
    'data',
    'offlineSwitch',
    of(({ network }) => ({ name: network.offline, hint: network.offlineHint })),
    'offline switch disconnect airplane 断网 离线',
  ),
  entry(
    'data',
    'proxy',
    of(({ network }) => ({ name: network.proxy, hint: network.proxyHint })),
    'http https server firewall vpn 防火墙 服务器 代理',
  ),
  entry(
    'data',
    'quotaShare',
    of(({ network }) => ({ name: network.share, hint: network.shareHint })),
    'quota rate limit requests percent throttle 配额 速率 百分比',
  ),
  entry(
    'data',
    'telemetry',
    // Without the line on updates, which only some hosts show; the update channel has its own entry.
    of(({ privacy: { title, statements } }) => ({
      name: title,
      hint: [statements.service, statements.telemetry, statements.demo].join(' '),
    })),
    'telemetry tracking analytics data 跟踪 统计',
  ),
  entry(
    'data',
    'keepRecent',
    of(({ privacy }) => ({ name: privacy.recent, hint: privacy.recentHint })),
    'history opened 历史 打开',
  ),
  entry(
    'data',
    'clearRecent',
    of(({ privacy }) => ({ name: privacy.clear, hint: privacy.clearAction })),
    'delete forget history 删除 历史',
  ),
  entry(
    'data',
    'keepCrashReports',
    of(({ privacy }) => ({ name: privacy.crashes, hint: privacy.crashesHint })),
    'crash error bug log 错误 日志',
  ),
  entry(
    'appearance',
    'systemNotices',
    of(({ notices }) => ({ name: notices.system, hint: notices.hint })),
    'notification alert toast 提醒 消息',
  ),
  entry(
    'advanced',
    'updateChannel',
    of(({ updates }) => ({ name: `${updates.title}: ${updates.channel}`, hint: updates.about })),
    'version release beta preview upgrade channel 版本 升级 预览',
  ),
  entry(
    'advanced',
    'about',
    of(({ about }) => ({ name: about.title, hint: about.version })),
    'version 版本',
  ),
]

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

/**
 * Returns the settings that have a row and contain every word of the query, in either language. Name matches come
 * first.
 */
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
    return words.every((word) => own?.includes(word))
      ? 1
      : words.every((word) => other?.includes(word))
        ? 2
        : 3
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** The names of all settings with a row; for the test that none is missing. */
export const foundSettings: readonly string[] = entries.map(({ setting }) => setting)

export type Tab = (typeof settingsTabs)[number]
