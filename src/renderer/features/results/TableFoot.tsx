import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { useCohort } from '../../state/useCohort.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import type { GridCell, GridColumn } from '../../ui/gridColumns.ts'
import { ExportButton } from './ResultsFrame.tsx'
import classes from './results.module.css'

/** The cell of the table that the keys are at; of a header `cell` is null. */
type ActiveCell = { column: GridColumn; cell: GridCell | null }

type Props = { shown: number; active: ActiveCell | null; copied(): Copied }

/** Below the table: what is marked, the cell that the keys are at in full, and the ways out of here. */
export function TableFoot({ shown, active, copied }: Props) {
  const { t } = useTranslation('results')
  const { selectedIds: marked } = useCohort().selection
  return (
    <div className={classes.foot}>
      <span>{marked.size > 0 ? t('marked', { count: marked.size }) : t('samples', { count: shown })}</span>
      {marked.size > 0 && <WithMarked marked={marked} />}
      <output className={classes.active}>{active && sentenceOf(active)}</output>
      <CopyAs read={copied} />
      <ExportButton />
    </div>
  )
}

const sentenceOf = ({ column, cell }: ActiveCell): string =>
  cell ? `${column.label}: ${cell.title ?? cell.text}` : column.title

function WithMarked({ marked }: { marked: ReadonlySet<string> }) {
  const { t } = useTranslation('results')
  const { change } = useCohort()
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => change({ of: { sampleIds: [...marked] } })}>
        {t('onlyMarked')}
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        onClick={() => change({ selectedIds: new Set() }, { replace: true })}
      >
        {t('unmark')}
      </Button>
    </>
  )
}
