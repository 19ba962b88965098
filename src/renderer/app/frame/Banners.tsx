import { Button, CloseButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconInfoCircle,
  IconKey,
  IconPackage,
  IconPlayerPause,
  IconRoute,
  type TablerIcon,
} from '@tabler/icons-react'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import type { Batch } from '../../../shared/domain/samples/importing.ts'
import { joinMessages, type Message, toEnglish } from '../../../shared/words/message.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { ReviewOrders } from '../../shared/ReviewOrders.tsx'
import { useDialogs } from '../../state/dialogs.ts'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Timestamp, useTranslator } from '../../ui/text/formats.tsx'
import classes from '../frame.module.css'

/** Notices that the user should see before working on, each with an action. */
export function Banners({ status }: { status: AppStatus }) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  // A banner does not link to the current page.
  const currentPath = useLocation({
    select: ({ pathname, search }) => `${pathname} ${(search as { tab?: string }).tab ?? ''}`,
  })
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const { secrets, profile } = status
  // The sign-in banner comes first: banners about orders and credentials appear after it.
  const isSignedOut = profile !== null && !profile.capsule && !status.signedIn
  const dismiss = (text: string) => setDismissed((before) => [...before, text])
  const demo = useAction(() => call('session.startDemo', {}))
  const signIn = () => void (profile?.signIn === 'demo' ? demo.run() : navigate({ to: '/connect' }))
  const translate = useTranslator()
  const open = (message: Message) => !dismissed.includes(toEnglish(message))
  // A notice that comes again is shown once, and again if its first occurrence was dismissed.
  const newestNotices = new Map(
    status.notices.map((notice, at) => [toEnglish(notice), { notice, id: `notice ${at}` }]),
  )
  return (
    <>
      <CrashNotice />
      {profile && !profile.capsule && currentPath === '/ ' && <TourOffer />}
      {profile?.capsule && <CapsuleBanner capsule={profile.capsule} />}
      {status.uncertain && (
        <Banner icon={IconAlertTriangle} action={<ReviewOrders />}>
          <Trans t={t} i18nKey="banner.uncertain" components={{ b: <b /> }} />
        </Banner>
      )}
      {isSignedOut && (
        <Banner
          icon={IconAlertTriangle}
          action={
            !currentPath.startsWith('/connect') && (
              <Button size="compact-xs" loading={demo.pending} onClick={signIn}>
                {t('action.signInAgain')}
              </Button>
            )
          }
        >
          {t('banner.signedOut', { name: profile.name })}
        </Banner>
      )}
      {demo.failure && <FailureNotice failure={demo.failure} />}
      {/* The demo and capsules store no credential, so nothing can be lost. */}
      {secrets.kind === 'session' &&
        !isSignedOut &&
        !status.demo &&
        !profile?.capsule &&
        open(secrets.cause) && (
          <Banner
            icon={IconKey}
            dismiss={() => dismiss(toEnglish(secrets.cause))}
            action={
              !/^\/settings (account)?$/.test(currentPath) && (
                <Button
                  size="compact-xs"
                  onClick={() => void navigate({ to: '/settings', search: { tab: 'account' } })}
                >
                  {t('banner.security')}
                </Button>
              )
            }
          >
            <Trans
              t={t}
              i18nKey="banner.session"
              values={{ why: translate(joinMessages([secrets.cause, secrets.fix])) }}
              components={{ b: <b /> }}
            />
          </Banner>
        )}
      {profile && !profile.capsule && !isSignedOut && <InterruptedBatches />}
      {[...newestNotices.values()]
        .filter(({ id }) => !dismissed.includes(id))
        .map(({ notice, id }) => (
          <Banner key={id} icon={IconInfoCircle} dismiss={() => dismiss(id)}>
            {translate(notice)}
          </Banner>
        ))}
    </>
  )
}

type Props = {
  /** Informs the user without requiring an action. */
  quiet?: boolean
  icon: TablerIcon
  action?: ReactNode
  /** If left out, the banner stays. */
  dismiss?(): void
  dismissLabel?: string
  children: ReactNode
}

