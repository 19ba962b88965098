import { Checkbox, MultiSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'
import { isEverySample, type SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { allSamplesId, filterInStudy } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { useCurrentStudyId } from '../../state/currentStudy.ts'
import { ConfirmPaidCall } from '../../ui/dialogs/ConfirmPaidCall.tsx'
import { RadioList } from '../../ui/forms/RadioList.tsx'

type Chosen = { of: SampleChoice; count: number }

type Props = {
  /** null: only the whole study can be analyzed. */
  chosen: Chosen | null
  all: Chosen
  close(): void
}

const mostListed = 100
const maxRequested = 10_000

/** Returns the name of each pathway in the service's results. Pathways that occur only in drugs are left out. */
const namesToAsk = (pathways: readonly Pathway[]): string[] =>
  pathways.flatMap(({ names }) => names.find(({ results }) => results > 0)?.name ?? [])

function AnalyseDialog({ chosen, all, close }: Props) {
  const { t } = useTranslation('samples')
  const [only, setOnly] = useState(chosen !== null)
  const [clock, setClock] = useState(true)
  const [again, setAgain] = useState(false)
  const [pathways, setPathways] = useState<string[]>([])
  const named = useCall('pathways.list', {})
  const { of } = chosen && only ? chosen : all
  const request = {
    ...(isEverySample(of) ? {} : { of }),
    ...(pathways.length > 0 ? { pathways } : {}),
    clock,
    again,
  }
  const cost = useCall('analyses.estimate', request)
  const run = useAction(async () => {
    await call('analyses.run', request)
    notifications.show({ message: t('started') })
    close()
  })
  const count = cost.isPreviousData ? undefined : cost.data?.count
  return (
    <ConfirmPaidCall
      title={t('analyseDialog.title')}
      confirm={t('analyseDialog.start', { count: count ?? (chosen && only ? chosen : all).count })}
      cost={cost}
      action={run}
      close={close}
    >
      {chosen && (
        <RadioList
          label={t('analyseDialog.which')}
          size="sm"
          value={only ? 'selected' : 'all'}
          change={(value) => setOnly(value === 'selected')}
          options={[
            { value: 'selected', label: t('analyseDialog.selected', { count: chosen.count }) },
            { value: 'all', label: t('analyseDialog.all', { count: all.count }) },
          ]}
        />
      )}
      <MultiSelect
        size="sm"
        label={t('term.pathways')}
        description={pathways.length > 0 ? t('analyseDialog.onlyThese') : null}
        placeholder={pathways.length > 0 ? '' : t('analyseDialog.allPathways')}
        data={namesToAsk(named.data ?? [])}
        value={pathways}
        onChange={setPathways}
        searchable
        openOnFocus={false}
        clearable
        clearButtonProps={{ 'aria-label': t('analyseDialog.allPathways') }}
        limit={mostListed}
        maxValues={maxRequested}
      />
      <Checkbox
        size="sm"
        label={t('analyseDialog.clock')}
        checked={clock}
        onChange={(event) => setClock(event.currentTarget.checked)}
      />
      <Checkbox
        size="sm"
        label={t('analyseDialog.again')}
        checked={again}
        onChange={(event) => setAgain(event.currentTarget.checked)}
      />
    </ConfirmPaidCall>
  )
}

type AnalyseChosenProps = { of: SampleChoice; close(): void }

/** Opens the dialog for samples selected elsewhere, by id or by a query. */
export function AnalyseChosen({ of, close }: AnalyseChosenProps) {
  const isNamed = 'sampleIds' in of
  const filter = filterInStudy({}, useCurrentStudyId() ?? allSamplesId)
  const inStudy = useCall('samples.list', { filter, limit: 1 })
  const question = isNamed ? null : { text: of.text ?? '', filter: of.filter }
  const found = useCall('samples.list', { ...question, limit: 1 }, { enabled: question !== null })
  if (!inStudy.data || (question && !found.data)) return null
  const total = inStudy.data.total
  const count = isNamed ? of.sampleIds.length : (found.data?.total ?? 0) - (of.except?.length ?? 0)
  return (
    <AnalyseDialog
      chosen={count === total ? null : { of, count }}
      all={{ of: { filter }, count: total }}
      close={close}
    />
  )
}
