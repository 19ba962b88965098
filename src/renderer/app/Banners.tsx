import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconKey } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../shared/contract/state.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { useTranslator } from '../ui/TranslatedMessage.tsx'
import { Banner } from './Banner.tsx'
import { CapsuleBanner } from './CapsuleBanner.tsx'
import { CrashNotice } from './CrashNotice.tsx'
import { InterruptedBatches } from './InterruptedBatches.tsx'
import { TourOffer } from './TourOffer.tsx'

/** What a person should know before they go on working; each says what to do about it. */
export function Banners({ status }: { status: AppStatus }) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  // No banner leads to where the person is already.
  const currentPath = useLocation({
    select: ({ pathname, search }) => `${pathname} ${(search as { tab?: string }).tab ?? ''}`,
  })
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const { secrets, profile } = status
  const dismiss = (text: string) => (
    <CloseButton
      size="xs"
      aria-label={t('banner.dismiss')}
      onClick={() => setDismissed((before) => [...before, text])}
    />
  )
  const demo = useAction(() => call('session.startDemo', {}))
  const signIn = () => void (profile?.signIn === 'demo' ? demo.run() : navigate({ to: '/connect' }))
  const translate = useTranslator()
  const open = (text: string) => !dismissed.includes(text)
  return (
    <>
      <CrashNotice />
      {profile && !profile.capsule && <TourOffer />}
      {profile?.capsule && <CapsuleBanner capsule={profile.capsule} />}
      {profile && !profile.capsule && !status.signedIn && (
        <Banner
          icon={IconAlertTriangle}
          action={
            !currentPath.startsWith('/connect') && (
              <Button size="compact-xs" variant="default" loading={demo.pending} onClick={signIn}>
                {t('banner.signIn')}
              </Button>
            )
          }
        >
          {t('banner.signedOut', { name: profile.name })}
        </Banner>
      )}
      {demo.failure && <FailureNotice failure={demo.failure} />}
      {/* The demo and a capsule keep no credential, so nothing is lost there. */}
      {secrets.kind === 'session' && !status.demo && !profile?.capsule && open(secrets.cause) && (
        <Banner
          icon={IconKey}
          action={
            <>
              {currentPath !== '/settings security' && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => void navigate({ to: '/settings', search: { tab: 'security' } as never })}
                >
                  {t('banner.security')}
                </Button>
              )}
              {dismiss(secrets.cause)}
            </>
          }
        >
          <b>{t('banner.session')}</b> {translate(secrets.cause)} {translate(secrets.fix)}
        </Banner>
      )}
      {profile && !profile.capsule && <InterruptedBatches />}
      {status.notices.filter(open).map((notice) => (
        <Banner key={notice} icon={IconInfoCircle} action={dismiss(notice)}>
          {translate(notice)}
        </Banner>
      ))}
    </>
  )
}
