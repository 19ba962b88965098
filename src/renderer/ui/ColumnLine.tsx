import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPin, IconPinFilled } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../shared/domain/appData.ts'
import classes from './ColumnChooser.module.css'
import { dragProps, useDrop } from './columnDrag.ts'
import { type ArrangeableColumn, withPinned, withPosition, withShown, withStep } from './columnLayout.ts'
import type { Arranging } from './useArrangedColumns.ts'

type Props = {
  column: ArrangeableColumn
  state: TableLayout['columns'][number]
  columns: readonly ArrangeableColumn[]
  arranging: Arranging
  pins: boolean
}

/** One column: shown or not, moved by buttons, by Alt with an arrow, or dragged, and kept at the left. */
export function ColumnLine({ column, state, columns, arranging: { layout, change }, pins }: Props) {
  const { t } = useTranslation('ui')
  const { id, label: name, role } = column
  const drop = useDrop((other) => change(withPosition(columns, layout, other, id)))
  const step = (by: -1 | 1) => change(withStep(columns, layout, id, by))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || !event.altKey || state.hidden) return
    event.preventDefault()
    step(by)
  }
  const action = { size: 'sm', variant: 'subtle', color: 'gray' } as const
  const Pin = state.pinned ? IconPinFilled : IconPin
  return (
    <li className={classes.line} {...dragProps(id)} {...drop}>
      <IconGripVertical size={12} className={classes.grip} aria-hidden />
      <Checkbox
        size="xs"
        className={classes.lineName ?? ''}
        label={<bdi>{name}</bdi>}
        title={role === 'name' ? t('columns.always') : undefined}
        onKeyDown={onKeyDown}
        checked={!state.hidden}
        disabled={role === 'name'}
        onChange={({ currentTarget }) => change(withShown(columns, layout, id, currentTarget.checked))}
      />
      {!state.hidden && (
        <>
          <ActionIcon {...action} aria-label={t('columns.up', { name })} onClick={() => step(-1)}>
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon {...action} aria-label={t('columns.down', { name })} onClick={() => step(1)}>
            <IconArrowDown size={14} aria-hidden />
          </ActionIcon>
          {pins && (
            <ActionIcon
              {...action}
              aria-label={t('columns.pin', { name })}
              aria-pressed={state.pinned}
              onClick={() => change(withPinned(columns, layout, id, !state.pinned))}
            >
              <Pin size={14} aria-hidden />
            </ActionIcon>
          )}
        </>
      )}
    </li>
  )
}
