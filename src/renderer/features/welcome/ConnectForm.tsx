import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconKey } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Controller, type FieldErrors, type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call, useAction, useCall, useEvent } from '../../client/call.ts'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { signInTexts } from '../../ui/forms/dialect.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { TranslatedMessage } from '../../ui/text/formats.tsx'
import {
  type Connection,
  connectionSchema,
  emptyConnection,
  toInput,
  useReportDifferences,
} from './connection.ts'

type Props = {
  start?: Partial<Connection>
  /** True if a client secret is stored for the service that the form starts with. */
  hasSecret?: boolean
  back: () => void
  connected: () => void
}

/** Asks for a service and a way to sign in. Nothing is stored until the connection succeeds. */
export function ConnectForm({ start, hasSecret = false, back, connected }: Props) {
  const { t } = useTranslation('welcome')
  const [opened, setOpened] = useState(false)
  /** The URL of the sign-in page; undefined until it is known, null once that sign-in has ended. */
  const [signInUrl, setSignInUrl] = useState<string | null | undefined>()
  useEvent('signIn.changed', ({ url }) => setSignInUrl(url))
  const reportDifferences = useReportDifferences()
  const form = useForm({
    resolver: zodResolver(connectionSchema),
    defaultValues: { ...emptyConnection, ...start },
  })
  const way = form.watch('way')
  // Checked before the user types a password at the sign-in page, because the keychain may have to be unlocked.
  const keychain = useCall('session.checkKeychain', {})
  const sessionOnly = keychain.data?.kind === 'session' ? keychain.data : null
  // Until the cause is fixed, the sign-in lasts for this session only.
  const notice = sessionOnly && (
    <Alert color="yellow" title={t('keychain.title')} icon={<IconKey size={18} aria-hidden />} role="status">
      <Stack gap={8} align="flex-start">
        <div>
          <TranslatedMessage text={sessionOnly.cause} /> <TranslatedMessage text={sessionOnly.fix} />
        </div>
        <div>{t('keychain.text')}</div>
        <Button size="compact-sm" loading={keychain.loading} onClick={() => void keychain.refetch()}>
          {t('action.checkAgain')}
        </Button>
      </Stack>
    </Alert>
  )
  const connect = useAction(async (requested: Connection) => {
    setSignInUrl(undefined)
    const { profile } = await send(requested, start)
    // The secrets are now in the keychain, so the form clears them. After a failure they stay, so that the user can
    // correct a typo.
    form.setValue('apiKey', '')
    form.setValue('clientSecret', '')
    if (profile) reportDifferences(profile)
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
      error: message && t(message as 'problem.url', { ns: 'welcome' }),
    }
  }
  // Expands the collapsed fields if one of them has an error, so that the user can correct it.
  const openFaulty = (errors: FieldErrors<Connection>) =>
    setOpened(opened || moreFields.some((name) => errors[name] !== undefined))
  const submit = form.handleSubmit((requested) => connect.run(requested), openFaulty)
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
        <TextInput label={t('term.profileName')} description={t('form.nameHint')} {...field('name')} />
        <Controller
          control={form.control}
          name="way"
          render={({ field: chosen }) => (
            <SegmentedControl
              size="sm"
              fullWidth
              aria-label={t('form.way')}
              value={chosen.value}
              onChange={chosen.onChange}
              disabled={connect.pending}
              data={[
                { value: 'api-key', label: t('form.apiKey') },
                { value: 'oauth', label: t('form.signIn') },
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
          hasSecret={hasSecret}
          opened={opened}
          toggle={() => setOpened(!opened)}
        />
        {notice}
        {/* The user canceled the sign-in, so no error is shown. */}
        {connect.failure && connect.failure.code !== 'cancelled' && (
          <FailureNotice flush failure={connect.failure} />
        )}
        <Group gap={8} justify="flex-end">
          <Button disabled={connect.pending} onClick={back}>
            {t('back')}
          </Button>
          {/* Until the check of the keychain is done, its notice could move the button away from the pointer. */}
          <Button
            variant="filled"
            type="submit"
            loading={connect.pending}
            disabled={keychain.loading && !keychain.data}
          >
            {t(way === 'api-key' ? 'form.connect' : 'form.signIn')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function send(requested: Connection, start: Partial<Connection> | undefined) {
  const input = toInput(requested, start)
  return requested.way === 'api-key'
    ? call('session.connectApiKey', input.apiKey)
    : call('session.connectOAuth', input.oauth)
}

/** A function that returns the props of a text field: its registration in the form, and its error. */
type FieldOf = (
  name: keyof Connection,
) => UseFormRegisterReturn & { autoComplete: string; spellCheck: boolean; error: ReactNode }

const moreFields = ['clientSecret', 'authServer', 'basePath', ...signInTexts] as const

type MoreFieldsProps = {
  way: Connection['way']
  field: FieldOf
  hasSecret: boolean
  opened: boolean
  toggle: () => void
}

/** Fields that few services need: client secret, sign-in server and its settings, base path. */
function MoreFields({ way, field, hasSecret, opened, toggle }: MoreFieldsProps) {
  const { t } = useTranslation('welcome')
  const { t: ui } = useTranslation('ui')
  const id = useId()
  const Icon = opened ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        ml={-8}
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={toggle}
      >
        {t('form.more')}
      </Button>
      {opened && (
        <Stack id={id} gap={16} mt={12}>
          {way === 'oauth' && (
            <>
              <PasswordInput
                visibilityToggleButtonProps={{ 'aria-label': t('form.reveal') }}
                label={t('form.clientSecret')}
                description={t(hasSecret ? 'form.clientSecretStored' : 'form.clientSecretHint')}
                {...field('clientSecret')}
              />
              <TextInput
                label={t('form.authServer')}
                description={t('form.authServerHint')}
                placeholder={t('form.urlHint')}
                inputMode="url"
                {...field('authServer')}
              />
              {signInTexts.map((name) => (
                <TextInput
                  key={name}
                  label={ui(`signIn.${name}.label`)}
                  description={ui(`signIn.${name}.hint`)}
                  {...field(name)}
                />
              ))}
            </>
          )}
          <TextInput
            label={t('form.basePath')}
            description={t('form.basePathHint')}
            placeholder="/api/v1"
            {...field('basePath')}
          />
        </Stack>
      )}
    </div>
  )
}

/** `url`: the URL of the sign-in page; undefined until it is known, null once that sign-in has ended. */
function WaitForBrowser({ url }: { url: string | null | undefined }) {
  const { t } = useTranslation('welcome')
  const stop = useAction(() => call('session.cancelOAuth', {}))
  return (
    <Stack gap={16}>
      <LoadingBar visible />
      <Text role="status">{t(url === null ? 'wait.asking' : 'form.waiting')}</Text>
      {url && isWebPage(url) && (
        <>
          <Group gap={8}>
            {/* The host opens the link in the system browser. It is the same page that was opened before. */}
            <Button component="a" href={url} target="_blank" rel="noreferrer">
              {t('wait.open')}
            </Button>
            <CopyButton value={url} size="sm" variant="subtle" color="gray">
              {t('wait.copy')}
            </CopyButton>
          </Group>
          <PasteAddress />
        </>
      )}
      {stop.failure && <FailureNotice flush failure={stop.failure} />}
      <Group justify="flex-end">
        <Button {...stop.buttonProps()}>{t('cancel')}</Button>
      </Group>
    </Stack>
  )
}

/** Returns true for web pages. The sign-in server chooses this address, so other schemes must not become a link. */
const isWebPage = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Accepts the redirect address from a browser on another computer, which cannot reach this one. */
function PasteAddress() {
  const { t } = useTranslation('welcome')
  const [address, setAddress] = useState('')
  const hand = useAction(async () => {
    await call('session.pasteRedirect', { address: address.trim() })
    // The address contains the code of the sign-in.
    setAddress('')
  })
  return (
    <Form gap={8} align="flex-start" submit={() => address.trim() !== '' && void hand.run()}>
      <TextInput
        w="100%"
        label={t('wait.paste')}
        description={t('wait.pasteHint')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      {hand.failure && <FailureNotice flush failure={hand.failure} />}
      <Button type="submit" loading={hand.pending} disabled={address.trim() === ''}>
        {t('wait.use')}
      </Button>
    </Form>
  )
}
