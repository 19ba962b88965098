import { Button, Group, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import { type Profile, requestsPerMinuteOf, type User } from '../../../../shared/domain/app/profile.ts'
import { call, useAction, useCall, useSetCached } from '../../../client/call.ts'
import { useUndoableAction } from '../../../state/undo.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { Fact, FactList, Facts, Hint } from '../../../ui/panes/Section.tsx'
import { numberFormatter, Timestamp } from '../../../ui/text/formats.tsx'
import { type Obstacle, serviceObstacle } from '../offered.ts'
import { Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { SignOutDialog } from './Profiles.tsx'

/** Shows the signed-in user and the service. All account data come from the service. */
export function Account({ status }: { status: AppStatus }) {
  const { t, i18n } = useTranslation('settings')
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const { profile, signedIn } = status
  const demo = useAction(() => call('session.startDemo', {}))
  if (!profile) return null
  const way = t(`account.way.${profile.signIn}`, { defaultValue: '' })
  const number = numberFormatter(i18n.language).format(requestsPerMinuteOf(profile))
  const signIn = () => void (profile.signIn === 'demo' ? demo.run() : navigate({ to: '/connect' }))
  return (
    <>
      <UserSection status={status} />
      <Section setting="profile" title={t('account.profileTitle')}>
        <FactList
          nameWidth={120}
          facts={[
            [t('term.profile'), profile.name],
            [t('term.service'), profile.serviceUrl],
            [t('account.signIn'), signedIn ? way : t('account.signedOut')],
            [t('network.limitTitle'), t('account.rateValue', { number })],
          ]}
        />
        {signedIn ? (
          <Button onClick={() => setLeaving(true)}>{t('account.signOut')}</Button>
        ) : (
          <Button variant="filled" loading={demo.pending} onClick={signIn}>
            {t('action.signInAgain')}
          </Button>
        )}
        {demo.failure && <FailureNotice flush failure={demo.failure} />}
        {leaving && <SignOutDialog name={profile.name} close={() => setLeaving(false)} />}
      </Section>
    </>
  )
}

function UserSection({ status }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  const [editing, setEditing] = useState(false)
  /** Fields of the last change for which the service returned another value; null before a change. */
  const [differing, setDiffering] = useState<UserField[] | null>(null)
  const obstacle = serviceObstacle(status)
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
      {differing !== null && !editing && (
        <p role="status" className={differing.length > 0 ? classes.warn : classes.good}>
          {differing.length > 0
            ? t('account.answeredOther', { fields: differing.map((one) => t(`account.${one}`)).join(', ') })
            : t('account.saved')}
        </p>
      )}
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
          <FactList
            nameWidth={120}
            facts={shownFields.map((field) => {
              const value = field === 'scopes' ? (shown.scopes?.join(', ') ?? null) : shown[field]
              return value !== null && [t(`account.${field}`), value]
            })}
          />
          <Button disabled={obstacle !== null} onClick={() => setEditing(true)}>
            {t('profiles.edit')}
          </Button>
        </>
      )}
      {shown && obstacle && <p className={classes.dimmed}>{t(`obstacle.${obstacle}`)}</p>}
    </Section>
  )
}

type Props = {
  user: User
  obstacle: Obstacle | null
  /** Called with the fields for which the service returned another value; null if nothing was saved. */
  close: (saved: UserField[] | null) => void
}

/** Sends only the changed fields, then shows the values that the service returns. */
function UserForm({ user, obstacle, close }: Props) {
  const { t } = useTranslation('settings')
  const setCached = useSetCached()
  const [draft, setDraft] = useState(() => toUserDraft(user))
  const change = toUserChange(user, draft)
  const problems = userProblems(change)
  const unchanged = Object.keys(change).length === 0
  const blocked = unchanged || Object.keys(problems).length > 0 || obstacle !== null
  const save = useUndoableAction(async () => {
    const send = async (fields: typeof change) => {
      const now = await call('session.updateUser', fields)
      setCached('session.user', {}, now)
      return now
    }
    close(differingFields(change, await send(change)))
    const before = toUserDraft(user)
    const former = Object.fromEntries(
      userFields.filter((one) => one in change).map((one) => [one, before[one]]),
    )
    // The service accepts no empty field, so an empty value cannot be restored.
    if (Object.keys(userProblems(former)).length > 0) return null
    return { message: t('account.changed'), undo: () => send(former) }
  })
  return (
    <Form gap="md" w="min(400px, 100%)" submit={() => !blocked && void save.run()}>
      {userFields.map((field, index) => (
        <TextInput
          key={field}
          label={t(`account.${field}`)}
          value={draft[field]}
          autoFocus={index === 0}
          autoComplete="off"
          inputMode={field === 'email' ? 'email' : 'text'}
          error={problems[field] && t(`account.${problems[field]}`)}
          onChange={({ currentTarget }) => setDraft({ ...draft, [field]: currentTarget.value })}
        />
      ))}
      <Hint>{t('account.editHint')}</Hint>
      {save.failure && <FailureNotice flush failure={save.failure} />}
      <Group gap={8}>
        <Button variant="filled" type="submit" loading={save.pending} disabled={blocked}>
          {t('action.save')}
        </Button>
        <Button disabled={save.pending} onClick={() => close(null)}>
          {t('cancel')}
        </Button>
      </Group>
    </Form>
  )
}

/** Replaces the account for an open capsule, which has no sign-in: shows the file. */
export function Capsule({ capsule }: { capsule: NonNullable<Profile['capsule']> }) {
  const { t } = useTranslation('settings')
  const { fileName, sha256, madeAt, application } = capsule
  return (
    <Section title={t('capsule.title')}>
      <p className={classes.dimmed}>{t('capsule.text')}</p>
      <Facts nameWidth={120}>
        <Fact name={t('term.file')}>{fileName}</Fact>
        <Fact name={t('term.made')}>
          <Timestamp at={madeAt} /> · {application}
        </Fact>
        <Fact name="SHA-256">{sha256}</Fact>
      </Facts>
    </Section>
  )
}

const userFields = ['name', 'email', 'organization'] as const
const shownFields = [...userFields, 'userId', 'plan', 'scopes'] as const
type UserField = (typeof userFields)[number]
type UserDraft = Record<UserField, string>
type UserChange = Partial<UserDraft>
type UserProblem = 'needed' | 'tooLong'

const longest = 200

const toUserDraft = (user: User): UserDraft => ({
  name: user.name ?? '',
  email: user.email ?? '',
  organization: user.organization ?? '',
})

function toUserChange(user: User, draft: UserDraft): UserChange {
  const before = toUserDraft(user)
  const changed = userFields.filter((field) => draft[field].trim() !== before[field].trim())
  return Object.fromEntries(changed.map((field) => [field, draft[field].trim()]))
}

function userProblems(change: UserChange): Partial<Record<UserField, UserProblem>> {
  const found = userFields.flatMap((field): [UserField, UserProblem][] => {
    const text = change[field]
    if (text === undefined) return []
    if (text === '') return [[field, 'needed']]
    return text.length > longest ? [[field, 'tooLong']] : []
  })
  return Object.fromEntries(found)
}

/** Returns the fields for which the service returned another value than it was sent. */
const differingFields = (change: UserChange, now: User): UserField[] =>
  userFields.filter((field) => change[field] !== undefined && change[field] !== now[field])
