import { z } from 'zod'
import { updateChannelSchema } from './update.ts'

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

/** What a person set for this installation; every value has a default. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  language: z.enum(['system', 'en', 'zh-CN']).default('system'),
  /** Height of the rows of tables: 28 or 36 px. */
  density: z.enum(['compact', 'comfortable']).default('compact'),
  numberFormat: z.enum(numberFormats).default('language'),
  dateFormat: z.enum(dateFormats).default('language'),
  /** Colours of values that cross 0, low to high; all of them can be told apart by the colour-blind. */
  divergingPalette: z.enum(['RdBu', 'PuOr', 'BrBG']).default('RdBu'),
  /** Colours of values that do not. */
  sequentialPalette: z.enum(['viridis', 'cividis']).default('viridis'),
  /** While on, no request leaves, by any path. */
  offlineSwitch: z.boolean().default(false),
  proxy: proxySchema.default({ mode: 'system' }),
  /** Percent of a service's limit that this installation uses; the rest is left to others of the same account. */
  quotaShare: z.number().int().min(10).max(100).default(100),
  updateChannel: updateChannelSchema.default('latest'),
  /** Notices of the system when long work has ended and the window is not in front. */
  systemNotices: z.boolean().default(true),
  /** Files that were opened are listed in the menu. */
  keepRecent: z.boolean().default(true),
  /** Reports of crashes are kept on this computer; none is ever sent. */
  keepCrashReports: z.boolean().default(true),
  /** The tour was taken or declined. */
  tourSeen: z.boolean().default(false),
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = settingsSchema.parse({})

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
