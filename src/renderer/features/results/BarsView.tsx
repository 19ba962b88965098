import { Button, Group, NativeSelect, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Measure, ResultMatrix, SampleResult } from '../../../shared/domain/analysis.ts'
import { LollipopChart } from '../../charts/LollipopChart.tsx'
import { formatValue } from '../../charts/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ClockPanel } from './ClockPanel.tsx'
import { RawJson } from './RawJson.tsx'
import classes from './results.module.css'
import { toRankedBars } from './selection.ts'
import { useAxisTitle } from './useAxisTitle.ts'

type Props = {
  samples: ResultMatrix['samples']
  sampleId: string
  measure: Measure
  choose: (sampleId: string) => void
}

/** One sample: its pathways in order, the clock's values and the raw answer beside them. */
export function BarsView({ samples, sampleId, measure, choose }: Props) {
  const { t } = useTranslation('results')
  const result = useCall('results.sample', { sampleId })
  const known = samples.some((sample) => sample.sampleId === sampleId)
  return (
    <div className={classes.bars}>
      <div className={classes.main}>
        <NativeSelect
          size="xs"
          label={t('chooseSample')}
          maw={320}
          value={sampleId}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            ...(known ? [] : [{ value: sampleId, label: result.data?.clientReference ?? sampleId }]),
            ...samples.map((sample) => ({
              value: sample.sampleId,
              label: sample.group ? `${sample.clientReference} · ${sample.group}` : sample.clientReference,
            })),
          ]}
        />
        <LoadingBar visible={result.loading} />
        {result.failure && <FailureNotice failure={result.failure} retry={() => void result.refetch()} />}
        {result.data && <Bars result={result.data} measure={measure} />}
      </div>
      {result.data && <SampleFacts result={result.data} />}
    </div>
  )
}

function Bars({ result, measure }: { result: SampleResult; measure: Measure }) {
  const { t } = useTranslation('results')
  const axisTitle = useAxisTitle(measure)
  const ranked = useMemo(() => toRankedBars(result, measure), [result, measure])
  const first = ranked.bars[0]
  const last = ranked.bars.at(-1)
  if (!first || !last) return <Text fz={13}>{t('barsEmpty')}</Text>
  return (
    <LollipopChart
      ranked={ranked}
      axisTitle={axisTitle}
      labelWord={t('pathway')}
      fileName={`${result.clientReference} ${measure}`}
      summary={t('barsSummary', {
        sample: result.clientReference,
        measure: t(`measures.${measure}`),
        highest: `${first.label} ${formatValue(first.value)}`,
        lowest: `${last.label} ${formatValue(last.value)}`,
      })}
    />
  )
}

function SampleFacts({ result }: { result: SampleResult }) {
  const { t } = useTranslation('results')
  const navigate = useNavigate()
  return (
    <aside className={classes.side}>
      <Group gap={8}>
        <Title order={3} fz={16} className={classes.name}>
          {result.clientReference}
        </Title>
        {result.synthetic && <SyntheticMark />}
      </Group>
      <ClockPanel clock={result.clock} />
      <section className={classes.section}>
        <dl className={classes.pairs}>
          <dt>{t('detail.fetched')}</dt>
          <dd>
            <Timestamp at={result.fetchedAt} />
          </dd>
          <dt>{t('detail.service')}</dt>
          <dd>{result.service}</dd>
          {result.requestId && (
            <>
              <dt>{t('detail.requestId')}</dt>
              <dd>{result.requestId}</dd>
            </>
          )}
        </dl>
      </section>
      <Group gap={8}>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => void navigate({ to: '/samples', search: { sample: result.sampleId } as never })}
        >
          {t('detail.toSample')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => void navigate({ to: '/screening', search: { sample: result.sampleId } as never })}
        >
          {t('detail.screen')}
        </Button>
      </Group>
      <RawJson key={result.sampleId} raw={result.raw} />
    </aside>
  )
}
