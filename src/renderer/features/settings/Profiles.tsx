import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { ProfileRow } from './ProfileRow.tsx'
import { profileState } from './profileState.ts'
import { Section } from './Section.tsx'
import classes from './settings.module.css'
import { profilesTable } from './toCopied.ts'

/** The services this installation knows, each with its own data; one is open at a time. */
export function Profiles({ status }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const secrets = useCall('session.secrets', {}).data
  const openCapsule = useDialogs((state) => state.openCapsule)
  const open = useAction((profileId: string) => call('profiles.select', { profileId }))
  const demo = useAction(() => call('session.startDemo', {}))
  const failure = open.failure ?? demo.failure
  return (
    <Section setting="profiles" title={t('profiles.title')}>
      <p className={classes.dimmed}>{t('profiles.text')}</p>
      <ul className={classes.profiles}>
        {status.profiles.map((profile) => (
          <ProfileRow
            key={profile.id}
            profile={profile}
            current={profile.id === status.profile?.id}
            state={profileState(profile, status, secrets)}
            opening={open.pending}
            open={() => void open.run(profile.id)}
          />
        ))}
      </ul>
      {failure && <FailureNotice flush failure={failure} />}
      <Group gap={8}>
        <Button variant="default" onClick={() => void navigate({ to: '/connect' })}>
          {t('profiles.another')}
        </Button>
        <Button variant="default" onClick={() => openCapsule()}>
          {t('profiles.capsule')}
        </Button>
        {!status.profiles.some(({ signIn }) => signIn === 'demo') && (
          <Button variant="default" loading={demo.pending} onClick={() => void demo.run()}>
            {t('profiles.demo')}
          </Button>
        )}
        <CopyAs read={() => profilesTable(status)} />
      </Group>
    </Section>
  )
}
