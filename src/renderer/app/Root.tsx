import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LinkTarget, parseLink } from '../../shared/contract/links.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import { call, useAction, useEvent } from '../client/call.ts'
import { useAppStatus } from '../state/appStatus.tsx'
import { createViews, noViews } from '../state/cohort/exploreViews.ts'
import { useDialogs } from '../state/dialogs.ts'
import { loadSearchSchemas } from '../state/searchParams.ts'
import { createUndoOffers } from '../state/undo.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { type PageState, usePageState } from '../ui/pageState.ts'
import { useCommands } from './commands/commands.ts'
import { ProblemDialog } from './FallbackScreens.tsx'
import { Frame } from './frame/Frame.tsx'
import { useOpenFile } from './useOpenFile.ts'

/** Shows the welcome screen until there is a profile, then the frame with its sections. */
export function Root() {
  const status = useAppStatus()
  useResetOnProfileChange(status?.profile?.id)
  const run = useCommands(status)
  useOpenRequests(Boolean(status?.profile))
  const isDrawn = useIsDrawn()
  useEffect(() => {
    // Errors are ignored, because the next navigation tries again.
    if (isDrawn) loadSearchSchemas().catch(() => undefined)
  }, [isDrawn])
  if (!status) return null
  return (
    <>
      {status.profile === null ? <WelcomeScreen /> : <Frame status={status} isDrawn={isDrawn} />}
      {isDrawn && <Overlays status={status} run={run} />}
      <Onboarding status={status} />
    </>
  )
}

const WelcomeScreen = lazyComponent('WelcomeScreen', () => import('../features/welcome/WelcomeScreen.tsx'))
const Overlays = lazyComponent('Overlays', () => import('./Overlays.tsx'))

/** True once the first screen has been painted, when work for hidden parts may start. */
function useIsDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(setIsDrawn, 0, true)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isDrawn
}

const profileIndependentMethods: readonly unknown[] = ['app.status', 'settings.get', 'jobs.list']

/** Drops cached responses and undo offers of one profile before the screens of another one render. */
function useResetOnProfileChange(shownId: string | undefined): void {
  const queries = useQueryClient()
  const page = usePageState()
  const lastId = useRef(shownId)
  useEvent('status.changed', ({ profile }) => {
    const previousId = lastId.current ?? shownId
    lastId.current = profile?.id
    if (previousId === profile?.id) return
    page.get(createUndoOffers).withdraw()
    page.get(createViews).setState(noViews, true)
    void forgetSelections(page)
    queries.removeQueries({
      predicate: ({ queryKey: [method] }) => !profileIndependentMethods.includes(method),
    })
  })
}

/** Imported lazily. A screen with selections needs the same module, so it renders after they are cleared. */
async function forgetSelections(page: PageState): Promise<void> {
  const { createCohort } = await import('../state/cohort/cohort.ts')
  page.get(createCohort).forget()
}

const HelpDialog = lazyComponent('HelpDialog', () => import('../features/help/HelpDialog.tsx'))
const Tour = lazyComponent('Tour', () => import('../features/onboarding/Tour.tsx'))

/** Help, the tour and the problem report, loaded on demand. */
function Onboarding({ status }: { status: AppStatus }) {
  const { help, touring, reportingProblem, close } = useDialogs()
  const { run: markTourSeen } = useAction(() => call('settings.set', { tourSeen: true }))
  const end = () => {
    close('touring')
    // Finished or skipped, the tour is not offered again.
    void markTourSeen()
  }
  return (
    <>
      {help !== null && <HelpDialog topic={help} />}
      {reportingProblem && <ProblemDialog close={() => close('reportingProblem')} />}
      {touring && status.profile && <Tour end={end} />}
    </>
  )
}

/** Handles requests from outside the app: a capsule opens immediately, a table or a link once there is a profile. */
function useOpenRequests(hasProfile: boolean): void {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const openFile = useOpenFile()
  const pending = useRef<LinkTarget | null>(null)
  const openPending = useCallback((): void => {
    const target = pending.current
    if (!target || !hasProfile) return
    pending.current = null
    void navigate({ to: target.path, search: target.search })
  }, [hasProfile, navigate])
  useEffect(openPending, [openPending])
  const openTarget = (target: LinkTarget): void => {
    pending.current = target
    openPending()
  }
  useEvent('file.received', (file) =>
    openFile(file, ({ fileId }) => openTarget({ path: '/import', search: { file: fileId } })),
  )
  useEvent('link.received', ({ link }) => {
    const target = link === null ? null : parseLink(link)
    if (target) openTarget(target)
    else notifications.show({ color: 'yellow', title: t('link.unknown'), message: t('link.unknownText') })
  })
}
