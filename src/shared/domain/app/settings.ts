import { z } from 'zod'
import type { Message } from '../../words/message.ts'

/** The releases that are offered. `beta` includes those of `latest`. `off`: the release server is not contacted. */
const updateChannelSchema = z.enum(['off', 'latest', 'beta'])
export type UpdateChannel = z.infer<typeof updateChannelSchema>

/**
 * The state of an app update.
 * - `none`: `held` is the reason why the release server is not contacted: this build has none (`build`), an
 * administrator has turned updates off (`policy`), the profile is the demo, the offline switch is on, or the user has
 * turned updates off. `checkedAt` is ISO 8601, or null before the first response of this run.
 * - `ready`: installed at the next quit, or when the user installs it. `waiting`: the user chose to install it, and it
 * waits for `jobs` running jobs.
 */
export type UpdateState =
  | { kind: 'none'; checkedAt: string | null; held: 'build' | 'policy' | 'demo' | 'offline' | 'off' | null }
  | { kind: 'available'; version: string }
  | { kind: 'downloading'; version: string; percent: number }
  | { kind: 'ready'; version: string }
  | { kind: 'waiting'; version: string; jobs: number }
  | { kind: 'failed'; message: Message }

/** Number formats on the screen: that of the language, 1,234.5 · 1.234,5 · 1 234,5 · 1234.5. */
export const numberFormats = ['language', 'comma', 'point', 'space', 'plain'] as const
/** Date formats on the screen: that of the language, 2026-11-22 · 22/11/2026 · 11/22/2026. */
export const dateFormats = ['language', 'iso', 'dayFirst', 'monthFirst'] as const

/** The proxy for requests. `system`: from the system or the environment. */
export const proxySchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('none') }),
  /** `address`: `http://host:port`, without credentials. */
  z.strictObject({ mode: z.literal('manual'), address: z.string().trim().min(1).max(2000) }),
])
export type Proxy = z.infer<typeof proxySchema>

const allSettings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'zh-CN']),
  /** The height of table rows: 28 or 36 px. */
  density: z.enum(['compact', 'comfortable']),
  numberFormat: z.enum(numberFormats),
  dateFormat: z.enum(dateFormats),
  /** Colors for values on both sides of 0, from low to high. Colorblind users can distinguish all of them. */
  divergingPalette: z.enum(['RdBu', 'PuOr', 'BrBG']),
  /** Colors for values on one side of 0. */
  sequentialPalette: z.enum(['viridis', 'cividis']),
  /** While true, no request leaves by any path. */
  offlineSwitch: z.boolean(),
  proxy: proxySchema,
  /**
   * The percentage of a service's limit that this installation uses. The rest is left for other users of the account.
   */
  quotaShare: z.number().int().min(10).max(100),
  updateChannel: updateChannelSchema,
  /** Shows a system notification when a long job ends while the window is in the background. */
  systemNotices: z.boolean(),
  /** Lists opened files in the menu. */
  keepRecent: z.boolean(),
  /** Stores crash reports on this computer. None is ever sent. */
  keepCrashReports: z.boolean(),
  /** The tour was taken or declined. */
  tourSeen: z.boolean(),
})
export type Settings = z.infer<typeof allSettings>

export const defaultSettings: Settings = {
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
}

const entriesSchema = z.record(z.string(), z.unknown())

/** Parses stored settings. Missing ones get their defaults. */
export const settingsSchema = entriesSchema
  .transform((stored) => ({ ...defaultSettings, ...stored }))
  .pipe(allSettings)

/** Recovers the valid settings from JSON of another release. The rest get their defaults. */
export function recoverSettings(json: unknown): Settings {
  const entries = entriesSchema.safeParse(json).data ?? {}
  const readable = Object.entries(allSettings.shape).flatMap(([name, schema]) => {
    const read = schema.safeParse(entries[name])
    return read.success ? [[name, read.data]] : []
  })
  return settingsSchema.parse(Object.fromEntries(readable))
}

export const settingsChangeSchema = allSettings.partial().strict()

/** The reason why a text cannot be the address of a proxy: it contains credentials, or it is not `http://host:port`. */
export type ProxyProblem = 'credentials' | 'address'

/** Chromium would parse `=` or `;` in an address as proxy rules and bypass the proxy. */
const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i

/**
 * Parses the address of a proxy into the stored form, `http://host:port` or `https://host:port`. Without a scheme it is
 * `http`.
 */
export function parseProxyAddress(text: string): { address: string } | { problem: ProxyProblem } {
  const trimmed = text.trim()
  // Rejects any @ in the address, so that a password is never stored, wherever it is.
  if (trimmed.includes('@')) return { problem: 'credentials' }
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  if (!URL.canParse(url)) return { problem: 'address' }
  const { protocol, host, hostname, port, pathname, search, hash } = new URL(url)
  const isPlain = (pathname === '/' || pathname === '') && search === '' && hash === ''
  if (!/^https?:$/.test(protocol) || !isHost.test(hostname) || port === '0' || !isPlain)
    return { problem: 'address' }
  return { address: `${protocol}//${host}` }
}
