import { stateOf } from '../../../../shared/contract/commands.ts'
import { type Language, toLanguage } from '../../../../shared/words/language.ts'
import { createSerialQueue } from '../../../concurrency/serialQueue.ts'
import type { HostedApp } from '../../../ports.ts'
import type { MenuState } from './menuTemplate.ts'

/** The state that the window's frame, menu and notifications depend on. */
export type AppView = MenuState & { profileId: string | null; systemNotices: boolean }

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
  { call, listen }: Pick<HostedApp, 'call' | 'listen'>,
  systemLanguages: readonly string[],
  onChange: (view: AppView) => void,
): Promise<void> {
  const queue = createSerialQueue()
  const refresh = (): Promise<void> =>
    queue.runShared('refresh', async () => {
      // A call fails for example while the services close.
      await readView(call, systemLanguages).then(onChange, () => undefined)
    })
  listen(({ name }) => {
    if (refreshEvents.includes(name)) void refresh()
  })
  await refresh()
}

async function readView(call: HostedApp['call'], systemLanguages: readonly string[]): Promise<AppView> {
  const status = await call('app.status', {})
  const { language, systemNotices } = await call('settings.get', {})
  const recent = await call('recent.list', {})
  const profileId = status.profile?.id ?? null
  return {
    ...stateOf(status),
    language: toLanguage(language, systemLanguages),
    systemNotices,
    profileId,
    profiles: status.profiles.map(({ id, name }) => ({ id, name, open: id === profileId })),
    recent: recent.map(({ recentId, name }) => ({ recentId, name })),
  }
}
