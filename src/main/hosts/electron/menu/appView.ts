import { z } from 'zod'
import { stateOf } from '../../../../shared/contract/commands.ts'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import { type Language, toLanguage } from '../../../../shared/words/language.ts'
import { createSerialQueue } from '../../../concurrency/serialQueue.ts'
import { type Dispatch } from '../../../ports.ts'
import type { MenuState } from './menuTemplate.ts'

/** The state that the window's frame, menu and notifications depend on. */
export type AppView = MenuState & { profileId: string | null; systemNotices: boolean }

type FollowedApp = { dispatch: Dispatch; listen(listener: (event: PushedEvent) => void): () => void }

const statusSchema = z.object({
  profile: z.object({ id: z.string(), capsule: z.unknown().optional() }).nullable(),
  profiles: z.array(z.object({ id: z.string(), name: z.string() })),
  offlineSwitch: z.boolean(),
})
const settingsSchema = z.object({ language: z.enum(['system', 'en', 'zh-CN']), systemNotices: z.boolean() })
const recentSchema = z.array(z.object({ recentId: z.string(), name: z.string() }))

const refreshEvents: readonly string[] = ['status.changed', 'recent.changed']

/** Returns the state before the services are ready. */
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

/** Reads the state of the services now and after each change, and passes it to `onChange`. */
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

/** Reads the state. Returns null if a response is missing, for example while the services close. */
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
