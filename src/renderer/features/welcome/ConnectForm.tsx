import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Group, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { type Connection, connectionSchema, emptyConnection } from './connection.ts'

type Props = { start?: Partial<Connection>; back: () => void; connected: () => void }

/** Asks for a service and a way to sign in. Nothing is kept before the service has said yes. */
export function ConnectForm({ start, back, connected }: Props) {
  const { t } = useTranslation('welcome')
  const form = useForm({
    resolver: zodResolver(connectionSchema),
    defaultValues: { ...emptyConnection, ...start },
  })
  const way = form.watch('way')
  const connect = useAction(async (wanted: Connection) => {
    await send(wanted)
    // The key is in the keychain now; the page forgets it.
    form.setValue('apiKey', '')
    connected()
  })
  const stop = useAction(() => call('session.cancelOAuth', {}))
  const waiting = connect.pending && way === 'oauth'
  const problem = (name: keyof Connection): ReactNode => {
    const message = form.formState.errors[name]?.message
    return message && t(message as 'problem.url')
  }
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit((wanted) => connect.run(wanted))(event)}>
      <Stack gap={16}>
        <TextInput
          label={t('form.url')}
          placeholder={t('form.urlHint')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          autoFocus
          error={problem('serviceUrl')}
          {...form.register('serviceUrl')}
        />
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          autoComplete="off"
          error={problem('name')}
          {...form.register('name')}
        />
        <Controller
          control={form.control}
          name="way"
          render={({ field }) => (
            <SegmentedControl
              fullWidth
              aria-label={t('form.way')}
              value={field.value}
              onChange={field.onChange}
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
            label={t('form.apiKey')}
            description={t('form.apiKeyHint')}
            autoComplete="off"
            spellCheck={false}
            error={problem('apiKey')}
            {...form.register('apiKey')}
          />
        ) : (
          <TextInput
            label={t('form.clientId')}
            description={t('form.clientIdHint')}
            autoComplete="off"
            spellCheck={false}
            error={problem('clientId')}
            {...form.register('clientId')}
          />
        )}
        {waiting && <Text role="status">{t('form.waiting')}</Text>}
        {/* Stopping the sign-in was the person's own wish. */}
        {connect.failure && connect.failure.code !== 'cancelled' && (
          <FailureNotice failure={connect.failure} />
        )}
        {stop.failure && <FailureNotice failure={stop.failure} />}
        <Group gap={8} justify="flex-end">
          {waiting ? (
            <Button variant="default" onClick={() => void stop.run()}>
              {t('form.cancel')}
            </Button>
          ) : (
            <Button variant="default" disabled={connect.pending} onClick={back}>
              {t('back')}
            </Button>
          )}
          <Button type="submit" loading={connect.pending}>
            {t(way === 'api-key' ? 'form.connect' : 'form.signIn')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function send({ serviceUrl, name, way, apiKey, clientId }: Connection) {
  const where = { serviceUrl, ...(name === '' ? {} : { name }) }
  return way === 'api-key'
    ? call('session.connectApiKey', { ...where, apiKey })
    : call('session.connectOAuth', { ...where, clientId })
}
