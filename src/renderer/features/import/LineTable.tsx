import { ScrollArea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../ui/panes/Section.tsx'
import classes from './import.module.css'

type Props<Row> = {
  label: string
  rows: readonly Row[]
  /** The number of rows that there are. If it is larger, a note says that only the first ones are shown. */
  total: number
  head: string
  cell(row: Row): ReactNode
}

/** Lists rows of a file: the line, the name of the sample and one more column. */
export function LineTable<Row extends { row: number; clientReference: string }>(props: Props<Row>) {
  const { label, rows, total, head, cell } = props
  const { t } = useTranslation('import')
  return (
    <>
      <ScrollArea.Autosize
        mah={300}
        className={classes.frame}
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
      >
        <table className={classes.plain}>
          <thead>
            <tr>
              <th scope="col" className={classes.line}>
                {t('term.line')}
              </th>
              <th scope="col">{t('field.client_reference')}</th>
              <th scope="col">{head}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <td className={classes.line}>{row.row}</td>
                <td>{row.clientReference}</td>
                <td>{cell(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Autosize>
      {total > rows.length && <Hint>{t('sent.firstRows', { shown: rows.length, total })}</Hint>}
    </>
  )
}
