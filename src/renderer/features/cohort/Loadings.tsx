import { Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pca } from '../../../shared/domain/cohort.ts'
import { withSource } from '../../../shared/format/dataTable.ts'
import { formatValue } from '../../../shared/format/numbers.ts'
import { toSourceText } from '../../ui/CohortSource.tsx'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import classes from './cohort.module.css'
import { toLoadings, toLoadingTable } from './pcaPoints.ts'

/** How much each pathway weighs in the two components that are shown. */
export function Loadings({ pca, axes: [x, y] }: { pca: Pca; axes: readonly [number, number] }) {
  const { t } = useTranslation('cohort')
  const { t: words } = useTranslation('ui')
  const rows = useMemo(() => toLoadings(pca, [x, y]), [pca, x, y])
  const weight = (id: string, label: string, read: (row: (typeof rows)[number]) => number) => ({
    id,
    label,
    width: 80,
    numeric: true,
    cell: (row: (typeof rows)[number]) => <span title={String(read(row))}>{formatValue(read(row))}</span>,
  })
  return (
    <section className={classes.side} aria-label={t('pca.loadings')}>
      <div className={classes.sideHead}>
        <Title order={2} fz={13}>
          {t('pca.loadings')}
        </Title>
        <CopyAs
          read={() => {
            const named = toLoadingTable(pca, t('pathway'))
            const table = withSource(named, toSourceText(pca, words), t('source'))
            return { table, json: table }
          }}
        />
      </div>
      <VirtualTable
        label={t('pca.loadings')}
        rows={rows}
        rowKey={(row) => row.pathway}
        columns={[
          {
            id: 'pathway',
            role: 'name',
            label: t('pathway'),
            width: 150,
            cell: (row) => <bdi>{row.pathway}</bdi>,
          },
          weight('x', pca.components[x]?.name ?? '', (row) => row.x),
          weight('y ', pca.components[y]?.name ?? '', (row) => row.y),
        ]}
      />
    </section>
  )
}
