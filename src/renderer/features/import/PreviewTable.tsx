import { Group, ScrollArea, Text } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import classes from './import.module.css'
import { previewTable } from './toCopied.ts'

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
        <table className={classes.plain}>
          <thead>
            <tr>
              <th scope="col" className={classes.line}>
                {t(draft.readAs.format === 'csv' ? 'line' : 'row')}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className={classes.cell} title={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {draft.preview.map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row" className={classes.line}>
                  {row}
                </th>
                {columns.map((column, index) => (
                  <td key={column} className={classes.cell} title={cells[index]}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <Group gap={8} justify="space-between">
        <Text fz={12} c="dimmed">
          {draft.rowCount > 0 && label} {more > 0 && t('read.moreColumns', { count: more })}
        </Text>
        {draft.preview.length > 0 && (
          <Group gap={8}>
            <CopyAs read={() => previewTable(draft.preview, draft.columns)} />
          </Group>
        )}
      </Group>
    </section>
  )
})
