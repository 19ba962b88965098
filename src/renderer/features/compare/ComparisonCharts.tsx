import { Group, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toDots } from '../../../figures/comparisonFigures.ts'
import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import {
  describeVolcano,
  dotsHint,
  effectNames,
  greaterP,
  headsOf,
  pairHeads,
} from '../../../shared/domain/results/describeComparison.ts'
import { formatP } from '../../../shared/format/numbers.ts'
import { DotMatrixChart } from '../../charts/DotMatrixChart.tsx'
import { ForestChart } from '../../charts/LollipopChart.tsx'
import { VolcanoChart } from '../../charts/ScatterChart.tsx'
import { useValueTitle } from '../../state/cohort/titles.ts'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import classes from './compare.module.css'

type Props = { comparison: Comparison; pathway: string | null; open(pathway: string | null): void }

const threshold = 0.05

/** Differences against how unlikely they are; a point opens its line. */
export function Volcano({ comparison, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const [against, setAgainst] = useState<'p' | 'q'>('q')
  const measure = useValueTitle(comparison.measure)
  const translate = useTranslator()
  const { rows, groups } = comparison
  const [first = '', second = ''] = groups.map(({ name }) => name)
  const selected = useMemo(() => new Set(pathway === null ? [] : [pathway]), [pathway])
  return (
    <div className={classes.canvas}>
      <Group gap={8} fz="xs">
        <span aria-hidden>{t('volcano.against')}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('volcano.against')}
          value={against}
          onChange={(value) => setAgainst(value === 'p' ? 'p' : 'q')}
          data={(['q', 'p'] as const).map((value) => ({ value, label: t(`volcano.by.${value}`) }))}
        />
      </Group>
      <VolcanoChart
        rows={rows}
        against={against}
        threshold={threshold}
        differenceTitle={t('volcano.title', { first, second, measure })}
        selected={selected}
        onSelect={([chosen]) => open(chosen ?? null)}
        summary={translate(describeVolcano(comparison, against))}
        source={translate(describeSource(comparison))}
        fileName={`volcano ${first} ${second}`}
      />
    </div>
  )
}

/** Differences with their intervals, from the highest to the lowest; a row opens its line. */
export function Forest({ comparison, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const measure = useValueTitle(comparison.measure)
  const { groups, test } = comparison
  const [first = '', second = ''] = groups.map(({ name }) => name)
  const rows = useMemo(
    () =>
      comparison.rows.map(({ pathway: label, difference, ciLow, ciHigh, q, withinNoise }) => ({
        label,
        value: difference ?? Number.NaN,
        low: ciLow,
        high: ciHigh,
        isFound: q !== null && q < threshold && !withinNoise,
        notes: q === null ? [] : [`q ${formatP(q)}`],
      })),
    [comparison],
  )
  const selected = useMemo(() => new Set(pathway === null ? [] : [pathway]), [pathway])
  const interval = translate(headsOf(test).interval)
  return (
    <div className={classes.canvas}>
      <ForestChart
        rows={rows}
        valueTitle={t('volcano.title', { first, second, measure })}
        intervalWord={interval}
        labelWord={t('table.pathway')}
        foundWord={t('table.q005')}
        otherWord={t('forest.other')}
        selected={selected}
        onSelect={([chosen]) => open(chosen ?? null)}
        summary={t('forest.summary', { count: rows.length, first, second, interval })}
        source={translate(describeSource(comparison))}
        fileName={`forest ${first} ${second}`}
      />
    </div>
  )
}

type DotsProps = { comparison: Comparison; pathway: string | null; open(pathway: string | null): void }

/** Effects as dots, largest where they are least likely by chance; a row opens its line. */
export function Dots({ comparison, pathway, open }: DotsProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const measure = useValueTitle(comparison.measure)
  const isOfTwo = comparison.groups.length === 2
  const dots = useMemo(() => toDots(comparison), [comparison])
  const selected = useMemo(() => new Set(pathway === null ? [] : [pathway]), [pathway])
  const effect = t('dots.effect', {
    effect: translate(isOfTwo ? effectNames[comparison.effectName] : pairHeads.difference),
    measure,
  })
  const size = isOfTwo ? t('table.q') : translate(greaterP)
  return (
    <div className={classes.canvas}>
      {!isOfTwo && <p className={classes.hint}>{translate(dotsHint)}</p>}
      <DotMatrixChart
        {...dots}
        effectTitle={effect}
        sizeTitle={size}
        rowWord={t('table.pathway')}
        columnWord={t('dots.contrast')}
        selected={selected}
        onSelect={(chosen) => open(chosen.find((one) => one !== pathway) ?? null)}
        summary={t('dots.summary', { count: dots.rows.length, effect, size })}
        source={translate(describeSource(comparison))}
        fileName="dot matrix"
      />
    </div>
  )
}
