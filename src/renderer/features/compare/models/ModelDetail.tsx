import { Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelCoefficient, ModelRow } from '../../../../shared/domain/results/model.ts'
import {
  columnFormat,
  columnFormatP,
  formatAlone,
  formatP,
  formatValue,
  joinInterval,
} from '../../../../shared/format/numbers.ts'
import { AdjustedChart } from '../../../charts/GroupCharts.tsx'
import { ScatterChart } from '../../../charts/ScatterChart.tsx'
import { useCall } from '../../../client/useCall.ts'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { Fact, Facts, Hint } from '../../../ui/panes/Section.tsx'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import classes from '../compare.module.css'
import { type Modeled, useContrastTitle, useModelFigures } from './modelFigures.ts'

const chartPx = 340
const parts = ['effect', 'residuals'] as const
type Part = (typeof parts)[number]

type Props = { modeled: Modeled; row: ModelRow }

/** Shows one pathway of the model: its effect over the samples, or its residuals, and all coefficients. */
export function ModelDetail({ modeled, row }: Props) {
  const { t } = useTranslation('compare')
  const [part, setPart] = useState<Part>('effect')
  const { pathway } = row
  const diagnostics = useCall('results.modelDiagnostics', { ...modeled.request, pathway })
  // The residuals of another pathway or model do not belong to these numbers.
  const data = diagnostics.isPreviousData ? undefined : diagnostics.data
  const figures = useModelFigures(modeled, data, row)
  return (
    <section className={classes.detail} aria-label={t('model.detail', { pathway })}>
      <Title order={2} fz="lg" className={classes.name}>
        <bdi>{pathway}</bdi>
      </Title>
      <SegmentedControl
        size="xs"
        className={classes.parts}
        aria-label={t('model.parts')}
        value={part}
        onChange={(value) => setPart(value === 'residuals' ? value : 'effect')}
        data={parts.map((value) => ({ value, label: t(`model.part.${value}`) }))}
      />
      <LoadingBar visible={diagnostics.loading} />
      {diagnostics.failure && (
        <FailureNotice flush failure={diagnostics.failure} retry={() => void diagnostics.refetch()} />
      )}
      {figures && part === 'effect' && (
        <>
          <AdjustedChart {...figures.effect} heightPx={chartPx} />
          {figures.means && <AdjustedChart {...figures.means} heightPx={chartPx} />}
        </>
      )}
      {figures && part === 'residuals' && (
        <>
          <Hint>{t('model.residualsHint')}</Hint>
          <ScatterChart {...figures.residuals} heightPx={chartPx} />
          <ScatterChart {...figures.qq} heightPx={chartPx} />
        </>
      )}
      <RowFacts modeled={modeled} row={row} />
      {data && <Coefficients coefficients={data.coefficients} />}
    </section>
  )
}

function RowFacts({ modeled, row }: Props) {
  const { t } = useTranslation('compare')
  const title = useContrastTitle()(modeled.contrast, modeled.contrasts)
  const { estimate, ciLow, ciHigh, se, t: statistic, df, p, q, qAll, equivalenceP, n } = row
  const none = t('line.none')
  const facts: [string, string][] = [
    [
      `${title} (${t('model.interval')})`,
      estimate === null || ciLow === null || ciHigh === null
        ? none
        : `${formatValue(estimate)} (${joinInterval(formatValue(ciLow), formatValue(ciHigh))})`,
    ],
    [t('model.seTitle'), se === null ? none : formatValue(se)],
    [t('line.statistic', { name: 't' }), statistic === null ? none : formatAlone(statistic)],
    [t('line.df'), df === null ? none : formatAlone(df)],
    [t('table.p'), p === null ? none : formatP(p)],
    [t('table.q'), q === null ? none : formatP(q)],
    ...(modeled.model.contrasts.length > 1 && qAll !== null
      ? [[t('model.qAll'), formatP(qAll)] satisfies [string, string]]
      : []),
    ...(equivalenceP === null
      ? []
      : [[t('model.equivalenceP'), formatP(equivalenceP)] satisfies [string, string]]),
    [t('line.n'), t('table.count', { value: n })],
  ]
  return (
    <Facts>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </Facts>
  )
}

/** Shows all coefficients of the design, as R names them. */
function Coefficients({ coefficients }: { coefficients: readonly ModelCoefficient[] }) {
  const { t } = useTranslation('compare')
  const estimates = columnFormat(coefficients.flatMap(({ estimate, se }) => [estimate, se]))
  const statistics = columnFormat(coefficients.map((one) => one.t))
  const chances = columnFormatP(coefficients.map(({ p }) => p))
  return (
    <div className={classes.pairwise}>
      <SmallTable
        caption={t('model.coefficients')}
        columns={[
          { head: t('model.coefficient'), name: true, cell: ({ name }) => name },
          { head: t('model.estimate'), numeric: true, cell: ({ estimate }) => estimates(estimate) },
          { head: t('model.se'), numeric: true, cell: ({ se }) => estimates(se) },
          { head: 't', numeric: true, cell: (row) => statistics(row.t) },
          { head: t('table.p'), numeric: true, cell: ({ p }) => chances(p) },
        ]}
        rows={coefficients}
        rowKey={({ name }) => name}
      />
    </div>
  )
}
