import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useEvent } from '../client/useEvent.ts'
import { CapsuleDialog } from '../features/capsule/CapsuleDialog.tsx'
import { WelcomeScreen } from '../features/welcome/WelcomeScreen.tsx'
import { forgetCohort } from '../state/cohort.ts'
import { withdrawOffers } from '../state/undo.tsx'
import { Frame } from './Frame.tsx'
import { Onboarding } from './Onboarding.tsx'
import { ShortcutSheet } from './ShortcutSheet.tsx'
import { useAppStatus } from './useAppStatus.ts'
import { useCommands } from './useCommands.ts'
import { useOpenRequests } from './useOpenRequests.ts'

/** The welcome until there is a profile; the frame with its sections from then on. */
export function Root() {
  const status = useAppStatus()
  useResetOnProfileChange(status?.profile?.id)
  const run = useCommands(status)
  useOpenRequests(Boolean(status?.profile), status?.profile?.signIn === 'capsule')
  if (!status) return null
  return (
    <>
      {status.profile === null ? <WelcomeScreen /> : <Frame status={status} run={run} />}
      <CapsuleDialog />
      <Onboarding status={status} />
      <ShortcutSheet host={status.host} />
    </>
  )
}

const profileIndependentMethods: readonly unknown[] = ['app.status', 'settings.get', 'jobs.list']

/** Answers about one profile's data, and offers to change them back, go before the screens of another are drawn. */
function useResetOnProfileChange(shownId: string | undefined): void {
  const queries = useQueryClient()
  const lastId = useRef(shownId)
  useEvent('status.changed', ({ profile }) => {
    const previousId = lastId.current ?? shownId
    lastId.current = profile?.id
    if (previousId === profile?.id) return
    withdrawOffers()
    forgetCohort()
    queries.removeQueries({
      predicate: ({ queryKey: [method] }) => !profileIndependentMethods.includes(method),
    })
  })
}
