import { Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, useAction } from '../../../client/call.ts'
import { Dialog, DialogForm } from '../../../ui/dialogs/Dialog.tsx'
import { TranslatedMessage } from '../../../ui/text/formats.tsx'

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