function Banner({ quiet = false, icon: Icon, action, dismiss, dismissLabel, children }: Props) {
  const { t } = useTranslation('app')
  return (
    <div className={classes.banner} role="status" data-quiet={quiet || undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <p>{children}</p>
      {action}
      {dismiss && (
        <CloseButton size="xs" aria-label={dismissLabel ?? t('banner.dismiss')} onClick={dismiss} />
      )}
    </div>
  )
}

/** Names the open capsule, which is read-only. Closing it returns to the user's own data. */
function CapsuleBanner({ capsule }: { capsule: NonNullable<Profile['capsule']> }) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const { history } = useRouter()
  const close = useAction(async () => {
    const { href } = history.location
    await call('session.signOut', { clearCache: false })
    // The user may have navigated elsewhere in the meantime.
    if (history.location.href === href) await navigate({ to: '/' })
  })
  return (
    <>
      <Banner
        quiet
        icon={IconPackage}
        action={
          <Button size="compact-xs" {...close.buttonProps()}>
            {t('capsule.close')}
          </Button>
        }
      >
        <Trans
          t={t}
          i18nKey="capsule.open"
          values={{ file: capsule.fileName, application: capsule.application }}
          components={{ b: <b />, bdi: <bdi />, time: <Timestamp at={capsule.madeAt} /> }}
        />
      </Banner>
      {close.failure && <FailureNotice failure={close.failure} />}
    </>
  )
}

/** Stored for the session of the window, so that a reload does not repeat the notice. */
const reportedKey = 'pathclock.crashTold'

/** Tells the user once, after the next start, that something crashed, and offers to report it. */
function CrashNotice() {
  const { t } = useTranslation('app')
  const crashes = useCall('problems.crashes', {}).data ?? []
  const openProblem = useDialogs((state) => state.openProblem)
  const [dismissed, setDismissed] = useState(false)
  const [reportedAt] = useState(() => sessionStorage.getItem(reportedKey))
  const [last] = crashes
  const lastAt = last?.at
  useEffect(() => {
    if (lastAt !== undefined) sessionStorage.setItem(reportedKey, lastAt)
  }, [lastAt])
  if (!last || dismissed || last.at === reportedAt) return null
  return (
    <Banner
      icon={IconAlertTriangle}
      dismiss={() => setDismissed(true)}
      action={
        <Button
          size="compact-xs"
          onClick={() => {
            setDismissed(true)
            openProblem()
          }}
        >
          {t('action.reportProblem')}
        </Button>
      }
    >
      <Trans
        t={t}
        i18nKey="crashNotice.text"
        count={crashes.length}
        components={{ time: <Timestamp at={last.at} /> }}
      />
    </Banner>
  )
}

/** Interrupted batches with rows left to send. They resume only when the user confirms, because orders cost money. */
function InterruptedBatches() {
  const running = (useCall('jobs.list', {}).data ?? []).filter(({ state }) => state === 'running')
  // Queried only while nothing is being sent; other jobs, such as offline sync, may run for days.
  const isSending = running.some(({ batchId }) => batchId)
  const batches = useCall('batches.list', {}, { enabled: !isSending }).data ?? []
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const isOpen = ({ batchId, interrupted }: Batch) =>
    interrupted && !dismissed.includes(batchId) && !running.some((job) => job.batchId === batchId)
  return batches
    .filter(isOpen)
    .map((batch) => (
      <Interrupted
        key={batch.batchId}
        batch={batch}
        dismiss={() => setDismissed((before) => [...before, batch.batchId])}
      />
    ))
}

function Interrupted({ batch, dismiss }: { batch: Batch; dismiss(): void }) {
  const { t } = useTranslation('tray')
  const { batchId, fileName: title, queued, unknown } = batch
  const { confirmSending } = useDialogs()
  return (
    <Banner
      icon={IconPlayerPause}
      dismiss={dismiss}
      dismissLabel={t('leaveInterrupted', { title })}
      action={
        <Button
          size="compact-xs"
          aria-label={t('goOnInterrupted', { title })}
          onClick={() => confirmSending({ batchId, action: 'resume' })}
        >
          {t('action.resume')}
        </Button>
      }
    >
      {t('interruptedNote', {
        title,
        count: queued,
        more: unknown > 0 ? t('interruptedUnknown', { count: unknown }) : '',
      })}
    </Banner>
  )
}

/** Offers the tour once, after the first profile is created. Later it is found under Help. */
function TourOffer() {
  const { t } = useTranslation('app')
  const settings = useCall('settings.get', {})
  const { touring, startTour } = useDialogs()
  const decline = useAction(async () => {
    await call('settings.set', { tourSeen: true })
    await settings.refetch()
  })
  if (settings.data?.tourSeen !== false || touring) return null
  return (
    <>
      <Banner
        quiet
        icon={IconRoute}
        action={
          <>
            <Button size="compact-xs" onClick={startTour}>
              {t('action.takeTour')}
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" {...decline.buttonProps()}>
              {t('tourOffer.decline')}
            </Button>
          </>
        }
      >
        {t('tourOffer.text')}
      </Banner>
      {decline.failure && <FailureNotice failure={decline.failure} />}
    </>
  )
}
