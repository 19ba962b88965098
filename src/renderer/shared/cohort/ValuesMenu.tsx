import { Alert, NativeSelect, Stack } from '@mantine/core'
import { IconRulerMeasure } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SampleChoice, ValueView } from '../../../shared/domain/results/cohort.ts'
import { useAction, useCall } from '../../client/call.ts'
import { samplesWhere } from '../../client/useValues.ts'
import { useCohort } from '../../state/cohort/cohort.ts'
import { useChoiceName } from '../../state/cohort/titles.ts'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { PopoverButton } from '../../ui/forms/PopoverButton.tsx'
import { RadioList } from '../../ui/forms/RadioList.tsx'
import { Hint } from '../../ui/panes/Section.tsx'

/** Chooses how values are shown: as returned, as z-scores, relative to controls, or as ranks. */
export function ValuesMenu() {
  const { t } = useTranslation('state')
  const { view, controlsName } = useCohort().selection
  const samples = useChoiceName(view.kind === 'zControls' ? view.controls : { filter: {} })
  const controls = controlsName === undefined ? samples : t('controls.named', { name: controlsName, samples })
  return (
    <PopoverButton
      label={t(`values.button.${view.kind}`, { controls })}
      icon={<IconRulerMeasure size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={360}
    >
      {() => <Values />}
    </PopoverButton>
  )
}

const kinds = ['raw', 'z', 'zControls', 'rank'] as const

function Values() {
  const { t } = useTranslation('state')
  const { selection, change } = useCohort()
  const { view } = selection
  const [kind, setKind] = useState(view.kind)
  const choose = (chosen: ValueView['kind']) => {
    setKind(chosen)
    if (chosen !== 'zControls') change({ view: { kind: chosen }, controlsName: undefined })
  }
  return (
    <Stack gap={8}>
      <RadioList
        label={t('values.title')}
        value={kind}
        change={choose}
        options={kinds.map((value) => ({
          value,
          label: t(`values.${value}`),
          description: t(`values.about.${value}`),
        }))}
      />
      {kind === 'zControls' && (
        <Controls choose={(controls, controlsName) => change({ view: { kind, controls }, controlsName })} />
      )}
    </Stack>
  )
}

const selectedOption = 'marked'
const covariateValue = (name: string): string => `covariate ${name}`

/** Chooses the controls for z-scores: the samples with one value of a covariate, or the selected ones. */
function Controls({ choose }: { choose(controls: SampleChoice, name?: string): void }) {
  const { t } = useTranslation('state')
  const { selection } = useCohort()
  const covariates = useCall('results.covariates', {})
  const [by, setBy] = useState(covariateValue('group'))
  const [value, setValue] = useState(groupOf(selection.view))
  const pick = useAction(async (name: string, chosen: string) => {
    const found = await samplesWhere(name, chosen)
    choose(found, 'sampleIds' in found ? `${name} = ${chosen}` : undefined)
  })
  const markedCount = selection.selectedIds.size
  const covariate = covariates.data?.find(({ name }) => covariateValue(name) === by)
  const failure = pick.failure ?? covariates.failure
  const isChosen = selection.view.kind === 'zControls'
  return (
    <Stack gap={8}>
      <NativeSelect
        label={t('controls.by')}
        value={by}
        onChange={({ currentTarget }) => {
          setBy(currentTarget.value)
          setValue('')
          if (currentTarget.value === selectedOption) choose({ sampleIds: [...selection.selectedIds] })
        }}
        data={[
          ...(covariates.data ?? []).map(({ name }) => ({ value: covariateValue(name), label: name })),
          ...(markedCount > 0
            ? [{ value: selectedOption, label: t('controls.marked', { count: markedCount }) }]
            : []),
        ]}
      />
      {by !== selectedOption && (
        <NativeSelect
          label={t('term.value')}
          disabled={pick.pending}
          value={value}
          onChange={({ currentTarget }) => {
            setValue(currentTarget.value)
            if (covariate && currentTarget.value) void pick.run(covariate.name, currentTarget.value)
          }}
          data={[
            { value: '', label: t('action.choose') },
            ...(covariate?.values ?? []).map((one) => ({
              value: one.value,
              label: `${one.value} (${one.count})`,
            })),
          ]}
        />
      )}
      {failure && <FailureNotice flush failure={failure} />}
      {isChosen && selection.controlsName !== undefined && (
        <Hint>{t('controls.stay', { name: selection.controlsName })}</Hint>
      )}
      {!isChosen && <Alert p={8}>{t('controls.none')}</Alert>}
    </Stack>
  )
}

/** Returns the group that the controls are, empty if they are not a group. */
const groupOf = (view: ValueView): string =>
  view.kind === 'zControls' && !('sampleIds' in view.controls) ? (view.controls.filter.group ?? '') : ''
