import { ActionIcon, Button, Checkbox, Group, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns, IconPin, IconPinFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import type { ValueTable } from '../../client/useValues.ts'
import { useCohort } from '../../state/useCohort.ts'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import classes from './results.module.css'
import { covariateColumn, moved, pathwayColumn } from './tableLayout.ts'
import { useLayout } from './useLayout.ts'

/** Which columns stand in the table, in which order, and which stay at the left. */
export function ColumnsMenu({ table }: { table: ValueTable }) {
  const { t } = useTranslation('results')
  return (
    <PopoverButton
      label={t('columns.title')}
      icon={<IconColumns size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={360}
    >
      {() => <Columns table={table} />}
    </PopoverButton>
  )
}

/** More are found by their name: a list of thousands is read by nobody. */
const mostListed = 60

function Columns({ table }: { table: ValueTable }) {
  const { t } = useTranslation('results')
  const { layout, setLayout } = useLayout()
  const { of } = useCohort().selection
  const known = useCall('results.covariates', { of })
  const [text, setText] = useState('')
  const holds = (name: string) => name.toLowerCase().includes(text.trim().toLowerCase())
  const pathways = layout.pathways ?? table.pathways
  const chosen = new Set(pathways)
  const names = inOrder(layout.covariates, known.data?.map(({ name }) => name) ?? [])
  const listed = inOrder(pathways, table.pathways).filter(holds)
  const isPinned = (id: string) => layout.pinned.includes(id)
  const pin = (id: string) =>
    setLayout({ pinned: isPinned(id) ? layout.pinned.filter((one) => one !== id) : [...layout.pinned, id] })
  return (
    <div className={classes.columns}>
      <TextInput
        size="xs"
        type="search"
        data-autofocus
        aria-label={t('columns.find')}
        placeholder={t('columns.find')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group gap={8}>
        <Button size="compact-xs" variant="default" onClick={() => setLayout({ pathways: null })}>
          {t('columns.all')}
        </Button>
        {text.trim() !== '' && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={listed.length === 0}
            onClick={() => setLayout({ pathways: listed })}
          >
            {t('columns.onlyFound', { count: listed.length })}
          </Button>
        )}
      </Group>
      <ul className={classes.columnList} aria-label={t('columns.covariates')}>
        {names.filter(holds).map((name) => (
          <Line
            key={name}
            name={name}
            shown={layout.covariates.includes(name)}
            show={(wanted) => setLayout({ covariates: withName(layout.covariates, name, wanted) })}
            pinned={isPinned(covariateColumn(name))}
            pin={() => pin(covariateColumn(name))}
            move={(by) => setLayout({ covariates: moved(layout.covariates, name, by) })}
          />
        ))}
      </ul>
      <ul className={classes.columnList} aria-label={t('columns.pathways')}>
        {listed.slice(0, mostListed).map((name) => (
          <Line
            key={name}
            name={name}
            shown={chosen.has(name)}
            show={(wanted) => setLayout({ pathways: withName(pathways, name, wanted) })}
            pinned={isPinned(pathwayColumn(name))}
            pin={() => pin(pathwayColumn(name))}
            move={(by) => setLayout({ pathways: moved(pathways, name, by) })}
          />
        ))}
      </ul>
      {listed.length > mostListed && (
        <p className={classes.note}>{t('columns.more', { count: listed.length - mostListed })}</p>
      )}
    </div>
  )
}

/** Those that are shown first, in their order, then the others. */
const inOrder = (shown: readonly string[], all: readonly string[]): string[] => [
  ...new Set([...shown, ...all]),
]

const withName = (names: readonly string[], name: string, wanted: boolean): string[] =>
  wanted ? [...names, name] : names.filter((one) => one !== name)

type LineProps = {
  name: string
  shown: boolean
  show(wanted: boolean): void
  pinned: boolean
  pin(): void
  move(by: -1 | 1): void
}

function Line({ name, shown, show, pinned, pin, move }: LineProps) {
  const { t } = useTranslation('results')
  const action = { size: 'sm', variant: 'subtle', color: 'gray' } as const
  const Pin = pinned ? IconPinFilled : IconPin
  return (
    <li className={classes.columnLine}>
      <Checkbox
        size="xs"
        className={classes.columnName ?? ''}
        label={<bdi>{name}</bdi>}
        checked={shown}
        onChange={({ currentTarget }) => show(currentTarget.checked)}
      />
      {shown && (
        <>
          <ActionIcon {...action} aria-label={t('columns.up', { name })} onClick={() => move(-1)}>
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon {...action} aria-label={t('columns.down', { name })} onClick={() => move(1)}>
            <IconArrowDown size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon {...action} aria-label={t('columns.pin', { name })} aria-pressed={pinned} onClick={pin}>
            <Pin size={14} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  )
}
