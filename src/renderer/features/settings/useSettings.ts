import { defaultSettings, type Settings } from '../../../shared/domain/settings.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall, useKeep } from '../../client/useCall.ts'

/** What a person set for this installation, and how it is changed: at once, and kept. */
export function useSettings() {
  const keep = useKeep()
  const { data: settings = defaultSettings, failure: unread } = useCall('settings.get', {})
  const change = useAction(async (changed: Partial<Settings>) =>
    keep('settings.get', {}, await call('settings.set', changed)),
  )
  const isChanged = (key: keyof Settings): boolean =>
    JSON.stringify(settings[key]) !== JSON.stringify(defaultSettings[key])
  return {
    settings,
    change: (changed: Partial<Settings>) => void change.run(changed),
    /** To the default; null where it is that already. */
    resetOf: (key: keyof Settings) =>
      isChanged(key) ? () => void change.run({ [key]: defaultSettings[key] }) : null,
    failure: change.failure ?? unread,
  }
}
