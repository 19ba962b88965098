import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns,
  IconGripVertical,
  IconPin,
  IconPinFilled,
  IconX,
} from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PopoverButton } from '../../forms/PopoverButton.tsx'
import { IconButton } from '../../IconButton.tsx'
import { Hint } from '../../panes/Section.tsx'
import shared from '../../shared.module.css'
import classes from './ColumnChooser.module.css'
import { dragProps, useDrop } from './ColumnHead.tsx'
import { type ArrangeableColumn, type Arranging, defaultLayout, maxSorts, sortOf } from './columnLayout.ts'
import {
  type ColumnTable,
  createColumnTable,
  moveColumn,
  showOnlyColumns,
  stepColumn,
  type TableColumnState,
  toggleColumnSort,
} from './columnTable.ts'

type Props = {
  /** All columns in their default order. */
  columns: readonly ArrangeableColumn[]
  arranging: Arranging
  size?: 'xs' | 'compact-sm'
  pins?: boolean
}

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

/** Further columns are found by name, because a list of thousands is unreadable. */
const maxListed = 60
/** Up to this number of columns, the list has no search field. */
const fewColumns = 10

/** The list itself, for a button that knows the columns only once it is pressed. */
export function ColumnList({ columns, arranging, pins = true }: Omit<Props, 'size'>) {
  const { t } = useTranslation('ui')
  const { layout, change } = arranging
  const [text, setText] = useState('')
  const query = text.trim().toLowerCase()
  const columnTable = createColumnTable(columns, arranging)
  const listed = columnTable.ordered.filter(({ column }) => column.label.toLowerCase().includes(query))
  const ids = new Set(listed.map(({ column }) => column.id))
  const isArranged = layout.columns.length > 0 || layout.othersHidden || layout.sort.length > 0
  return (
    <Stack gap="sm" mah="min(520px, 70vh)">
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
        {listed.slice(0, maxListed).map(({ column, state }) => (
          <ColumnLine key={column.id} column={column} state={state} columnTable={columnTable} pins={pins} />
        ))}
      </ul>
      {listed.length > maxListed && <Hint>{t('columns.more', { count: listed.length - maxListed })}</Hint>}
      <SortLines columnTable={columnTable} />
      <Group gap="sm" wrap="nowrap" align="stretch" flex="none">
        {query !== '' && (
          <Button
            size="compact-xs"
            disabled={listed.length === 0}
            onClick={() => showOnlyColumns(columnTable, ids)}
          >
            {t('columns.only', { count: listed.length })}
          </Button>
        )}
        <Button
          size="compact-xs"
          disabled={!isArranged}
          title={t('columns.resetHint')}
          onClick={() => change(defaultLayout)}
        >
          {t('columns.reset')}
        </Button>
      </Group>
    </Stack>
  )
}

type ColumnLineProps = {
  column: ArrangeableColumn
  state: TableColumnState
  columnTable: ColumnTable
  pins: boolean
}

/** One column: a check box to show it, buttons, Alt+arrow or dragging to move it, and a pin. */
function ColumnLine({ column, state, columnTable, pins }: ColumnLineProps) {
  const { t } = useTranslation('ui')
  const { id, label: name, role } = column
  const [isVisible, isPinned] = [state.getIsVisible(), state.getIsPinned() === 'start']
  const drop = useDrop((other) => moveColumn(columnTable, other, id))
  const step = (by: -1 | 1) => stepColumn(columnTable, id, by)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || !event.altKey || !isVisible) return
    event.preventDefault()
    step(by)
  }
  return (
    <li className={classes.line} {...dragProps(id)} {...drop}>
      <IconGripVertical size={12} className={classes.grip} aria-hidden />
      <Checkbox
        className={classes.lineName ?? ''}
        label={<bdi>{name}</bdi>}
        title={role === 'name' ? t('columns.always') : undefined}
        onKeyDown={onKeyDown}
        checked={isVisible}
        disabled={role === 'name'}
        onChange={({ currentTarget }) => state.toggleVisibility(currentTarget.checked)}
      />
      {isVisible && (
        <>
          <IconButton icon={IconArrowUp} label={t('columns.up', { name })} onClick={() => step(-1)} />
          <IconButton icon={IconArrowDown} label={t('columns.down', { name })} onClick={() => step(1)} />
          {pins && (
            <IconButton
              icon={isPinned ? IconPinFilled : IconPin}
              label={t('columns.pin', { name })}
              aria-pressed={isPinned}
              onClick={() => state.pin(isPinned ? false : 'start')}
            />
          )}
        </>
      )}
    </li>
  )
}

/** The sort columns in order. They do the same as clicks on the header, without a modifier key. */
export function SortLines({ columnTable }: { columnTable: ColumnTable }) {
  const { t } = useTranslation('ui')
  const { table, columns, layout, sort } = columnTable
  const sortable = columns.filter(({ sorts }) => sorts)
  if (sortable.length === 0) return null
  const unsorted = sortable.filter(({ id }) => !sort.some(({ column }) => column === id))
  // The default sort was not chosen by the user, so it can be neither removed nor extended.
  const isDefaultSort = sortOf(columns, layout).length === 0
  return (
    <div className={classes.sorts} role="group" aria-label={t('columns.sortedBy')}>
      <span className={shared.hint}>{t('columns.sortedBy')}</span>
      <ol className={shared.plainList}>
        {sort.map(({ column, order }) => {
          const name = columns.find(({ id }) => id === column)?.label ?? column
          return (
            <li key={column} className={classes.line}>
              <span className={classes.lineName}>
                <bdi>{name}</bdi>
              </span>
              <IconButton
                icon={order === 'asc' ? IconArrowUp : IconArrowDown}
                label={t(order === 'asc' ? 'columns.turnDown' : 'columns.turnUp', { name })}
                onClick={() => table.getColumn(column)?.toggleSorting(order === 'asc', true)}
              />
              <IconButton
                icon={IconX}
                label={t('columns.unsort', { name })}
                disabled={isDefaultSort}
                onClick={() => table.getColumn(column)?.clearSorting()}
              />
            </li>
          )
        })}
      </ol>
      {sort.length < maxSorts && unsorted.length > 0 && (
        <NativeSelect
          aria-label={t('columns.sortAlso')}
          value=""
          onChange={({ currentTarget: { value } }) => {
            if (value) toggleColumnSort(columnTable, value, true)
          }}
          data={[
            { value: '', label: t('columns.sortAlso') },
            ...unsorted.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      )}
    </div>
  )
}
