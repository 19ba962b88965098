import { ScrollArea, Table, Text } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import classes from './import.module.css'

/** A file may have thousands of columns; a preview is looked at, not searched. */
const mostColumns = 60

/** The first rows as they were read, each with its line in the file. */
export const PreviewTable = memo(function PreviewTable({ draft }: { draft: ImportDraft }) {
  const { t } = useTranslation('import')
  const columns = draft.columns.slice(0, mostColumns)
  const more = draft.columns.length - columns.length
  const label = t('read.preview', { count: draft.preview.length })
  return (
    <section className={classes.fill}>
      <ScrollArea
        className={classes.frame}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      >
        <Table stickyHeader verticalSpacing={5} horizontalSpacing="sm" fz={12}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" className={classes.line}>
                {t(draft.readAs.format === 'csv' ? 'line' : 'row')}
              </Table.Th>
              {columns.map((column) => (
                <Table.Th key={column} scope="col" className={classes.cell} title={column}>
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {draft.preview.map(({ row, cells }) => (
              <Table.Tr key={row}>
                <Table.Th scope="row" className={classes.line}>
                  {row}
                </Table.Th>
                {columns.map((column, index) => (
                  <Table.Td key={column} className={classes.cell} title={cells[index]}>
                    {cells[index]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      <Text fz={12} c="dimmed">
        {label} {more > 0 && t('read.moreColumns', { count: more })}
      </Text>
    </section>
  )
})
