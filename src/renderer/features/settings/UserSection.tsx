import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { User } from '../../../shared/domain/user.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { askObstacle } from './obstacle.ts'
import { Section } from './Section.tsx'
import classes from './settings.module.css'
import { UserForm } from './UserForm.tsx'
import { type UserField, userFields } from './userChange.ts'

/** The record of the signed-in person as the service gives it, and the way to change it. */
export function UserSection({ status }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  const [editing, setEditing] = useState(false)
  /** Fields of the last change that the service gives another value for; null before a change. */
  const [differing, setDiffering] = useState<UserField[] | null>(null)
  const obstacle = askObstacle(status)
  const user = useCall('session.user', {}, { enabled: obstacle === null })
  const shown = status.signedIn ? user.data : undefined
  return (
    <Section setting="user" title={t('account.userTitle')} loading={status.signedIn && user.loading}>
      {!status.signedIn && <p className={classes.dimmed}>{t('account.unknownUser')}</p>}
      {obstacle === 'offlineSwitch' && status.signedIn && !shown && (
        <p className={classes.dimmed}>{t('account.offlineUser')}</p>
      )}
      {obstacle === null && user.failure && !user.data && (
        <FailureNotice flush failure={user.failure} retry={() => void user.refetch()} />
      )}
      {differing !== null && !editing && <Outcome differing={differing} />}
      {shown && editing && (
        <UserForm
          user={shown}
          obstacle={obstacle}
          close={(saved) => {
            setEditing(false)
            if (saved) setDiffering(saved)
          }}
        />
      )}
      {shown && !editing && (
        <>
          <UserFacts user={shown} />
          <Button variant="default" disabled={obstacle !== null} onClick={() => setEditing(true)}>
            {t('account.edit')}
          </Button>
        </>
      )}
      {shown && obstacle && <p className={classes.dimmed}>{t(`obstacle.${obstacle}`)}</p>}
    </Section>
  )
}

function Outcome({ differing }: { differing: UserField[] }) {
  const { t } = useTranslation('settings')
  const fields = differing.map((field) => t(`account.${field}`)).join(', ')
  return (
    <p role="status" className={differing.length > 0 ? classes.warn : classes.good}>
      {differing.length > 0 ? t('account.keptOther', { fields }) : t('account.saved')}
    </p>
  )
}

function UserFacts({ user }: { user: User }) {
  const { t } = useTranslation('settings')
  const facts = [
    ...userFields.map((field) => [field, user[field]] as const),
    ['userId', user.userId] as const,
    ['plan', user.plan] as const,
    ['scopes', user.scopes?.join(', ') ?? null] as const,
  ]
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className={classes.pair}>
            <dt>{t(`account.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
