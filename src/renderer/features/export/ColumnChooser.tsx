import { Box, Button, Checkbox, Group, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconLock } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notDocumented, type TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { TranslatedMessage, type Translator, useTranslator } from '../../ui/text/formats.tsx'
import { type Line, moveLine, turnLines } from './draft.ts'
import classes from './export.module.css'

/** The most columns that are listed. The user finds others by name; thousands of lines are unreadable. */
const mostListed = 100

type Props = {
  columns: readonly TableColumn[]
  lines: readonly Line[]
  /** The column that cannot be left out, with the reason. */
  locked: { name: string; why: string } | null
  /** True while the columns still belong to the previous table. */
  disabled: boolean
  gone: readonly string[]
  change(lines: Line[]): void
}

export function ColumnChooser({ columns, lines, locked, disabled, gone, change }: Props) {
  const { t } = useTranslation(['export', 'ui'])
  const translate = useTranslator()
  const [text, setText] = useState('')
  const [active, setActive] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const about = new Map(columns.map((column) => [column.name, column]))
  const query = text.trim().toLowerCase()
  const found = lines.filter(({ name }) => holds(about.get(name), translate, query))
  const listed = found.slice(0, mostListed)
  const reachable = listed.some(({ name }) => name === active) ? active : (listed[0]?.name ?? null)
  const turn = (which: readonly Line[], on: boolean) => {
    const names = which.map(({ name }) => name).filter((name) => name !== locked?.name)
    change(turnLines(lines, new Set(names), on))
  }
  const onKeyDown = (event: KeyboardEvent, name: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    if (event.altKey) return change(moveLine(lines, name, by))
    const next = listed[listed.findIndex((line) => line.name === name) + by]
    if (next) focusLine(list.current, next.name)
  }
  return (
    <>
      <div className={classes.chooserHead}>
        <h3>{t('columns.title', { count: lines.filter(({ on }) => on).length, total: lines.length })}</h3>
        <Button size="compact-xs" disabled={disabled} onClick={() => turn(found, true)}>
          {t(query === '' ? 'columns.all' : 'columns.allFound')}
        </Button>
        <Button size="compact-xs" disabled={disabled} onClick={() => turn(found, false)}>
          {t(query === '' ? 'columns.none' : 'columns.noneFound')}
        </Button>
      </div>
      <TextInput
        size="xs"
        type="search"
        aria-label={t('columns.find')}
        placeholder={t('columns.find')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {gone.length > 0 && (
        <Hint role="status">
          {t('columns.gone', { count: gone.length, names: gone.slice(0, 5).join(', ') })}
        </Hint>
      )}
      {lines.every(({ name, on }) => !on || name === locked?.name) && (
        <p role="status">{t('columns.nothing')}</p>
      )}
      <ul ref={list} className={classes.lines} aria-label={t('ui:columns.title')}>
        {listed.map((line) => (
          <ColumnLine
            key={line.name}
            line={line}
            column={about.get(line.name)}
            isReachable={line.name === reachable}
            lockedWhy={line.name === locked?.name ? locked.why : null}
            disabled={disabled}
            turn={(on) => turn([line], on)}
            move={(by) => change(moveLine(lines, line.name, by))}
            onFocus={() => setActive(line.name)}
            onKeyDown={(event) => onKeyDown(event, line.name)}
          />
        ))}
      </ul>
      {found.length > mostListed && <Hint>{t('columns.more', { count: found.length - mostListed })}</Hint>}
      <Hint>{t('columns.keys')}</Hint>
    </>
  )
}

const holds = (column: TableColumn | undefined, translate: Translator, text: string): boolean =>
  `${column?.name ?? ''} ${toEnglish(column?.about ?? joinMessages([]))} ${translate(column?.about ?? joinMessages([]))}`
    .toLowerCase()
    .includes(text)

function focusLine(list: HTMLElement | null, name: string): void {
  const boxes = list?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? []
  for (const box of boxes) if (box.dataset['column'] === name) box.focus()
}

type ColumnLineProps = {
  line: Line
  column: TableColumn | undefined
  /** True for the one line that Tab reaches; the arrow keys reach the others. */
  isReachable: boolean
  /** The reason why the column cannot be left out, or null. */
  lockedWhy: string | null
  disabled: boolean
  turn(on: boolean): void
  move(by: -1 | 1): void
  onFocus(): void
  onKeyDown(event: KeyboardEvent): void
}

function ColumnLine({
  line: { name, on },
  column,
  isReachable,
  lockedWhy,
  disabled,
  turn,
  move,
  onFocus,
  onKeyDown,
}: ColumnLineProps) {
  const { t } = useTranslation('export')
  const unit = column?.unit ?? null
  const tabIndex = isReachable ? 0 : -1
  const action = { tabIndex, disabled }
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start" p="xs">
      <Checkbox
        className={classes.lineName ?? ''}
        data-column={name}
        tabIndex={tabIndex}
        disabled={disabled}
        // A locked line is only `aria-disabled`, so that it can still be focused, read and moved.
        aria-disabled={lockedWhy !== null || undefined}
        label={
          <>
            <bdi>{name}</bdi>
            {lockedWhy !== null && <IconLock className={classes.lock ?? ''} size={12} aria-hidden />}
            {unit !== null && (
              <Box component="span" ml="sm" c="dimmed" fz="xs">
                {unit === notDocumented ? t('columns.noUnit') : unit}
              </Box>
            )}
          </>
        }
        description={
          <>
            {column && <TranslatedMessage text={column.about} />}
            {lockedWhy !== null && (
              <Box component="span" display="block">
                {lockedWhy}
              </Box>
            )}
          </>
        }
        checked={on}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      />
      <IconButton
        {...action}
        icon={IconArrowUp}
        label={t('action.moveUp', { name })}
        onClick={() => move(-1)}
      />
      <IconButton
        {...action}
        icon={IconArrowDown}
        label={t('action.moveDown', { name })}
        onClick={() => move(1)}
      />
    </Group>
  )
}
