import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/importing.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Sending } from './useSending.ts'

type Props = { batch: Batch; cancel: Sending['cancel']; close(): void }

/** Asks before what waits is taken back; says what stays. */
export function CancelOrders({ batch, cancel, close }: Props) {
  const { t } = useTranslation('import')
  return (
    <Dialog opened onClose={close} title={t('cancel.title')}>
      <Text fz={13}>{t('cancel.waiting', { count: batch.queued })}</Text>
      <Text fz={13} mt={8}>
        {t('cancel.created', { count: batch.created })}
      </Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" data-autofocus onClick={close}>
          {t('cancel.keep')}
        </Button>
        <Button
          color="red"
          loading={cancel.pending}
          onClick={() => {
            void cancel.run()
            close()
          }}
        >
          {t('cancel.confirm')}
        </Button>
      </Group>
    </Dialog>
  )
}
