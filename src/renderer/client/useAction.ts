import { useCallback, useEffect, useRef, useState } from 'react'
import { Failure, isFailure } from '../../shared/contract/failures.ts'
import { message } from '../../shared/words/message.ts'

type State<R> = { pending: boolean; failure: Failure | null; value: R | null }

/**
 * Runs one action at a time: while it runs, further calls do nothing (double clicks). Its failure stays for display.
 * This is the only place on the page where an error becomes a displayed failure.
 */
export function useAction<A extends unknown[], R>(work: (...args: A) => Promise<R>) {
  const [state, setState] = useState<State<R>>({ pending: false, failure: null, value: null })
  const isRunning = useRef(false)
  const latestWork = useRef(work)
  useEffect(() => {
    latestWork.current = work
  })

  const run = useCallback(async (...args: A): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setState((before) => ({ ...before, pending: true, failure: null }))
    try {
      const value = await latestWork.current(...args)
      setState({ pending: false, failure: null, value })
    } catch (error) {
      setState((before) => ({ ...before, pending: false, failure: toActionFailure(error) }))
    } finally {
      isRunning.current = false
    }
  }, [])

  /** Clears the outcome of the last run. A running action continues and stays pending. */
  const reset = useCallback(() => setState(({ pending }) => ({ pending, failure: null, value: null })), [])
  return { ...state, run, reset }
}

/** Includes the text of the page's own errors, because it may help the user. */
const toActionFailure = (error: unknown): Failure =>
  isFailure(error)
    ? error
    : new Failure(
        'bug',
        message('shared.somethingWentWrongPage', {
          reason: error instanceof Error ? error.message : String(error),
        }),
        {
          reference: 'page',
        },
      )
