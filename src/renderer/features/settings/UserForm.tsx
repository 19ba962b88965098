import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../../shared/domain/user.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useSetCached } from '../../client/useCall.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import type { Obstacle } from './obstacle.ts'
import classes from './settings.module.css'
import {
  differingFields,
  toUserChange,
  toUserDraft,
  type UserField,
  userFields,
  userProblems,
} from './userChange.ts'

type Props = {
  user: User
  obstacle: Obstacle | null
  /** Given the fields that the service did not take as they were sent; null when nothing was saved. */
  close: (saved: UserField[] | null) => void
}

/** The own name, e-mail and organization; the service is sent what changed and then asked what it has. */
export function UserForm({ user, obstacle, close }: Props) {
  const { t } = useTranslation('settings')
  const keep = useSetCached()
  const [draft, setDraft] = useState(() => toUserDraft(user))
  const change = toUserChange(user, draft)
  const problems = userProblems(change)
  const unchanged = Object.keys(change).length === 0
  const blocked = unchanged || Object.keys(problems).length > 0 || obstacle !== null
  const save = useAction(async () => {
    const offerUndo = createUndoOffer()
    const send = async (fields: typeof change) => {
      const now = await call('session.updateUser', fields)
      keep('session.user', {}, now)
      return now
    }
    close(differingFields(change, await send(change)))
    const before = toUserDraft(user)
    const former = Object.fromEntries(
      userFields.filter((one) => one in change).map((one) => [one, before[one]]),
    )
    // The service takes no empty field, so what was empty cannot come back.
    if (Object.keys(userProblems(former)).length > 0) return
    offerUndo({ message: t('account.changed'), label: t('account.undo'), undo: () => send(former) })
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked) void save.run()
      }}
    >
      {userFields.map((field, index) => (
        <TextInput
          key={field}
          label={t(`account.${field}`)}
          value={draft[field]}
          data-autofocus={index === 0 || undefined}
          autoFocus={index === 0}
          autoComplete="off"
          inputMode={field === 'email' ? 'email' : 'text'}
          error={problems[field] && t(`account.${problems[field]}`)}
          onChange={({ currentTarget }) => setDraft({ ...draft, [field]: currentTarget.value })}
        />
      ))}
      <Text fz={12} c="dimmed">
        {t('account.editHint')}
      </Text>
      {save.failure && <FailureNotice flush failure={save.failure} />}
      <Group gap={8}>
        <Button type="submit" loading={save.pending} disabled={blocked}>
          {t('account.save')}
        </Button>
        <Button variant="default" disabled={save.pending} onClick={() => close(null)}>
          {t('account.cancel')}
        </Button>
      </Group>
    </form>
  )
}
