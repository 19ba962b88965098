import { z } from 'zod'
import type { Message } from '../../messages/message.ts'

/** Which releases are offered. `beta`: those of `latest` too. `off`: none is requested. */
const updateChannelSchema = z.enum(['off', 'latest', 'beta'])
export type UpdateChannel = z.infer<typeof updateChannelSchema>

/**
 * State of an update of the app.
 * - `none`: `held` is the reason why the release server is not asked: this build has none (`build`), an administrator has
 *   turned updates off (`policy`), the profile is the demo, the offline switch is on, or the user has turned updates off.
 *   `checkedAt` is ISO 8601, null before the first answer of this run.
 * - `ready`: installed at the next quit, or when the user installs it. `waiting`: the user chose to install it, and it waits
 *   for `jobs` running jobs.
 */
export type UpdateState =
  | { kind: 'none'; checkedAt: string | null; held: 'build' | 'policy' | 'demo' | 'offline' | 'off' | null }
  | { kind: 'available'; version: string }
  | { kind: 'downloading'; version: string; percent: number }
  | { kind: 'ready'; version: string }
  | { kind: 'waiting'; version: string; jobs: number }
  | { kind: 'failed'; message: Message }

/** How numbers are written on the screen: as the language has it, 1,234.5 · 1.234,5 · 1 234,5 · 1234.5. */
export const numberFormats = ['language', 'comma', 'point', 'space', 'plain'] as const
/** How days are written on the screen: as the language has it, 2026-11-22 · 22/11/2026 · 11/22/2026. */
export const dateFormats = ['language', 'iso', 'dayFirst', 'monthFirst'] as const

/** The way to the service. `system`: as the system or the environment says. */
export const proxySchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('system') }).strict(),
  z.object({ mode: z.literal('none') }).strict(),
  /** `address`: `http://host:port`, without a name or a password. */
  z.object({ mode: z.literal('manual'), address: z.string().trim().min(1).max(2000) }).strict(),
])
export type Proxy = z.infer<typeof proxySchema>

/** A constant, so that the first screen needs no schema. */
const defaults = {
  theme: 'system',
  language: 'system',
  density: 'compact',
  numberFormat: 'language',
  dateFormat: 'language',
  divergingPalette: 'RdBu',
  sequentialPalette: 'viridis',
  offlineSwitch: false,
  proxy: { mode: 'system' },
  quotaShare: 100,
  updateChannel: 'latest',
  systemNotices: true,
  keepRecent: true,
  keepCrashReports: true,
  tourSeen: false,
} as const

/** What a person set for this installation; every value has a default. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default(defaults.theme),
  language: z.enum(['system', 'en', 'zh-CN']).default(defaults.language),
  /** Height of the rows of tables: 28 or 36 px. */
  density: z.enum(['compact', 'comfortable']).default(defaults.density),
  numberFormat: z.enum(numberFormats).default(defaults.numberFormat),
  dateFormat: z.enum(dateFormats).default(defaults.dateFormat),
  /** Colors of values that cross 0, low to high; all of them can be distinguished by the colour-blind. */
  divergingPalette: z.enum(['RdBu', 'PuOr', 'BrBG']).default(defaults.divergingPalette),
  /** Colors of values that do not. */
  sequentialPalette: z.enum(['viridis', 'cividis']).default(defaults.sequentialPalette),
  /** While on, no request leaves, by any path. */
  offlineSwitch: z.boolean().default(defaults.offlineSwitch),
  proxy: proxySchema.default(defaults.proxy),
  /** Percent of a service's limit that this installation uses; the rest is left to others of the same account. */
  quotaShare: z.number().int().min(10).max(100).default(defaults.quotaShare),
  updateChannel: updateChannelSchema.default(defaults.updateChannel),
  /** Notices of the system when long work has ended and the window is not in front. */
  systemNotices: z.boolean().default(defaults.systemNotices),
  /** Files that were opened are listed in the menu. */
  keepRecent: z.boolean().default(defaults.keepRecent),
  /** Reports of crashes are stored on this computer; none is ever sent. */
  keepCrashReports: z.boolean().default(defaults.keepCrashReports),
  /** The tour was taken or declined. */
  tourSeen: z.boolean().default(defaults.tourSeen),
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = defaults

/** What can be read of settings that are not all of this form, as those of another release; the rest has its default. */
export function recoverSettings(json: unknown): Settings {
  const entries = z.record(z.string(), z.unknown()).safeParse(json).data ?? {}
  const readable = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const read = schema.safeParse(entries[name])
    return read.success ? [[name, read.data]] : []
  })
  return settingsSchema.parse(Object.fromEntries(readable))
}

/** The settings to change; those left out stay as they are. */
export const settingsChangeSchema = z
  .object({
    theme: settingsSchema.shape.theme.unwrap(),
    language: settingsSchema.shape.language.unwrap(),
    density: settingsSchema.shape.density.unwrap(),
    numberFormat: settingsSchema.shape.numberFormat.unwrap(),
    dateFormat: settingsSchema.shape.dateFormat.unwrap(),
    divergingPalette: settingsSchema.shape.divergingPalette.unwrap(),
    sequentialPalette: settingsSchema.shape.sequentialPalette.unwrap(),
    offlineSwitch: z.boolean(),
    proxy: proxySchema,
    quotaShare: settingsSchema.shape.quotaShare.unwrap(),
    updateChannel: updateChannelSchema,
    systemNotices: z.boolean(),
    keepRecent: z.boolean(),
    keepCrashReports: z.boolean(),
    tourSeen: z.boolean(),
  })
  .partial()
  .strict()

/** Why an address cannot be that of a proxy: it holds a name or a password, or it is no `http://host:port`. */
export type ProxyProblem = 'credentials' | 'address'

/** Other signs that an address may have, such as `=` and `;`, make rules of it for Chromium, which then asks nobody. */
const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i

/** The address of a proxy as it is stored: `http://host:port` or `https://host:port`; without a scheme it is `http`. */
export function parseProxyAddress(text: string): { address: string } | { problem: ProxyProblem } {
  const trimmed = text.trim()
  // The sign decides, not what stands before it: a password may not be in any place.
  if (trimmed.includes('@')) return { problem: 'credentials' }
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  if (!URL.canParse(url)) return { problem: 'address' }
  const { protocol, host, hostname, port, pathname, search, hash } = new URL(url)
  const isPlain = (pathname === '/' || pathname === '') && search === '' && hash === ''
  if (!/^https?:$/.test(protocol) || !isHost.test(hostname) || port === '0' || !isPlain)
    return { problem: 'address' }
  return { address: `${protocol}//${host}` }
}
