import { Box, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelCoefficient, ModelRow } from '../../../../shared/domain/results/model.ts'
import type { BoardFigure } from '../../../../shared/domain/studies/board.ts'
import {
  columnFormat,
  columnFormatP,
  formatAlone,
  formatEstimate,
  formatP,
  formatThousands,
  formatValue,
} from '../../../../shared/format/numbers.ts'
import { shownModel } from '../../../../shared/tables/shownComparison.ts'
import { message } from '../../../../shared/words/message.ts'
import { AdjustedChart } from '../../../charts/GroupCharts.tsx'
import { ScatterChart } from '../../../charts/ScatterChart.tsx'
import { useCall } from '../../../client/useCall.ts'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { FactList, Hint } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import classes from '../compare.module.css'
import { toDefinition } from '../figures.ts'
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
  const shown = (figure: BoardFigure) => ({
    heightPx: chartPx,
    definition: toDefinition(figure, modeled, pathway),
  })
  return (
    <Stack component="section" pt="md" px="lg" pb="xl" aria-label={t('model.detail', { pathway })}>
      <Title order={2} fz="lg" pr="wide" className={shared.wrap}>
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
          <AdjustedChart {...figures.modelEffect} {...shown('modelEffect')} />
          {figures.modelMeans && <AdjustedChart {...figures.modelMeans} {...shown('modelMeans')} />}
        </>
      )}
      {figures && part === 'residuals' && (
        <>
          <Hint>{t('model.residualsHint')}</Hint>
          <ScatterChart {...figures.modelResiduals} {...shown('modelResiduals')} />
          <ScatterChart {...figures.modelQq} {...shown('modelQq')} />
        </>
      )}
      <RowFacts modeled={modeled} row={row} />
      {data && <Coefficients coefficients={data.coefficients} />}
    </Stack>
  )
}

function RowFacts({ modeled: { model, contrast, contrasts }, row }: Props) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const effect = useContrastTitle()(contrast, contrasts)
  const { estimate, ciLow, ciHigh, se, t: statistic, df, p, q, qAll, equivalenceP, n } = row
  const text = (value: number | null, format: (value: number) => string) =>
    value === null ? t('line.none') : format(value)
  const interval = translate(message('comparison.ci'))
  const shown = shownModel(model, [row])
  return (
    <FactList
      facts={[
        [`${effect} (${interval})`, text(estimate, (value) => formatEstimate(value, ciLow, ciHigh))],
        [t('model.seTitle'), text(se, formatValue)],
        [t('line.statistic', { name: 't' }), text(statistic, formatAlone)],
        [t('line.df'), text(df, formatAlone)],
        [t('table.p'), text(p, formatP)],
        [t('table.q'), text(q, formatP)],
        ...shown.qAll.map(({ head }) => [translate(head), text(qAll, formatP)] as const),
        ...shown.equivalence.map(({ head }) => [translate(head), text(equivalenceP, formatP)] as const),
        [t('line.n'), formatThousands(n)],
      ]}
    />
  )
}

/** Shows all coefficients of the design, as R names them. */
function Coefficients({ coefficients }: { coefficients: readonly ModelCoefficient[] }) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const estimates = columnFormat(coefficients.flatMap(({ estimate, se }) => [estimate, se]))
  const statistics = columnFormat(coefficients.map((one) => one.t))
  const chances = columnFormatP(coefficients.map(({ p }) => p))
  return (
    <Box style={{ overflowX: 'auto' }}>
      <SmallTable
        caption={t('model.coefficients')}
        columns={[
          { head: t('model.coefficient'), name: true, cell: ({ name }) => name },
          {
            head: translate(message('models.estimate')),
            numeric: true,
            cell: ({ estimate }) => estimates(estimate),
          },
          {
            head: translate(message('models.standardError')),
            numeric: true,
            cell: ({ se }) => estimates(se),
          },
          { head: 't', numeric: true, cell: (row) => statistics(row.t) },
          { head: t('table.p'), numeric: true, cell: ({ p }) => chances(p) },
        ]}
        rows={coefficients}
        rowKey={({ name }) => name}
      />
    </Box>
  )
}
