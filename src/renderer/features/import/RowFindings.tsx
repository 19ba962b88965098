import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TranslatedMessage } from '../../ui/TranslatedMessage.tsx'
import classes from './grid.module.css'
import { beyondColumns, isBroken } from './gridKeys.ts'
import { SeverityMark } from './SeverityMark.tsx'
import type { Grid } from './useGrid.ts'

/** What is to be said of the row that the cursor is in; it keeps its height, so that nothing moves. */
export function RowFindings({ grid, columns }: { grid: Grid; columns: readonly string[] }) {
  const { t } = useTranslation('import')
  const { row, cursor } = grid
  const broken = row !== null && isBroken(row, columns)
  const left = row === null ? '' : beyondColumns(row, columns).join(' | ')
  return (
    <section className={classes.findings} aria-label={t('grid.findings')} aria-live="polite">
      {row === null ? (
        <Text fz={12} c="dimmed">
          {t('grid.none')}
        </Text>
      ) : (
        <>
          <strong className={classes.findingsLine}>{t('grid.lineIs', { line: row.row })}</strong>
          <ul className={classes.findingList}>
            {row.problems.map(({ column, rule, message, severity }) => (
              <li key={`${column ?? ''} ${rule} ${message}`}>
                <SeverityMark severity={severity}>{t(`check.${severity}`)}</SeverityMark>
                {column === null ? (
                  <span>{t('check.wholeRow')}</span>
                ) : (
                  <button
                    type="button"
                    className={classes.findingColumn}
                    onClick={() => grid.moveTo({ row: cursor.row, column: columns.indexOf(column) })}
                  >
                    {column}
                  </button>
                )}
                <span className={classes.findingText}>
                  <TranslatedMessage text={message} />
                </span>
              </li>
            ))}
            {broken && (
              <li>
                <span className={classes.findingText}>
                  {left === '' ? t('grid.broken') : t('grid.leftOut', { cells: left })}
                </span>
                <Button size="compact-xs" variant="default" onClick={() => grid.accept(row)}>
                  {t('grid.accept')}
                </Button>
              </li>
            )}
          </ul>
        </>
      )}
    </section>
  )
}
