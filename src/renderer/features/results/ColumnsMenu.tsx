import { IconColumns } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import type { ValueTable } from '../../client/useValues.ts'
import { useCohort } from '../../state/useCohort.ts'
import { ColumnList } from '../../ui/ColumnChooser.tsx'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import { useResultColumns } from './useTableColumns.ts'

type Props = { table: ValueTable; arranging: Arranging }

/** Which columns stand in the table; those of the register are asked for once somebody looks. */
export function ColumnsMenu({ table, arranging }: Props) {
  const { t } = useTranslation('ui')
  return (
    <PopoverButton
      label={t('columns.title')}
      icon={<IconColumns size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={340}
    >
      {() => <Columns table={table} arranging={arranging} />}
    </PopoverButton>
  )
}

function Columns({ table, arranging }: Props) {
  const { of } = useCohort().selection
  const { data } = useCall('results.covariates', { of })
  const known = useMemo(() => data?.map(({ name }) => name) ?? [], [data])
  const columns = useResultColumns(table, arranging.layout, known)
  return <ColumnList columns={columns} arranging={arranging} />
}
