import { spotlight } from '@mantine/spotlight'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type AppCommand, commandOf, isUsable, stateOf } from '../../shared/contract/commands.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import type { Settings } from '../../shared/domain/settings.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { useEvent } from '../client/useEvent.ts'
import { useDialogs } from '../state/dialogs.ts'
import { isDialogOpen } from '../ui/openDialogs.ts'
import { commandOfKeys, createCommands, isBehindDialogs } from './commands.ts'
import { useFailureToast } from './useFailureToast.ts'

type Run = (command: AppCommand) => void

/**
 * Runs a command where it is usable, and listens for it: from the host's menu, and by its shortcut. While a dialog is
 * open those two leave the screen behind it as it is.
 */
export function useCommands(status: AppStatus | undefined): Run {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { run: change, failure } = useAction((settings: Partial<Settings>) => call('settings.set', settings))
  useFailureToast(failure)
  const actions = useMemo(
    () =>
      createCommands({
        go: (to) => void navigate({ to }),
        refresh: () => void queries.invalidateQueries(),
        dialogs: useDialogs.getState,
        togglePalette: spotlight.toggle,
        change: (settings) => void change(settings),
      }),
    [navigate, queries, change],
  )
  const state = useMemo(() => (status ? stateOf(status) : null), [status])
  const run = useMemo<Run>(
    () => (command) => {
      if (state && isUsable(commandOf(command), state)) actions[command]()
    },
    [actions, state],
  )
  const runUnlessBehindDialog = useMemo<Run>(
    () => (command) => {
      if (!isDialogOpen() || !isBehindDialogs(command)) run(command)
    },
    [run],
  )
  useEvent('command.invoked', ({ command }) => runUnlessBehindDialog(command))
  useShortcuts(runUnlessBehindDialog)
  return run
}

function useShortcuts(run: Run): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const command = commandOfKeys(event)
      if (!command) return
      // The browser would do its own with them, and the menu of the installed app the same once more.
      event.preventDefault()
      run(command.id)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [run])
}
