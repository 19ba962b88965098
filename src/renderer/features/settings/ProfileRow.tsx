import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../shared/domain/profile.ts'
import { numberFormatter } from '../../ui/formats.ts'
import { ProfileDialog } from './ProfileDialog.tsx'
import type { ProfileState } from './profileState.ts'
import { SignOutDialog } from './SignOutDialog.tsx'
import classes from './settings.module.css'

type Props = {
  profile: Profile
  current: boolean
  state: ProfileState | null
  opening: boolean
  open: () => void
}

/** One profile: which service, how and whether it is signed in, and what can be done with it. */
export function ProfileRow({ profile, current, state, opening, open }: Props) {
  const { t, i18n } = useTranslation('settings')
  const [dialog, setDialog] = useState<'edit' | 'leave' | null>(null)
  const { name, serviceUrl, signIn, requestsPerMinute } = profile
  const facts = [
    t(`profiles.signIn.${signIn}`),
    state && state !== 'demo' && state !== 'capsule' && t(`profiles.state.${state}`),
    state !== 'capsule' &&
      t('profiles.perMinute', { number: numberFormatter(i18n.language).format(requestsPerMinute) }),
  ]
  return (
    <li aria-current={current || undefined}>
      <div className={classes.profile}>
        <div className={classes.profileName}>
          {name}
          {current && (
            <span className={classes.current}>
              <IconCircleCheck size={16} stroke={1.75} aria-hidden />
              {t('profiles.current')}
            </span>
          )}
        </div>
        <div className={classes.url}>{profile.capsule?.fileName ?? serviceUrl}</div>
        <div className={classes.dimmed}>{facts.filter(Boolean).join(' · ')}</div>
      </div>
      <div className={classes.actions}>
        {state !== 'capsule' && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('profiles.editNamed', { name })}
            onClick={() => setDialog('edit')}
          >
            {t('profiles.edit')}
          </Button>
        )}
        {!current && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('profiles.openNamed', { name })}
            disabled={opening}
            onClick={open}
          >
            {t('profiles.open')}
          </Button>
        )}
        {current && state === 'in' && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('profiles.signOutNamed', { name })}
            onClick={() => setDialog('leave')}
          >
            {t('account.signOut')}
          </Button>
        )}
      </div>
      {dialog === 'edit' && <ProfileDialog profile={profile} close={() => setDialog(null)} />}
      {dialog === 'leave' && <SignOutDialog name={name} close={() => setDialog(null)} />}
    </li>
  )
}
