import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatValue } from '../../../shared/format/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { type DriftLine, toLines } from './drift.ts'
import classes from './results.module.css'
import { Value } from './Value.tsx'

type Props = { before: string; after: string; name: string }

/** What changed between two answers, the largest difference first; what one of them lacks stands last. */
export function DriftTable({ before, after, name }: Props) {
  const { t } = useTranslation('results')
  const drift = useCall('results.drift', { before, after })
  const columns = useColumns()
  const lines = useMemo(() => (drift.data ? toLines(drift.data) : []), [drift.data])
  return (
    <>
      <LoadingBar visible={drift.loading} />
      {drift.failure && <FailureNotice flush failure={drift.failure} />}
      {drift.data && <Head lines={lines} json={drift.data} />}
      {lines.length > 0 && (
        <div className={classes.driftTable}>
          <VirtualTable
            label={t('drift.title', { name })}
            rows={lines}
            rowKey={(line) => `${line.measure} ${line.name}`}
            columns={columns}
          />
        </div>
      )}
    </>
  )
}

function Head({ lines, json }: { lines: readonly DriftLine[]; json: unknown }) {
  const { t } = useTranslation('results')
  const measureOf = useMeasureName()
  const changed = lines.filter(({ difference }) => difference !== null && difference !== 0).length
  const lacking = lines.filter((line) => line.difference === null && line.before !== line.after).length
  const table = () => ({
    columns: [t('drift.what'), t('measure'), t('drift.before'), t('drift.after'), t('drift.difference')],
    rows: lines.map((line) => [line.name, measureOf(line), line.before, line.after, line.difference]),
  })
  return (
    <div className={classes.tableHead}>
      <Text fz={12} flex={1}>
        {t('drift.summary', { changed, total: lines.length, lacking })}
      </Text>
      <CopyAs read={() => ({ table: table(), json })} />
    </div>
  )
}

function useMeasureName(): (line: DriftLine) => string {
  const { t } = useTranslation('results')
  return ({ measure }) => (measure === null ? t('drift.whole') : t(`measures.${measure}`))
}

function useColumns() {
  const { t } = useTranslation('results')
  const measureOf = useMeasureName()
  const number = (id: 'before' | 'after') => ({
    id,
    width: 110,
    numeric: true,
    label: t(`drift.${id}`),
    cell: (line: DriftLine) => <Value value={line[id]} />,
  })
  return [
    {
      id: 'name',
      width: 180,
      role: 'name' as const,
      label: t('drift.what'),
      cell: (line: DriftLine) => <bdi>{line.name}</bdi>,
    },
    { id: 'measure', width: 120, label: t('measure'), cell: measureOf },
    number('before'),
    number('after'),
    {
      id: 'difference',
      width: 120,
      numeric: true,
      label: t('drift.difference'),
      cell: ({ difference }: DriftLine) => <Difference value={difference} />,
    },
  ]
}

function Difference({ value }: { value: number | null }) {
  const { t } = useTranslation('results')
  if (value === null) return <Value value={null} why={t('drift.none')} />
  return (
    <span title={String(value)}>
      {value > 0 && '+'}
      {formatValue(value)}
    </span>
  )
}
