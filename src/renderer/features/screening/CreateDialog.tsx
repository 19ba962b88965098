import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample, SampleSorts } from '../../../shared/domain/samples/sample.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'

type Props = { sampleId: string | null; close: () => void; created: (taskId: string) => void }

const byReference: SampleSorts = [{ by: 'client_reference', order: 'asc' }]

/** Choose a sample and how to screen; one request is made. */
export function CreateDialog({ sampleId, close, created }: Props) {
  const { t } = useTranslation('screening')
  const [chosen, setChosen] = useState(sampleId)
  const [endpoint, setEndpoint] = useState<'screening' | 'virtual-screening'>('screening')
  const status = useCall('app.status', {})
  const create = useAction(async () => {
    if (chosen === null) return
    const { taskId } = await call('screening.create', { sampleId: chosen, endpoint })
    created(taskId)
  })
  return (
    <Dialog
      opened
      onClose={close}
      title={t('dialog.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <Stack gap={16}>
        <SamplePicker chosen={chosen} choose={setChosen} />
        <Radio.Group
          label={t('dialog.endpoint')}
          value={endpoint}
          onChange={(value) => setEndpoint(value === 'virtual-screening' ? value : 'screening')}
        >
          <Stack gap={8} mt={8}>
            <Radio value="screening" label={t('dialog.screening')} description={t('dialog.screeningHint')} />
            <Radio
              value="virtual-screening"
              label={t('dialog.virtual')}
              description={t('dialog.virtualHint')}
            />
          </Stack>
        </Radio.Group>
        <Text fz="xs">{t(status.data?.demo ? 'dialog.demo' : 'dialog.cost')}</Text>
        {create.failure && <FailureNotice failure={create.failure} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {t('dialog.cancel')}
          </Button>
          <Button disabled={chosen === null} loading={create.pending} onClick={() => void create.run()}>
            {t('dialog.start')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

type PickerProps = { chosen: string | null; choose: (sampleId: string | null) => void }

/** Finds samples by what is typed. None is offered that does not fit it, also while the search is under way. */
function SamplePicker({ chosen, choose }: PickerProps) {
  const { t } = useTranslation('screening')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, 150)
  const found = useCall('samples.list', { text, limit: 50, sort: byReference })
  const first = useCall('samples.get', { sampleId: chosen ?? '-' }, { enabled: chosen !== null })
  const rows = found.data?.rows ?? []
  const isFormer = text !== typed || found.isPreviousData
  const fits = (sample: Sample) =>
    !isFormer || sample.clientReference.toLowerCase().includes(typed.toLowerCase())
  const offered = new Set(rows.filter(fits).map(({ sampleId }) => sampleId))
  // Its name stands in the field, whether or not the search finds it.
  const picked = first.data && !rows.some(({ sampleId }) => sampleId === chosen) ? [first.data] : []
  return (
    <Select
      label={t('dialog.sample')}
      placeholder={t('dialog.samplePlaceholder')}
      searchable
      // Within the dialog: outside of it the list would belong to no part of the page.
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      data-autofocus
      value={chosen}
      onChange={(sampleId) => {
        choose(sampleId)
        setTyped('')
      }}
      // Only what a person types is sought: picking and leaving write a name into the field too.
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => setTyped('')}
      filter={({ options }) => options.filter((option) => 'value' in option && offered.has(option.value))}
      nothingFoundMessage={isFormer ? t('dialog.searching') : t('dialog.noSamples')}
      data={[...rows, ...picked].map((sample) => ({ value: sample.sampleId, label: sample.clientReference }))}
    />
  )
}
