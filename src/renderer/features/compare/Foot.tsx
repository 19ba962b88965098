import type { CohortProvenance } from '../../../shared/domain/results/cohort.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { Provenance } from '../../ui/feedback/Provenance.tsx'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import type { ArrangeableColumn, Arranging } from '../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, type useShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import classes from './compare.module.css'

type FootProps = {
  of: CohortProvenance
  about: string
  table: {
    columns: readonly ArrangeableColumn[]
    arranging: Arranging
    shown: ReturnType<typeof useShownColumns>
  }
  isTable: boolean
  copied(): Copied
}

/** Shows the meaning and source of the numbers, with the copy and export actions. */
export function Foot({ of, about, table: { columns, arranging, shown }, isTable, copied }: FootProps) {
  return (
    <div className={classes.foot}>
      <Provenance of={of} />
      <span className={classes.about}>{about}</span>
      {isTable && <ColumnChooser size="xs" columns={columns} arranging={arranging} />}
      <CopyAs inTools read={() => arrangeCopied(copied(), shown)} />
    </div>
  )
}
