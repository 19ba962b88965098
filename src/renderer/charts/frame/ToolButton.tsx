import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  label: string
  /** Null disables the button, which keeps its space so that the chart below does not move. */
  act: (() => void) | null
  children: ReactNode
}

export const ToolButton = ({ label, act, children }: Props) => (
  <Tooltip label={label}>
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={act === null}
      onClick={act ?? undefined}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)

/** Clears the selection. */
export function ClearButton({ selected, clear }: { selected: number; clear: () => void }) {
  const { t } = useTranslation('charts')
  const label = selected > 0 ? t('clearSelected', { count: selected }) : t('clearNone')
  return (
    <ToolButton label={label} act={selected > 0 ? clear : null}>
      <IconX size={14} aria-hidden />
    </ToolButton>
  )
}
