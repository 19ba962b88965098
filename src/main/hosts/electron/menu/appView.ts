import { z } from 'zod'
import { stateOf } from '../../../../shared/contract/commands.ts'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import { type Language, toLanguage } from '../../../../shared/messages/language.ts'
import { createSerialQueue } from '../../../concurrency/serialQueue.ts'
import { type Dispatch } from '../../../ports.ts'
import type { MenuState } from './menuTemplate.ts'

/** What the window's frame, its menu and its notices go by. */
export type AppView = MenuState & { profileId: string | null; systemNotices: boolean }

type FollowedApp = { dispatch: Dispatch; listen(listener: (event: PushedEvent) => void): () => void }

const statusSchema = z.object({
  profile: z.object({ id: z.string(), capsule: z.unknown().optional() }).nullable(),
  profiles: z.array(z.object({ id: z.string(), name: z.string() })),
  offlineSwitch: z.boolean(),
})
const settingsSchema = z.object({
  language: z.enum(['system', 'en', 'zh-CN']),
  systemNotices: z.boolean(),
})
const recentSchema = z.array(z.object({ recentId: z.string(), name: z.string() }))

const refreshEvents: readonly string[] = ['status.changed', 'recent.changed']

/** The app as it is known before its services stand. */
export const initialView = (language: Language): AppView => ({
  language,
  profile: false,
  readOnly: false,
  offline: false,
  recent: [],
  profiles: [],
  profileId: null,
  systemNotices: true,
})

/** Reads the state of the services now and after each change, and gives it to `onChange`. */
export async function followApp(
  { dispatch, listen }: FollowedApp,
  systemLanguages: readonly string[],
  onChange: (view: AppView) => void,
): Promise<void> {
  const queue = createSerialQueue()
  const refresh = (): Promise<void> =>
    queue.runShared('refresh', async () => {
      const view = await readView(dispatch, systemLanguages)
      if (view) onChange(view)
    })
  listen(({ name }) => {
    if (refreshEvents.includes(name)) void refresh()
  })
  await refresh()
}

/** null where an answer is missing, as while the services end. */
async function readView(dispatch: Dispatch, systemLanguages: readonly string[]): Promise<AppView | null> {
  const request = async <T>(name: string, schema: z.ZodType<T>): Promise<T | null> => {
    const reply = await dispatch(name, {})
    return reply.ok ? (schema.safeParse(reply.value).data ?? null) : null
  }
  const status = await request('app.status', statusSchema)
  const settings = await request('settings.get', settingsSchema)
  const recent = await request('recent.list', recentSchema)
  if (!status || !settings || !recent) return null
  const profileId = status.profile?.id ?? null
  return {
    ...stateOf(status),
    language: toLanguage(settings.language, systemLanguages),
    systemNotices: settings.systemNotices,
    profileId,
    profiles: status.profiles.map(({ id, name }) => ({ id, name, open: id === profileId })),
    recent: recent.map(({ recentId, name }) => ({ recentId, name })),
  }
}
