import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, Group, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { Controller, type FieldErrors, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SecretsStatus } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useEvent } from '../../client/useEvent.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { TranslatedMessage } from '../../ui/TranslatedMessage.tsx'
import { type Connection, connectionSchema, emptyConnection, toInput } from './connection.ts'
import { type FieldOf, MoreFields, moreFields } from './MoreFields.tsx'
import { useTellDifferences } from './useTellDifferences.ts'
import { WaitForBrowser } from './WaitForBrowser.tsx'

type Props = {
  start?: Partial<Connection>
  /** A client secret is kept for the service that the form starts with. */
  secretKept?: boolean
  back: () => void
  connected: () => void
}

/** Asks for a service and a way to sign in. Nothing is kept before the service has said yes. */
export function ConnectForm({ start, secretKept = false, back, connected }: Props) {
  const { t } = useTranslation('welcome')
  const [opened, setOpened] = useState(false)
  /** Where the browser signs in; undefined before it is known, null when the sign-in has ended. */
  const [signInUrl, setSignInUrl] = useState<string | null | undefined>()
  useEvent('signIn.changed', ({ url }) => setSignInUrl(url))
  const tell = useTellDifferences()
  const form = useForm({
    resolver: zodResolver(connectionSchema),
    defaultValues: { ...emptyConnection, ...start },
  })
  const way = form.watch('way')
  // Told before anybody types a password at the sign-in page; it may take a person to unlock the keychain.
  const keychain = useCall('session.checkKeychain', {})
  const unkept = keychain.data?.kind === 'session' ? keychain.data : null
  const notice = unkept && (
    <KeychainNotice unkept={unkept} checking={keychain.loading} again={() => void keychain.refetch()} />
  )
  const connect = useAction(async (wanted: Connection) => {
    setSignInUrl(undefined)
    const { profile } = await send(wanted, start)
    // They are in the keychain now; the page forgets them. After a failure they stay, so that a slip can be mended.
    form.setValue('apiKey', '')
    form.setValue('clientSecret', '')
    if (profile) tell(profile)
    connected()
  })
  if (connect.pending && way === 'oauth')
    return (
      <Stack gap={16}>
        {notice}
        <WaitForBrowser url={signInUrl} />
      </Stack>
    )
  const field: FieldOf = (name) => {
    const message = form.formState.errors[name]?.message
    return {
      ...form.register(name),
      autoComplete: 'off',
      spellCheck: false,
      error: message && t(message as 'problem.url', { ns: ['welcome', 'ui'] }),
    }
  }
  // A field that is folded away cannot be mended.
  const openFaulty = (errors: FieldErrors<Connection>) =>
    setOpened(opened || moreFields.some((name) => errors[name] !== undefined))
  const submit = form.handleSubmit((wanted) => connect.run(wanted), openFaulty)
  const again = start?.serviceUrl !== undefined
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={16}>
        <TextInput
          label={t('form.url')}
          placeholder={t('form.urlHint')}
          inputMode="url"
          autoFocus={!again}
          {...field('serviceUrl')}
        />
        <TextInput label={t('form.name')} description={t('form.nameHint')} {...field('name')} />
        <Controller
          control={form.control}
          name="way"
          render={({ field: chosen }) => (
            <SegmentedControl
              fullWidth
              aria-label={t('form.way')}
              value={chosen.value}
              onChange={chosen.onChange}
              disabled={connect.pending}
              data={[
                { value: 'api-key', label: t('form.apiKey') },
                { value: 'oauth', label: t('form.oauth') },
              ]}
            />
          )}
        />
        {way === 'api-key' ? (
          <PasswordInput
            visibilityToggleButtonProps={{ 'aria-label': t('form.reveal') }}
            label={t('form.apiKey')}
            description={t('form.apiKeyHint')}
            autoFocus={again}
            {...field('apiKey')}
          />
        ) : (
          <TextInput label={t('form.clientId')} description={t('form.clientIdHint')} {...field('clientId')} />
        )}
        <MoreFields
          way={way}
          field={field}
          secretKept={secretKept}
          opened={opened}
          toggle={() => setOpened(!opened)}
        />
        {notice}
        {/* Stopping the sign-in was the person's own wish. */}
        {connect.failure && connect.failure.code !== 'cancelled' && (
          <FailureNotice flush failure={connect.failure} />
        )}
        <Group gap={8} justify="flex-end">
          <Button variant="default" disabled={connect.pending} onClick={back}>
            {t('back')}
          </Button>
          <Button type="submit" loading={connect.pending}>
            {t(way === 'api-key' ? 'form.connect' : 'form.signIn')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Unkept = Extract<SecretsStatus, { kind: 'session' }>

type NoticeProps = { unkept: Unkept; checking: boolean; again: () => void }

/** Why the sign-in would not be kept, and what to do about it; who goes on signs in for this session only. */
function KeychainNotice({ unkept: { cause, fix }, checking, again }: NoticeProps) {
  const { t } = useTranslation('welcome')
  return (
    <Alert color="yellow" title={t('keychain.title')} icon={<IconKey size={18} aria-hidden />} role="status">
      <Stack gap={8} align="flex-start">
        <div>
          <TranslatedMessage text={cause} /> <TranslatedMessage text={fix} />
        </div>
        <div>{t('keychain.text')}</div>
        <Button size="compact-sm" variant="default" loading={checking} onClick={again}>
          {t('keychain.again')}
        </Button>
      </Stack>
    </Alert>
  )
}

function send(wanted: Connection, start: Partial<Connection> | undefined) {
  const input = toInput(wanted, start)
  return wanted.way === 'api-key'
    ? call('session.connectApiKey', input.apiKey)
    : call('session.connectOAuth', input.oauth)
}
