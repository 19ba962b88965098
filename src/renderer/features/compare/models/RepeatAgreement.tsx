import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '../../../../shared/contract/failures.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import type { Agreement } from '../../../../shared/domain/results/model.ts'
import { formatAlone, formatEstimate, formatValue, joinInterval } from '../../../../shared/format/numbers.ts'
import { ScatterChart } from '../../../charts/ScatterChart.tsx'
import { useCall } from '../../../client/useCall.ts'
import { useValueTitle } from '../../../state/cohort/titles.ts'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { FactList, Section } from '../../../ui/panes/Section.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'

type Props = {
  /** Samples of other groups are not repeats. */
  group: { name: string; sampleIds: readonly string[] }
  measure: 'activity' | 'aging_offset'
  unit: string
  pathway: string
}

/** Shows how well repeats within a group agree. Shows nothing if the group has none, which the service refuses. */
export function RepeatAgreement({ group, measure, unit, pathway }: Props) {
  const { t } = useTranslation('compare')
  const agreement = useCall('results.agreement', {
    measure,
    of: { sampleIds: [...group.sampleIds] },
    unit,
    pathways: [pathway],
  })
  const { data, failure, isPreviousData } = agreement
  const row = data?.rows[0]
  if (failure && !isFailure(failure, 'rejected'))
    return <FailureNotice flush failure={failure} retry={() => void agreement.refetch()} />
  if (agreement.loading && (!data || isPreviousData)) return <LoadingBar visible />
  if (failure || !data || !row || row.units === 0) return null
  const { icc, iccLow, iccHigh, bias, biasLow, biasHigh, limitLow, limitHigh } = row
  const title = t('agreement.title', { group: group.name, count: row.units, unit })
  return (
    <Section title={title}>
      <FactList
        facts={[
          icc !== null && [t('agreement.icc'), formatEstimate(icc, iccLow, iccHigh, formatAlone)],
          bias !== null && [t('agreement.bias'), formatEstimate(bias, biasLow, biasHigh)],
          limitLow !== null &&
            limitHigh !== null && [
              t('agreement.limits'),
              joinInterval(formatValue(limitLow), formatValue(limitHigh)),
            ],
        ]}
      />
      <BlandAltman agreement={data} pathway={pathway} summary={title} />
    </Section>
  )
}

type PlotProps = { agreement: Agreement; pathway: string; summary: string }

/** Plots the difference of each unit's first two repeats against their mean. */
function BlandAltman({ agreement, pathway, summary }: PlotProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const title = useValueTitle(agreement.measure === 'aging_offset' ? agreement.measure : 'activity')
  const { points, rows } = agreement
  const figure = useMemo(() => {
    const [row] = rows
    const line = (at: number | null | undefined, label: string) =>
      typeof at === 'number' ? [{ kind: 'y' as const, at, label }] : []
    return {
      points: points.map(({ unit, mean, difference }) => ({ id: unit, label: unit, x: mean, y: difference })),
      lines: [
        ...line(row?.bias, t('agreement.bias')),
        ...line(row?.limitLow, t('agreement.limits')),
        ...line(row?.limitHigh, t('agreement.limits')),
      ],
    }
  }, [points, rows, t])
  return (
    <ScatterChart
      {...figure}
      groups={noGroups}
      xTitle={t('agreement.mean', { title })}
      yTitle={t('agreement.difference')}
      pointWord={agreement.unit}
      summary={summary}
      source={translate(describeSource(agreement))}
      fileName={`${pathway} agreement`}
      heightPx={260}
    />
  )
}

const noGroups: readonly never[] = []
