import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ReadOptions } from '../../../shared/domain/samples/importing.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { usePageState } from '../../ui/pageState.ts'
import { createImport, isFresh, type Step } from './importState.ts'

/** The import at hand, which is the page's. */
export const useImport = () => usePageState().get(createImport)

/** How the work of the wizard gets on: each action asks main, stores the answer and goes to the next step. */
export function useWizard() {
  const importing = useImport()
  const work = useStore(importing.store)
  // Another window may change the form: it is asked for again at each step.
  const { data, refetch } = useCall('orderForm.get', {})
  useEffect(() => {
    if (data) importing.setForm(data.form)
  }, [importing, data])
  const read = useAction(importing.read)
  const inspect = useAction(importing.check)
  const send = useAction(importing.send)
  const { run: readRun } = read
  return {
    at: work.at,
    fresh: isFresh(work),
    read,
    inspect,
    send,
    setPlan: importing.setPlan,
    goTo: (step: Step) => {
      void refetch()
      importing.goTo(step)
    },
    /** Goes to the check, where it could be made. */
    goToChecked: () => {
      if (isFresh(importing.store.getState())) importing.goTo('check')
    },
    /** Reads the same file another way. */
    reread: (options: ReadOptions) => {
      const loaded = 'loaded' in work.at && work.at.loaded
      if (loaded) void readRun(loaded.fileId, options, loaded)
    },
  }
}

export type Wizard = ReturnType<typeof useWizard>
