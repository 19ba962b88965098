import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drift } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import type { Copied } from '../../ui/copyTable.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { formatValue } from '../../ui/numbers.ts'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { bySize } from './drift.ts'
import classes from './results.module.css'
import { Value } from './Value.tsx'

type Row = Drift['rows'][number]

/** What changed between two answers, the largest difference first; what one of them lacks stands last. */
export function DriftTable({ before, after, name }: { before: string; after: string; name: string }) {
  const { t } = useTranslation('results')
  const drift = useCall('results.drift', { before, after })
  const rows = useMemo(() => bySize(drift.data?.rows ?? []), [drift.data])
  const changed = rows.filter(({ difference }) => difference !== null && difference !== 0)
  const lacking = rows.filter((row) => row.difference === null && row.before !== row.after)
  const copied = (): Copied => ({
    table: {
      columns: [t('pathway'), t('measure'), t('drift.before'), t('drift.after'), t('drift.difference')],
      rows: rows.map((row) => [
        row.pathway,
        t(`measures.${row.measure}`),
        row.before,
        row.after,
        row.difference,
      ]),
    },
    json: drift.data,
  })
  return (
    <>
      <LoadingBar visible={drift.loading} />
      {drift.failure && <FailureNotice flush failure={drift.failure} />}
      {drift.data && (
        <div className={classes.tableHead}>
          <Text fz={12} flex={1}>
            {t('drift.summary', { changed: changed.length, total: rows.length, lacking: lacking.length })}
          </Text>
          <CopyAs read={copied} />
        </div>
      )}
      {rows.length > 0 && (
        <div className={classes.driftTable}>
          <VirtualTable
            label={t('drift.title', { name })}
            rows={rows}
            rowKey={(row) => `${row.measure} ${row.pathway}`}
            columns={[
              {
                id: 'pathway',
                width: 180,
                header: t('pathway'),
                cell: ({ pathway }: Row) => <bdi>{pathway}</bdi>,
              },
              {
                id: 'measure',
                width: 120,
                header: t('measure'),
                cell: (row) => t(`measures.${row.measure}`),
              },
              {
                id: 'before',
                width: 110,
                numeric: true,
                header: t('drift.before'),
                cell: (row) => <Value value={row.before} />,
              },
              {
                id: 'after',
                width: 110,
                numeric: true,
                header: t('drift.after'),
                cell: (row) => <Value value={row.after} />,
              },
              {
                id: 'difference',
                width: 120,
                numeric: true,
                header: t('drift.difference'),
                cell: ({ difference }) =>
                  difference === null ? (
                    <Value value={null} why={t('drift.none')} />
                  ) : (
                    <span title={String(difference)}>
                      {difference > 0 && '+'}
                      {formatValue(difference)}
                    </span>
                  ),
              },
            ]}
          />
        </div>
      )}
    </>
  )
}
