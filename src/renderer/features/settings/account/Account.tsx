import { Button, Group, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import { type Profile, requestsPerMinuteOf, type User } from '../../../../shared/domain/app/profile.ts'
import { call, useAction, useCall, useSetCached } from '../../../client/call.ts'
import { useUndoOffers } from '../../../state/undo.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { Fact, Facts, Hint } from '../../../ui/panes/Section.tsx'
import { numberFormatter, Timestamp } from '../../../ui/text/formats.tsx'
import { type Obstacle, serviceObstacle } from '../offered.ts'
import { Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { SignOutDialog } from './SignOutDialog.tsx'

/** Shows the signed-in user and the service. All account data come from the service. */
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

function ProfileFacts({ profile, signedIn }: { profile: Profile; signedIn: boolean }) {
  const { t, i18n } = useTranslation('settings')
  return (
    <Facts nameWidth={120}>
      <Fact name={t('term.profile')}>{profile.name}</Fact>
      <Fact name={t('term.service')}>{profile.serviceUrl}</Fact>
      <Fact name={t('account.signIn')}>
        {signedIn ? t(`account.way.${profile.signIn}`, { defaultValue: '' }) : t('account.signedOut')}
      </Fact>
      <Fact name={t('network.limitTitle')}>
        {t('account.rateValue', {
          number: numberFormatter(i18n.language).format(requestsPerMinuteOf(profile)),
        })}
      </Fact>
    </Facts>
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
          <Button disabled={obstacle !== null} onClick={() => setEditing(true)}>
            {t('profiles.edit')}
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
      {differing.length > 0 ? t('account.answeredOther', { fields }) : t('account.saved')}
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
    <Facts nameWidth={120}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <Fact key={name} name={t(`account.${name}`)}>
            {value}
          </Fact>
        ))}
    </Facts>
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
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('settings')
  const setCached = useSetCached()
  const [draft, setDraft] = useState(() => toUserDraft(user))
  const change = toUserChange(user, draft)
  const problems = userProblems(change)
  const unchanged = Object.keys(change).length === 0
  const blocked = unchanged || Object.keys(problems).length > 0 || obstacle !== null
  const save = useAction(async () => {
    const offerUndo = undoOffers.create()
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
    if (Object.keys(userProblems(former)).length > 0) return
    offerUndo({ message: t('account.changed'), undo: () => send(former) })
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
type UserField = (typeof userFields)[number]
type UserDraft = Record<UserField, string>
type UserChange = Partial<UserDraft>
type UserProblem = 'needed' | 'tooLong'

const longest = 200

export const toUserDraft = (user: User): UserDraft => ({
  name: user.name ?? '',
  email: user.email ?? '',
  organization: user.organization ?? '',
})

export function toUserChange(user: User, draft: UserDraft): UserChange {
  const before = toUserDraft(user)
  const changed = userFields.filter((field) => draft[field].trim() !== before[field].trim())
  return Object.fromEntries(changed.map((field) => [field, draft[field].trim()]))
}

export function userProblems(change: UserChange): Partial<Record<UserField, UserProblem>> {
  const found = userFields.flatMap((field): [UserField, UserProblem][] => {
    const text = change[field]
    if (text === undefined) return []
    if (text === '') return [[field, 'needed']]
    return text.length > longest ? [[field, 'tooLong']] : []
  })
  return Object.fromEntries(found)
}

/** Returns the fields for which the service returned another value than it was sent. */
export const differingFields = (change: UserChange, now: User): UserField[] =>
  userFields.filter((field) => change[field] !== undefined && change[field] !== now[field])
