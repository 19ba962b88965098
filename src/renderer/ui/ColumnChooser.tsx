import { Button, TextInput } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ColumnChooser.module.css'
import { ColumnLine } from './ColumnLine.tsx'
import { type ArrangeableColumn, defaultLayout, layOutColumns, withOnly } from './columnLayout.ts'
import { PopoverButton } from './PopoverButton.tsx'
import { SortLines } from './SortLines.tsx'
import type { Arranging } from './useArrangedColumns.ts'

/** `kind`: what sort of column it is, where a table has several. */
type Column = ArrangeableColumn & { kind?: string }
type Props = {
  /** All there are, as they come. */
  columns: readonly Column[]
  arranging: Arranging
  size?: 'xs' | 'compact-sm'
  /** Columns can be kept at the left. */
  pins?: boolean
}

/** Which columns a table shows, in which order, which stay at the left, and what it is sorted by. */
export function ColumnChooser({ columns, arranging, size = 'compact-sm', pins = true }: Props) {
  const { t } = useTranslation('ui')
  return (
    <PopoverButton
      label={t('columns.title')}
      icon={<IconColumns size={14} stroke={1.5} aria-hidden />}
      size={size}
      width={340}
    >
      {() => <ColumnList columns={columns} arranging={arranging} pins={pins} />}
    </PopoverButton>
  )
}

/** More are found by their name: a list of thousands is read by nobody. */
const maxListed = 60
/** So few are seen at once. */
const fewColumns = 10

/** The list itself, for a button that knows the columns only once it is pressed. */
export function ColumnList({ columns, arranging, pins = true }: Omit<Props, 'size'>) {
  const { t } = useTranslation('ui')
  const { layout, change } = arranging
  const [text, setText] = useState('')
  const query = text.trim().toLowerCase()
  const listed = layOutColumns(columns, layout).filter(
    ({ column }) => column.role !== 'mark' && column.label.toLowerCase().includes(query),
  )
  const inOrder = [
    ...listed.filter(({ state }) => state.pinned),
    ...listed.filter(({ state }) => !state.pinned),
  ]
  const ids = new Set(listed.map(({ column }) => column.id))
  const isArranged = layout.columns.length > 0 || layout.othersHidden || layout.sort.length > 0
  return (
    <div className={classes.columns}>
      {columns.length > fewColumns && (
        <TextInput
          size="xs"
          type="search"
          data-autofocus
          aria-label={t('columns.find')}
          placeholder={t('columns.find')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ul className={classes.list} aria-label={t('columns.list')}>
        {inOrder.slice(0, maxListed).map(({ column, state }) => (
          <ColumnLine
            key={column.id}
            column={column}
            state={state}
            columns={columns}
            arranging={arranging}
            pins={pins}
          />
        ))}
      </ul>
      {listed.length > maxListed && (
        <p className={classes.note}>{t('columns.more', { count: listed.length - maxListed })}</p>
      )}
      <SortLines columns={columns} arranging={arranging} />
      <div className={classes.foot}>
        {query !== '' && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={listed.length === 0}
            onClick={() => change(withOnly(columns, layout, ids))}
          >
            {t('columns.only', { count: listed.length })}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          disabled={!isArranged}
          title={t('columns.resetHint')}
          onClick={() => change(defaultLayout)}
        >
          {t('columns.reset')}
        </Button>
      </div>
    </div>
  )
}
