import { Box, Button, Group, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus, SecretLocation } from '../../../../shared/contract/state.ts'
import { type Profile, requestsPerMinuteOf, standardRate } from '../../../../shared/domain/app/profile.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { useDialogs } from '../../../state/dialogs.ts'
import { useOpenDemo } from '../../../state/openDemo.ts'
import { useUndoableAction } from '../../../state/undo.tsx'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { Dialog, DialogForm } from '../../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { numberFormatter, TranslatedMessage } from '../../../ui/text/formats.tsx'
import { Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { profilesTable } from '../toCopied.ts'

/** Lists the profiles of this installation, each with its own data. One is open at a time. */
export function Profiles({ status }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const secrets = useCall('session.secrets', {}).data
  const openCapsule = useDialogs((state) => state.openCapsule)
  const open = useAction((profileId: string) => call('profiles.select', { profileId }))
  const demo = useOpenDemo()
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
        <Button onClick={() => void navigate({ to: '/connect' })}>{t('profiles.another')}</Button>
        <Button onClick={() => openCapsule()}>{t('profiles.capsule')}</Button>
        {!status.profiles.some(({ signIn }) => signIn === 'demo') && (
          <Button {...demo.buttonProps()}>{t('action.exploreDemo')}</Button>
        )}
        <CopyAs read={() => profilesTable(status)} />
      </Group>
    </Section>
  )
}

type Props = {
  profile: Profile
  current: boolean
  state: ProfileState | null
  opening: boolean
  open: () => void
}

