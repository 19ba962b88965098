import { useTranslation } from 'react-i18next'
import type { ImportCheck } from '../../../shared/domain/importing.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { EditTools } from './EditTools.tsx'
import { FailingGrid } from './FailingGrid.tsx'
import classes from './import.module.css'
import { RowFindings } from './RowFindings.tsx'
import { RuleFilter } from './RuleFilter.tsx'
import { mostCopied, readFailing } from './readAll.ts'
import { failingTable } from './toCopied.ts'
import type { Rows } from './useCheckedRows.ts'
import type { Loaded, Wizard } from './useWizard.ts'

type Props = { wizard: Wizard; loaded: Loaded; check: ImportCheck; rows: Rows }

/** The rules at the left, the rows that they are about at the right, and what is wrong with the one in hand below. */
export function CheckedRows({ wizard, loaded, check, rows }: Props) {
  const { t } = useTranslation('import')
  const { failing, corrections, grid } = rows
  const { draftId, columns } = loaded.draft
  const column = columns[grid.cursor.column] ?? ''
  const text = grid.row
    ? (corrections.typedAt(grid.row.row, column) ?? grid.row.cells[grid.cursor.column] ?? '')
    : ''
  return (
    <div className={classes.checked}>
      <RuleFilter rules={check.rules} filter={rows.filter} choose={rows.choose} />
      <div className={classes.checkedRows}>
        <EditTools
          loaded={loaded}
          changes={wizard.changes}
          corrections={corrections}
          at={{ column, text }}
          invalid={check.invalid}
        >
          {failing.total !== null && t('grid.rows', { count: failing.total })}
          {failing.totalIsLeast && ` ${t('grid.least')}`}
          <span className={classes.hint}> {t('grid.keys')}</span>
          {failing.total !== null && failing.total > 0 && failing.total <= mostCopied && (
            <CopyAs
              read={async () => failingTable(await readFailing({ draftId, ...rows.filter }), columns)}
            />
          )}
        </EditTools>
        <FailingGrid
          loaded={loaded}
          failing={failing}
          grid={grid}
          corrections={corrections}
          scroller={rows.scroller}
          show={rows.show}
        />
        <RowFindings grid={grid} columns={columns} />
      </div>
    </div>
  )
}
