import { lazy, Suspense } from 'react'
import type { AppStatus } from '../../shared/contract/state.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { useDialogs } from '../state/dialogs.ts'
import { ProblemDialog } from './problemDialog.ts'

const HelpDialog = lazy(async () => ({
  default: (await import('../features/help/HelpDialog.tsx')).HelpDialog,
}))
const Tour = lazy(async () => ({ default: (await import('../features/onboarding/Tour.tsx')).Tour }))

/** What helps a person along, wherever they are; loaded when it is asked for. */
export function Onboarding({ status }: { status: AppStatus }) {
  const { help, touring, endTour, reportingProblem, closeProblem } = useDialogs()
  const { run: markTourSeen } = useAction(() => call('settings.set', { tourSeen: true }))
  const end = () => {
    endTour()
    // Taken to its end or left: it is offered by itself once.
    void markTourSeen()
  }
  return (
    <Suspense fallback={null}>
      {help !== null && <HelpDialog topic={help} />}
      {reportingProblem && <ProblemDialog close={closeProblem} />}
      {touring && status.profile && <Tour end={end} />}
    </Suspense>
  )
}
