import { Button, Checkbox, Group, MultiSelect, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'
import type { AnalysisEstimate } from '../../../shared/domain/results/analysis.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'

type Props = {
  /** null: only all samples of the register can be meant, of which there are `total`. */
  chosen: { of: SampleChoice; count: number } | null
  total: number
  close(): void
}

const mostListed = 100
const maxRequested = 10_000

/** Each pathway by the name that the service gave in its results; those that only drugs name are not offered. */
const namesToAsk = (pathways: readonly Pathway[]): string[] =>
  pathways.flatMap(({ names }) => names.find(({ results }) => results > 0)?.name ?? [])

/** Which samples and pathways, with or without the clock, and how many requests that takes; then one button. */
export function AnalyseDialog({ chosen, total, close }: Props) {
  const { t } = useTranslation('samples')
  const [only, setOnly] = useState(chosen !== null)
  const [clock, setClock] = useState(true)
  const [again, setAgain] = useState(false)
  const [pathways, setPathways] = useState<string[]>([])
  const named = useCall('pathways.list', {})
  const status = useCall('app.status', {})
  const request = {
    ...(chosen && only ? { of: chosen.of } : {}),
    ...(pathways.length > 0 ? { pathways } : {}),
    clock,
    again,
  }
  const { data: known, isPreviousData, failure } = useCall('analyses.estimate', request)
  const estimate = isPreviousData ? undefined : known
  const run = useAction(async () => {
    await call('analyses.run', request)
    notifications.show({ message: t('started') })
    close()
  })
  return (
    <Dialog
      opened
      onClose={close}
      title={t('analyseDialog.title')}
      closeButtonProps={{ 'aria-label': t('analyseDialog.close') }}
    >
      <Stack gap={16}>
        {chosen && (
          <Radio.Group
            label={t('analyseDialog.which')}
            value={only ? 'selected' : 'all'}
            onChange={(value) => setOnly(value === 'selected')}
          >
            <Stack gap={8} mt={8}>
              <Radio value="selected" label={t('analyseDialog.selected', { count: chosen.count })} />
              <Radio value="all" label={t('analyseDialog.all', { count: total })} />
            </Stack>
          </Radio.Group>
        )}
        <MultiSelect
          label={t('analyseDialog.pathways')}
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
          label={t('analyseDialog.clock')}
          checked={clock}
          onChange={(event) => setClock(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('analyseDialog.again')}
          checked={again}
          onChange={(event) => setAgain(event.currentTarget.checked)}
        />
        <Text fz="xs" role="status">
          {estimate && <Requests estimate={estimate} again={again} />}{' '}
          {estimate?.requests !== 0 && t(status.data?.demo ? 'analyseDialog.demo' : 'analyseDialog.cost')}
        </Text>
        {failure && <FailureNotice failure={failure} />}
        {run.failure && <FailureNotice failure={run.failure} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {t('analyseDialog.cancel')}
          </Button>
          <Button
            loading={run.pending}
            disabled={!estimate || estimate.requests === 0}
            onClick={() => void run.run()}
          >
            {t('analyseDialog.start', {
              count: estimate?.lacking ?? (chosen && only ? chosen.count : total),
            })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** How many samples lack results and how many requests these take: what is stored is not requested again. */
function Requests({ estimate, again }: { estimate: AnalysisEstimate; again: boolean }) {
  const { t } = useTranslation('samples')
  const { samples, lacking, requests, unready } = estimate
  if (requests === 0) return t('analyseDialog.nothing')
  return [
    t(again ? 'analyseDialog.fetchedAgain' : 'analyseDialog.lacking', { count: lacking, total: samples }),
    t('analyseDialog.requests', { count: requests }),
    unready > 0 && t('analyseDialog.unready', { count: unready }),
  ]
    .filter(Boolean)
    .join(' ')
}

type AnalyseChosenProps = { of: SampleChoice; close(): void }

/** The same dialog for samples that were chosen elsewhere, by name or by a search of the register. */
export function AnalyseChosen({ of, close }: AnalyseChosenProps) {
  const isNamed = 'sampleIds' in of
  const inRegister = useCall('samples.list', { limit: 1 })
  const question = isNamed ? null : { text: of.text ?? '', filter: of.filter }
  const found = useCall('samples.list', { ...question, limit: 1 }, { enabled: question !== null })
  if (!inRegister.data || (question && !found.data)) return null
  const total = inRegister.data.total
  const count = isNamed ? of.sampleIds.length : (found.data?.total ?? 0) - (of.except?.length ?? 0)
  return <AnalyseDialog chosen={count === total ? null : { of, count }} total={total} close={close} />
}
