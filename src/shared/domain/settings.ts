import { z } from 'zod'
import { updateChannelSchema } from './update.ts'

/** What a person set for this installation; every value has a default. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  language: z.enum(['system', 'en', 'zh-CN']).default('system'),
  /** While on, no request leaves, by any path. */
  offlineSwitch: z.boolean().default(false),
  updateChannel: updateChannelSchema.default('latest'),
})
export type Settings = z.infer<typeof settingsSchema>

export const defaultSettings: Settings = settingsSchema.parse({})

/** The settings to change; those left out stay as they are. */
export const settingsChangeSchema = z
  .object({
    theme: settingsSchema.shape.theme.unwrap(),
    language: settingsSchema.shape.language.unwrap(),
    offlineSwitch: z.boolean(),
    updateChannel: updateChannelSchema,
  })
  .partial()
  .strict()
