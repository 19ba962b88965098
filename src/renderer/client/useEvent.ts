import { useEffect, useRef } from 'react'
import type { EventName, Events } from '../../shared/contract/events.ts'
import { transport } from './host.ts'

/** Calls `listener` with each push of this name for as long as the component stands; the newest listener counts. */
export function useEvent<N extends EventName>(name: N, listener: (payload: Events[N]) => void): void {
  const latestListener = useRef(listener)
  useEffect(() => {
    latestListener.current = listener
  })
  useEffect(() => transport.listen(name, (payload) => latestListener.current(payload)), [name])
}
