import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dotsHint } from '../../../shared/domain/results/describeComparison.ts'
import { DotMatrixChart, ForestChart } from '../../charts/RowCharts.tsx'
import { VolcanoChart } from '../../charts/ScatterChart.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { useTranslator } from '../../ui/text/formats.tsx'
import classes from './compare.module.css'
import { type Compared, type ComparedFigure, toDefinition, useComparedFigure } from './figures.ts'
import type { CompareView } from './view.ts'

type Open = (pathway: string | null) => void

/** Returns the open pathway as the selection of a chart; a click opens another. */
export function useOpenPathway(pathway: string | null, open: Open) {
  const selected = useMemo(() => new Set(pathway === null ? [] : [pathway]), [pathway])
  return { selected, onSelect: ([chosen]: string[]) => open(chosen ?? null) }
}

type Props = {
  kind: ComparedFigure['kind']
  compared: Compared
  open: Open
  choose(against: CompareView['against']): void
}

/** Plots all pathways: effects against p or q, differences with their intervals, or effects as dots. */
export function ComparisonChart({ kind, compared, open, choose }: Props) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const { comparison, view } = compared
  const figure = useComparedFigure(kind, compared)
  const shown = { ...useOpenPathway(view.pathway, open), definition: toDefinition(kind, compared) }
  return (
    <div className={classes.canvas}>
      {figure.kind === 'volcano' && (
        <>
          <Group gap={8} fz="xs">
            <span aria-hidden>{t('volcano.against')}</span>
            <SegmentedControl
              aria-label={t('volcano.against')}
              value={view.against}
              onChange={choose}
              data={(['q', 'p'] as const).map((value) => ({ value, label: t(`table.${value}`) }))}
            />
          </Group>
          <VolcanoChart {...figure.props} {...shown} />
        </>
      )}
      {figure.kind === 'forest' && <ForestChart {...figure.props} {...shown} />}
      {figure.kind === 'dots' && (
        <>
          {comparison.groups.length > 2 && <Hint>{translate(dotsHint)}</Hint>}
          <DotMatrixChart
            {...figure.props}
            {...shown}
            onSelect={(chosen) => open(chosen.find((one) => one !== view.pathway) ?? null)}
          />
        </>
      )}
    </div>
  )
}
