import { useRef, useState } from 'react'
import { defaultSettings, type Settings } from '../../../shared/domain/app/settings.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall, useSetCached } from '../../client/useCall.ts'

/** Returns the settings of this installation. A change applies immediately and is saved in the background. */
export function useSettings() {
  const setCached = useSetCached()
  const { data: saved = defaultSettings, failure: unread } = useCall('settings.get', {})
  /** Changes not yet sent to the main process: arrow keys can change a choice faster than responses arrive. */
  const requested = useRef<Partial<Settings>>({})
  /** Changes not yet saved. */
  const [chosen, setChosen] = useState<Partial<Settings>>({})
  const settings = { ...saved, ...chosen }
  const { run, failure } = useAction(async () => {
    try {
      while (Object.keys(requested.current).length > 0) {
        const next = requested.current
        requested.current = {}
        setCached('settings.get', {}, await call('settings.set', next))
      }
    } finally {
      requested.current = {}
      setChosen({})
    }
  })
  const change = (changed: Partial<Settings>): void => {
    requested.current = { ...requested.current, ...changed }
    setChosen((before) => ({ ...before, ...changed }))
    void run()
  }
  const isChanged = (key: keyof Settings): boolean =>
    JSON.stringify(settings[key]) !== JSON.stringify(defaultSettings[key])
  return {
    settings,
    change,
    /** Returns a function that restores the default; null if the setting has its default. */
    resetOf: (key: keyof Settings) => (isChanged(key) ? () => change({ [key]: defaultSettings[key] }) : null),
    failure: failure ?? unread,
  }
}
