import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './Chart.module.css'

type ToolButtonProps = {
  icon: TablerIcon
  label: string
  /** Null disables the button, which keeps its space so that the chart below does not move. */
  act: (() => void) | null
}

export const ToolButton = ({ icon: Icon, label, act }: ToolButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={act === null}
      onClick={act ?? undefined}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

export function ClearButton({ selected, clear }: { selected: number; clear: () => void }) {
  const { t } = useTranslation('charts')
  const label = selected > 0 ? t('clearSelected', { count: selected }) : t('clearNone')
  return <ToolButton icon={IconX} label={label} act={selected > 0 ? clear : null} />
}

type RowPagesProps = {
  /** The first row shown; null for the ends of the ranking. */
  from: number | null
  setFrom: (from: number | null) => void
  total: number
  each: number
  /** True if the ends can be shown together. */
  ends?: boolean
}

export function RowPages({ from, setFrom, total, each, ends = false }: RowPagesProps) {
  const { t } = useTranslation('charts')
  const first = from ?? 0
  return (
    <div className={classes.tools}>
      {ends && (
        <SegmentedControl
          aria-label={t('rows.which')}
          value={from === null ? 'ends' : 'pages'}
          onChange={(value) => setFrom(value === 'ends' ? null : 0)}
          data={[
            { value: 'ends', label: t('rows.ends', { count: Math.floor(each / 2) }) },
            { value: 'pages', label: t('rows.all') },
          ]}
        />
      )}
      {from !== null && (
        <>
          <span>{t('rows.shown', { from: first + 1, to: Math.min(total, first + each), total })}</span>
          <IconButton
            icon={IconChevronUp}
            label={t('rows.before')}
            disabled={first === 0}
            onClick={() => setFrom(Math.max(0, first - each))}
          />
          <IconButton
            icon={IconChevronDown}
            label={t('rows.after')}
            disabled={first + each >= total}
            onClick={() => setFrom(first + each)}
          />
        </>
      )}
    </div>
  )
}
