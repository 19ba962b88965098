import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample, SampleSorts } from '../../../shared/domain/samples/sample.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { ConfirmPaidCall } from '../../ui/dialogs/ConfirmPaidCall.tsx'
import { RadioList } from '../../ui/forms/RadioList.tsx'
import classes from './screening.module.css'

/** `studyId`: the study whose samples are offered. */
type Props = {
  sampleId: string | null
  studyId: string
  close: () => void
  created: (taskId: string) => void
}

const byReference: SampleSorts = [{ by: 'client_reference', order: 'asc' }]

/** Chooses a sample and the screening endpoint, and shows the cost. */
export function CreateDialog({ sampleId, studyId, close, created }: Props) {
  const { t } = useTranslation('screening')
  const [chosen, setChosen] = useState(sampleId)
  const [endpoint, setEndpoint] = useState<'screening' | 'virtual-screening'>('screening')
  const cost = useCall('screening.estimate', { sampleId: chosen ?? '-' }, { enabled: chosen !== null })
  const create = useAction(async () => {
    if (chosen === null) return
    const { taskId } = await call('screening.create', { sampleId: chosen, endpoint })
    created(taskId)
  })
  return (
    <ConfirmPaidCall
      title={t('dialog.title')}
      confirm={t('dialog.start')}
      cost={chosen === null ? null : cost}
      action={create}
      close={close}
    >
      <SamplePicker studyId={studyId} chosen={chosen} choose={setChosen} />
      <details className={classes.options}>
        <summary>{t('dialog.options')}</summary>
        <RadioList
          label={t('dialog.endpoint')}
          size="sm"
          value={endpoint}
          change={setEndpoint}
          options={[
            { value: 'screening', label: t('dialog.screening'), description: t('dialog.screeningHint') },
            { value: 'virtual-screening', label: t('dialog.virtual'), description: t('dialog.virtualHint') },
          ]}
        />
      </details>
    </ConfirmPaidCall>
  )
}

type PickerProps = { studyId: string; chosen: string | null; choose: (sampleId: string | null) => void }

/** Finds samples as the user types. Samples that do not match the text are left out even while a search is running. */
function SamplePicker({ studyId, chosen, choose }: PickerProps) {
  const { t } = useTranslation('screening')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, 150)
  const found = useCall('samples.list', {
    text,
    ...(studyId !== allSamplesId && { filter: { study: studyId } }),
    limit: 50,
    sort: byReference,
  })
  const first = useCall('samples.get', { sampleId: chosen ?? '-' }, { enabled: chosen !== null })
  const rows = found.data?.rows ?? []
  const isFormer = text !== typed || found.isPreviousData
  const fits = (sample: Sample) =>
    !isFormer || sample.clientReference.toLowerCase().includes(typed.toLowerCase())
  const offered = new Set(rows.filter(fits).map(({ sampleId }) => sampleId))
  // The picked sample stays an option even if the search does not find it, because the field shows its name.
  const picked = first.data && !rows.some(({ sampleId }) => sampleId === chosen) ? [first.data] : []
  return (
    <Select
      size="sm"
      label={t('term.sample')}
      placeholder={t('dialog.samplePlaceholder')}
      searchable
      // Inside the dialog, because a list outside it would not belong to any landmark of the page.
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      data-autofocus
      value={chosen}
      onChange={(sampleId) => {
        choose(sampleId)
        setTyped('')
      }}
      // Searches only for text that the user types, because picking an option and leaving the field set its text too.
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => setTyped('')}
      filter={({ options }) => options.filter((option) => 'value' in option && offered.has(option.value))}
      nothingFoundMessage={isFormer ? t('dialog.searching') : t('dialog.noSamples')}
      data={[...rows, ...picked].map((sample) => ({ value: sample.sampleId, label: sample.clientReference }))}
    />
  )
}
