import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { Profile } from '../../../shared/domain/profile.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import { Section } from './Section.tsx'
import { SignOutDialog } from './SignOutDialog.tsx'
import classes from './settings.module.css'
import { UserSection } from './UserSection.tsx'

/** Who is signed in, where, and how; only what the service said is shown. */
export function Account({ status }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const { profile, signedIn } = status
  const demo = useAction(() => call('session.startDemo', {}))
  if (!profile) return null
  const signIn = () => void (profile.signIn === 'demo' ? demo.run() : navigate({ to: '/connect' }))
  return (
    <>
      <UserSection status={status} />
      <Section setting="profile" title={t('account.profileTitle')}>
        <ProfileFacts profile={profile} signedIn={signedIn} />
        {signedIn ? (
          <Button variant="default" onClick={() => setLeaving(true)}>
            {t('account.signOut')}
          </Button>
        ) : (
          <Button loading={demo.pending} onClick={signIn}>
            {t('account.again')}
          </Button>
        )}
        {demo.failure && <FailureNotice flush failure={demo.failure} />}
        {leaving && <SignOutDialog name={profile.name} close={() => setLeaving(false)} />}
      </Section>
    </>
  )
}

function ProfileFacts({ profile, signedIn }: { profile: Profile; signedIn: boolean }) {
  const { t, i18n } = useTranslation('settings')
  return (
    <dl className={classes.facts}>
      <dt>{t('account.profile')}</dt>
      <dd>{profile.name}</dd>
      <dt>{t('account.service')}</dt>
      <dd>{profile.serviceUrl}</dd>
      <dt>{t('account.signIn')}</dt>
      <dd>{signedIn ? t(`account.way.${profile.signIn}`) : t('account.signedOut')}</dd>
      <dt>{t('account.rate')}</dt>
      <dd>
        {t('account.rateValue', {
          number: numberFormatter(i18n.language).format(profile.requestsPerMinute),
        })}
      </dd>
    </dl>
  )
}
