import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { chooseSave, deliver } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'

const kinds = ['results', 'samples'] as const
type Kind = (typeof kinds)[number]

/** Writes what is kept of this profile as one CSV file, at a place the person chooses. */
export function ExportDialog({ close }: { close: () => void }) {
  const { t, i18n } = useTranslation('export')
  const [kind, setKind] = useState<Kind>('results')
  const demo = useCall('app.status', {}).data?.demo ?? false
  const write = useAction(async () => {
    const place = await chooseSave(`pathclock-${kind}.csv`)
    if (!place) return
    const { file, rows } = await call(`exports.${kind}`, { fileId: place.fileId, format: 'csv' })
    await deliver(file)
    const lines = new Intl.NumberFormat(i18n.language).format(rows)
    notifications.show({ message: t('done', { count: rows, lines, name: file.name }) })
    close()
  })
  return (
    <Modal opened onClose={close} title={t('title')} size={440}>
      <Stack gap={16}>
        <Radio.Group aria-label={t('what')} value={kind} onChange={(value) => setKind(value as Kind)}>
          <Stack gap={12}>
            {kinds.map((value) => (
              <Radio key={value} value={value} label={t(value)} description={t(`${value}Hint`)} />
            ))}
          </Stack>
        </Radio.Group>
        {demo && (
          <Text fz={12} c="dimmed">
            {t('demo')}
          </Text>
        )}
        {write.failure && <FailureNotice failure={write.failure} />}
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button data-autofocus loading={write.pending} onClick={() => void write.run()}>
            {t('place')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
