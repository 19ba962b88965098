import { NativeSelect, ScrollArea, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportDraft, Mapping } from '../../../shared/domain/importing.ts'
import { type OrderField, orderFieldNames } from '../../../shared/domain/sample.ts'
import classes from './import.module.css'
import { isSent } from './mapping.ts'

type Props = {
  draft: ImportDraft
  mapping: Mapping
  assign: (column: string, field: OrderField | null) => void
}

/** The first rows as they were read, each column under the field it is sent as. */
export function MappingTable({ draft, mapping, assign }: Props) {
  const { t } = useTranslation('import')
  return (
    <ScrollArea
      className={classes.frame}
      type="auto"
      offsetScrollbars="x"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('step.columns') }}
    >
      <Table verticalSpacing={5} horizontalSpacing="sm" fz={12} withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={classes.line}>
              {t('columns.line')}
            </Table.Th>
            {draft.columns.map((column) => (
              <Table.Th
                key={column}
                scope="col"
                className={classes.mapped}
                data-sent={isSent(mapping, column)}
              >
                <span className={classes.columnName} title={column}>
                  {column}
                </span>
                <FieldSelect column={column} field={mapping[column] ?? null} assign={assign} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {draft.preview.map(({ row, cells }) => (
            <Table.Tr key={row}>
              <Table.Td className={classes.line}>{row}</Table.Td>
              {draft.columns.map((column, index) => (
                <Table.Td key={column} className={classes.cell} data-sent={isSent(mapping, column)}>
                  {cells[index]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}

type FieldSelectProps = { column: string; field: OrderField | null; assign: Props['assign'] }

function FieldSelect({ column, field, assign }: FieldSelectProps) {
  const { t } = useTranslation('import')
  return (
    <NativeSelect
      size="xs"
      aria-label={t('columns.sendAs', { column })}
      value={field ?? ''}
      onChange={(event) => {
        const picked = event.currentTarget.value
        assign(column, orderFieldNames.find((name) => name === picked) ?? null)
      }}
      data={[
        { value: '', label: t('columns.notSent') },
        ...orderFieldNames.map((name) => ({ value: name, label: t(`field.${name}`) })),
      ]}
    />
  )
}
