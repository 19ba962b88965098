import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForestChartProps } from '../../../figures/spec.ts'
import { dotsHint } from '../../../shared/domain/results/describeComparison.ts'
import { DotMatrixChart } from '../../charts/DotMatrixChart.tsx'
import { ForestChart } from '../../charts/LollipopChart.tsx'
import { VolcanoChart } from '../../charts/ScatterChart.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import shared from '../../ui/shared.module.css'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import classes from './compare.module.css'
import { type Compared, useDotsFigure, useForestFigure, useVolcanoFigure } from './figures.ts'
import type { CompareView } from './view.ts'

type Props = { compared: Compared; pathway: string | null; open(pathway: string | null): void }
type VolcanoProps = Props & { choose(against: CompareView['against']): void }

const useSelected = (pathway: string | null): ReadonlySet<string> =>
  useMemo(() => new Set(pathway === null ? [] : [pathway]), [pathway])

/** Plots differences against p or q; a click on a point opens its pathway. */
export function Volcano({ compared, pathway, open, choose }: VolcanoProps) {
  const { t } = useTranslation('compare')
  const figure = useVolcanoFigure(compared)
  return (
    <div className={classes.canvas}>
      <Group gap={8} fz="xs">
        <span aria-hidden>{t('volcano.against')}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('volcano.against')}
          value={figure.against}
          onChange={(value) => choose(value === 'p' ? 'p' : 'q')}
          data={(['q', 'p'] as const).map((value) => ({ value, label: t(`volcano.by.${value}`) }))}
        />
      </Group>
      <VolcanoChart
        {...figure}
        selected={useSelected(pathway)}
        onSelect={([chosen]) => open(chosen ?? null)}
      />
    </div>
  )
}

/** Plots differences with their intervals, from the highest to the lowest; a click on a row opens its pathway. */
export const ForestView = ({
  figure,
  pathway,
  open,
}: Omit<Props, 'compared'> & { figure: ForestChartProps }) => (
  <div className={classes.canvas}>
    <ForestChart {...figure} selected={useSelected(pathway)} onSelect={([chosen]) => open(chosen ?? null)} />
  </div>
)

export const Forest = ({ compared, ...props }: Props) => (
  <ForestView figure={useForestFigure(compared)} {...props} />
)

/** Plots effects as dots, larger for smaller p; a click on a row opens its pathway. */
export function Dots({ compared, pathway, open }: Props) {
  const translate = useTranslator()
  return (
    <div className={classes.canvas}>
      {compared.comparison.groups.length > 2 && <p className={shared.hint}>{translate(dotsHint)}</p>}
      <DotMatrixChart
        {...useDotsFigure(compared)}
        selected={useSelected(pathway)}
        onSelect={(chosen) => open(chosen.find((one) => one !== pathway) ?? null)}
      />
    </div>
  )
}
