import { Group, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison } from '../../../shared/domain/comparison.ts'
import { VolcanoChart } from '../../charts/VolcanoChart.tsx'
import { useValueTitle } from '../../state/useValueTitle.ts'
import { toSourceText } from '../../ui/CohortSource.tsx'
import classes from './compare.module.css'

type Props = { comparison: Comparison; pathway: string | null; open(pathway: string | null): void }

const threshold = 0.05

/** Differences against how unlikely they are; a point opens its line. */
export function Volcano({ comparison, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const { t: words } = useTranslation('ui')
  const [against, setAgainst] = useState<'p' | 'q'>('q')
  const measure = useValueTitle(comparison.measure)
  const { rows, groups } = comparison
  const [first = '', second = ''] = groups.map(({ name }) => name)
  const selected = useMemo(() => new Set(pathway === null ? [] : [pathway]), [pathway])
  const drawn = rows.filter((row) => row.difference !== null && row[against] !== null)
  const below = drawn.filter((row) => !row.withinNoise && (row[against] ?? 1) < threshold).length
  return (
    <div className={classes.canvas}>
      <Group gap={8} fz={12}>
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
        summary={t('volcano.summary', { count: drawn.length, first, second, below, against })}
        source={toSourceText(comparison, words)}
        fileName={`volcano ${first} ${second}`}
      />
    </div>
  )
}
