import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Measure } from '../../../shared/domain/analysis.ts'
import { formatValue } from '../../charts/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { PageFoot } from '../../ui/PageFoot.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import classes from './results.module.css'
import { toTableRows } from './selection.ts'
import { useAxisTitle } from './useAxisTitle.ts'

const rowsPerPage = 200

type Props = { measure: Measure; open: (sampleId: string) => void }

/** Samples × pathways as numbers; a row opens the ranked bars of its sample. */
export function TableView({ measure, open }: Props) {
  const { t } = useTranslation('results')
  const axisTitle = useAxisTitle(measure)
  const [page, setPage] = useState(1)
  const answer = useCall('results.page', { measure, page, limit: rowsPerPage })
  const matrix = answer.data?.matrix
  const rows = useMemo(() => (matrix ? toTableRows(matrix) : []), [matrix])
  const total = matrix?.totalSamples ?? 0
  return (
    <>
      <LoadingBar visible={answer.loading} />
      {answer.failure && <FailureNotice failure={answer.failure} retry={() => void answer.refetch()} />}
      <VirtualTable
        label={t('title')}
        rows={rows}
        rowKey={(row) => row.sampleId}
        onRowClick={(row) => open(row.sampleId)}
        columns={[
          {
            id: 'sample',
            width: 160,
            pinned: true,
            header: t('sample'),
            cell: (row) => (
              <span title={t('open', { sample: row.clientReference })}>{row.clientReference}</span>
            ),
          },
          { id: 'group', width: 100, header: t('group'), cell: (row) => row.group ?? '–' },
          ...(matrix?.pathways ?? []).map((pathway, index) => ({
            id: `pathway ${pathway}`,
            width: 104,
            numeric: true,
            header: <span title={`${pathway}: ${axisTitle}`}>{pathway}</span>,
            cell: (row: (typeof rows)[number]) => <Value value={row.values[index] ?? null} />,
          })),
        ]}
      />
      <PageFoot page={page} pageSize={rowsPerPage} total={total} go={setPage} />
    </>
  )
}

function Value({ value }: { value: number | null }) {
  const { t } = useTranslation('results')
  if (value === null)
    return (
      <span className={classes.missing} title={t('missing')}>
        –
      </span>
    )
  return (
    <span className={classes.value} title={String(value)}>
      {formatValue(value)}
    </span>
  )
}
