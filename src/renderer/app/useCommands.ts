import { useHotkeys } from '@mantine/hooks'
import { spotlight } from '@mantine/spotlight'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type AppCommand, appCommands } from '../../shared/contract/events.ts'
import { isCapsule } from '../client/files.ts'
import { useEvent } from '../client/useEvent.ts'
import { useDialogs } from '../state/dialogs.ts'
import { commandKeys, createCommands } from './commands.ts'

/** Runs a command, and listens for it: from the host's menu, by its shortcut, and as a file handed to the app. */
export function useCommands(): (command: AppCommand) => void {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const run = useMemo(
    () => createCommands((section) => void navigate({ to: `/${section}` }), queries),
    [navigate, queries],
  )
  useEvent('command.invoked', ({ command }) => run(command))
  useEvent('file.received', (file) => {
    if (isCapsule(file)) useDialogs.getState().openCapsule(file)
    else void navigate({ to: '/import', search: { file: file.fileId } as never })
  })
  const shortcuts = appCommands.map((command): [string, () => void] => [
    commandKeys[command],
    () => run(command),
  ])
  // No field is left out: none of these keys writes anything.
  useHotkeys([...shortcuts, ['mod+K', () => spotlight.toggle()]], [])
  return run
}
