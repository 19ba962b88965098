import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'

/** `url`: where the browser signs in; undefined before it is known, null when the sign-in there has ended. */
export function WaitForBrowser({ url }: { url: string | null | undefined }) {
  const { t } = useTranslation('welcome')
  const stop = useAction(() => call('session.cancelOAuth', {}))
  return (
    <Stack gap={16}>
      <LoadingBar visible />
      <Text role="status">{t(url === null ? 'wait.asking' : 'form.waiting')}</Text>
      {url && isWebPage(url) && (
        <>
          <Group gap={8}>
            {/* The hosts hand it to the system's browser; it is the same page that was opened already. */}
            <Button component="a" variant="default" href={url} target="_blank" rel="noreferrer">
              {t('wait.open')}
            </Button>
            <CopyButton value={url}>
              {({ copied, copy }) => (
                <Button variant="subtle" color="gray" onClick={copy}>
                  {t(copied ? 'wait.copied' : 'wait.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
          <PasteAddress />
        </>
      )}
      {stop.failure && <FailureNotice flush failure={stop.failure} />}
      <Group justify="flex-end">
        <Button variant="default" loading={stop.pending} onClick={() => void stop.run()}>
          {t('form.cancel')}
        </Button>
      </Group>
    </Stack>
  )
}

/** A sign-in server names this address, so it may name anything: only pages become a link. */
const isWebPage = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** The way back for a browser that runs on another computer and cannot reach this one. */
function PasteAddress() {
  const { t } = useTranslation('welcome')
  const [address, setAddress] = useState('')
  const hand = useAction(async () => {
    await call('session.pasteRedirect', { address: address.trim() })
    // It carries the code of the sign-in.
    setAddress('')
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (address.trim() !== '') void hand.run()
      }}
    >
      <Stack gap={8} align="flex-start">
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
        <Button type="submit" variant="default" loading={hand.pending} disabled={address.trim() === ''}>
          {t('wait.use')}
        </Button>
      </Stack>
    </form>
  )
}
