import { Button, Checkbox, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { analysisRequests } from './register.ts'
import { countOf, idsOf, type Selection } from './selection.ts'

type Props = { selection: Selection; total: number; close: () => void }

/** Which samples, with or without the clock, and how many requests that takes; then one button. */
export function AnalyseDialog({ selection, total, close }: Props) {
  const { t } = useTranslation('samples')
  const chosen = countOf(selection)
  const [only, setOnly] = useState(chosen > 0)
  const [clock, setClock] = useState(true)
  const [again, setAgain] = useState(false)
  const status = useCall('app.status', {})
  const count = only ? chosen : total
  const run = useAction(async () => {
    const chosenOnly = only ? { of: { sampleIds: await idsOf(selection, () => undefined) } } : {}
    await call('analyses.run', { ...chosenOnly, clock, again })
    notifications.show({ message: t('started') })
    close()
  })
  return (
    <Modal
      opened
      onClose={close}
      title={t('analyseDialog.title')}
      centered
      closeButtonProps={{ 'aria-label': t('analyseDialog.close') }}
    >
      <Stack gap={16}>
        {chosen > 0 && (
          <Radio.Group
            label={t('analyseDialog.which')}
            value={only ? 'selected' : 'all'}
            onChange={(value) => setOnly(value === 'selected')}
          >
            <Stack gap={8} mt={8}>
              <Radio value="selected" label={t('analyseDialog.selected', { count: chosen })} />
              <Radio value="all" label={t('analyseDialog.all', { count: total })} />
            </Stack>
          </Radio.Group>
        )}
        <Checkbox
          label={t('analyseDialog.clock')}
          checked={clock}
          onChange={(event) => setClock(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('analyseDialog.again')}
          checked={again}
          onChange={(event) => setAgain(event.currentTarget.checked)}
        />
        <Text fz={12}>
          {t('analyseDialog.requests', { count: analysisRequests(count, clock) })}{' '}
          {t(status.data?.demo ? 'analyseDialog.demo' : 'analyseDialog.cost')}
        </Text>
        {run.failure && <FailureNotice failure={run.failure} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {t('analyseDialog.cancel')}
          </Button>
          <Button loading={run.pending} onClick={() => void run.run()}>
            {t('analyseDialog.start', { count })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
