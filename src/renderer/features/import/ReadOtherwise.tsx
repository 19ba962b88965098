import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'

type Props = { corrections: number; close(): void; confirm(): void }

/** Asks before the corrections of a reading are lost to another one. */
export function ReadOtherwise({ corrections, close, confirm }: Props) {
  const { t } = useTranslation('import')
  return (
    <Dialog opened onClose={close} title={t('readAs.otherwise')}>
      <Text fz={13}>{t('readAs.corrections', { count: corrections })}</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" data-autofocus onClick={close}>
          {t('readAs.keepCorrections')}
        </Button>
        <Button
          color="red"
          onClick={() => {
            confirm()
            close()
          }}
        >
          {t('readAs.loseCorrections')}
        </Button>
      </Group>
    </Dialog>
  )
}
