import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconLock } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notDocumented, type TableColumn } from '../../../shared/domain/exporting.ts'
import { TranslatedMessage } from '../../ui/TranslatedMessage.tsx'
import type { Line } from './draft.ts'
import classes from './export.module.css'

type Props = {
  line: Line
  column: TableColumn | undefined
  /** Tab leads to one line of the list; the arrow keys to the others. */
  isReachable: boolean
  /** Why it cannot be left out; null: it can. */
  lockedWhy: string | null
  disabled: boolean
  turn(on: boolean): void
  move(by: -1 | 1): void
  onFocus(): void
  onKeyDown(event: KeyboardEvent): void
}

/** One column: whether it is written, its unit and what it says. */
export function ColumnLine({
  line: { name, on },
  column,
  isReachable,
  lockedWhy,
  disabled,
  turn,
  move,
  onFocus,
  onKeyDown,
}: Props) {
  const { t } = useTranslation('export')
  const unit = column?.unit ?? null
  const tabIndex = isReachable ? 0 : -1
  const action = { size: 'sm', variant: 'subtle', color: 'gray', tabIndex, disabled } as const
  return (
    <li className={classes.line}>
      <Checkbox
        size="xs"
        className={classes.lineName ?? ''}
        data-column={name}
        tabIndex={tabIndex}
        disabled={disabled}
        // Not `disabled` where it is locked: it can still be reached, read and moved.
        aria-disabled={lockedWhy !== null || undefined}
        label={
          <>
            <bdi>{name}</bdi>
            {lockedWhy !== null && <IconLock className={classes.lock ?? ''} size={12} aria-hidden />}
            {unit !== null && (
              <span className={classes.unit}>{unit === notDocumented ? t('columns.noUnit') : unit}</span>
            )}
          </>
        }
        description={
          <>
            {column && <TranslatedMessage text={column.about} />}
            {lockedWhy !== null && <span className={classes.lockedWhy}>{lockedWhy}</span>}
          </>
        }
        checked={on}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      />
      <ActionIcon {...action} aria-label={t('columns.up', { name })} onClick={() => move(-1)}>
        <IconArrowUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon {...action} aria-label={t('columns.down', { name })} onClick={() => move(1)}>
        <IconArrowDown size={14} aria-hidden />
      </ActionIcon>
    </li>
  )
}