function ProfileRow({ profile, current, state, opening, open }: Props) {
  const { t, i18n } = useTranslation('settings')
  const [dialog, setDialog] = useState<'edit' | 'leave' | null>(null)
  const { name, serviceUrl, signIn } = profile
  const requestsPerMinute = requestsPerMinuteOf(profile)
  const facts = [
    t(`profiles.signIn.${signIn}`),
    state && state !== 'demo' && state !== 'capsule' && t(`profiles.state.${state}`),
    state !== 'capsule' &&
      t('profiles.perMinute', { number: numberFormatter(i18n.language).format(requestsPerMinute) }),
  ]
  return (
    <li aria-current={current || undefined}>
      <Box flex={1} miw={0} fz="xs">
        <Group gap="md" wrap="nowrap" fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
          {current && (
            <span className={classes.current}>
              <IconCircleCheck size={16} stroke={1.75} aria-hidden />
              {t('profiles.current')}
            </span>
          )}
        </Group>
        <Box c="dimmed" fz="xs" style={{ overflowWrap: 'anywhere' }}>
          {profile.capsule?.fileName ?? serviceUrl}
        </Box>
        <div className={classes.dimmed}>{facts.filter(Boolean).join(' · ')}</div>
      </Box>
      <div className={classes.actions}>
        {state !== 'capsule' && (
          <Button size="xs" aria-label={t('profiles.editNamed', { name })} onClick={() => setDialog('edit')}>
            {t('profiles.edit')}
          </Button>
        )}
        {!current && (
          <Button size="xs" aria-label={t('action.openNamed', { name })} disabled={opening} onClick={open}>
            {t('action.open')}
          </Button>
        )}
        {current && state === 'in' && (
          <Button
            size="xs"
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

const mostPerMinute = 1_000_000
const longestName = 80

/** Edits the name and the request limit of a profile. Sends only what changed. */
function ProfileDialog({ profile, close }: { profile: Profile; close: () => void }) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState(profile.name)
  const [rate, setRate] = useState<number | string>(requestsPerMinuteOf(profile))
  const nameIsGood = name.trim().length > 0 && name.trim().length <= longestName
  const rateIsGood = typeof rate === 'number' && Number.isInteger(rate) && rate >= 1 && rate <= mostPerMinute
  const save = useUndoableAction(async () => {
    const { id: profileId, name: formerName, dialect } = profile
    const { requests_per_minute: _, ...others } = dialect
    const change = {
      ...(name.trim() === formerName ? {} : { name: name.trim() }),
      ...(rate !== requestsPerMinuteOf(profile) && {
        // The documented limit is the default, which the service's headers may raise.
        dialect: rate === standardRate ? others : { ...others, requests_per_minute: Number(rate) },
      }),
    }
    await call('profiles.change', { profileId, ...change })
    close()
    if (Object.keys(change).length === 0) return null
    const former = {
      ...('name' in change ? { name: formerName } : {}),
      ...('dialect' in change ? { dialect } : {}),
    }
    const undo = () => call('profiles.change', { profileId, ...former })
    return { message: t('profiles.dialog.changed', { name: formerName }), undo }
  })
  return (
    <Dialog opened onClose={close} title={t('profiles.editNamed', { name: profile.name })} size={440}>
      <DialogForm
        verb={t('action.save')}
        disabled={!nameIsGood || !rateIsGood}
        action={save}
        submit={() => void save.run()}
        close={close}
      >
        <TextInput
          data-autofocus
          label={t('term.profileName')}
          autoComplete="off"
          value={name}
          error={!nameIsGood && t('profiles.dialog.nameProblem')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NumberInput
          label={t('profiles.dialog.rate')}
          description={t('profiles.dialog.rateHint')}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          inputMode="numeric"
          value={rate}
          error={!rateIsGood && t('profiles.dialog.rateProblem')}
          onChange={setRate}
        />
      </DialogForm>
    </Dialog>
  )
}

type ProfileState = 'in' | 'out' | 'unknown' | 'demo' | 'capsule'

/** Returns the sign-in state of a profile from the app status and the keychain; null while the keychain is loading. */
export function profileState(
  { id, signIn }: Profile,
  status: Pick<AppStatus, 'profile' | 'signedIn'>,
  places: readonly SecretLocation[] | undefined,
): ProfileState | null {
  if (signIn === 'capsule') return 'capsule'
  if (id === status.profile?.id && (status.signedIn || signIn !== 'demo'))
    return status.signedIn ? 'in' : 'out'
  if (signIn === 'demo') return 'demo'
  if (!places) return null
  // A client secret is used for the next sign-in; having one does not mean signed in.
  const held = places.filter(({ profileId, kind }) => profileId === id && kind !== 'client-secret')
  if (held.some(({ place }) => place !== 'none' && place !== 'unknown')) return 'in'
  return held.some(({ place }) => place === 'unknown') ? 'unknown' : 'out'
}

/** Signs the user out, and asks whether to keep the downloaded data. */
export function SignOutDialog({ name, close }: { name: string; close: () => void }) {
  const { t } = useTranslation('settings')
  const [what, setWhat] = useState<string>('keep')
  const leave = useAction(async () => {
    const { revocation } = await call('session.signOut', { clearCache: what === 'clear' })
    close()
    if (revocation?.reason && revocation.outcome !== 'not-offered')
      notifications.show({
        title: t('leave.notRevoked'),
        message: <TranslatedMessage text={revocation.reason} />,
        color: 'yellow',
        autoClose: false,
      })
  })
  return (
    <Dialog opened onClose={close} title={t('profiles.signOutNamed', { name })} size={440}>
      <DialogForm
        verb={t('leave.action')}
        focusSubmit
        action={leave}
        submit={() => void leave.run()}
        close={close}
      >
        <Text>{t('leave.text')}</Text>
        <Radio.Group value={what} onChange={setWhat} aria-label={t('profiles.signOutNamed', { name })}>
          <Stack gap={12}>
            <Radio value="keep" label={t('leave.keep')} description={t('leave.keepHint')} />
            <Radio value="clear" label={t('leave.clear')} description={t('leave.clearHint')} />
          </Stack>
        </Radio.Group>
      </DialogForm>
    </Dialog>
  )
}
