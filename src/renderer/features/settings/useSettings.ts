import { useRef, useState } from 'react'
import { defaultSettings, type Settings } from '../../../shared/domain/app/settings.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall, useSetCached } from '../../client/useCall.ts'

/** What a person set for this installation, and how it is changed: at once, and saved. */
export function useSettings() {
  const setCached = useSetCached()
  const { data: saved = defaultSettings, failure: unread } = useCall('settings.get', {})
  /** What was chosen and not sent to main yet: arrow keys go through choices faster than an answer comes. */
  const requested = useRef<Partial<Settings>>({})
  /** What was chosen and is not saved yet. */
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
    /** To the default; null where it is that already. */
    resetOf: (key: keyof Settings) => (isChanged(key) ? () => change({ [key]: defaultSettings[key] }) : null),
    failure: failure ?? unread,
  }
}
