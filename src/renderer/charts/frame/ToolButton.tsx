import { ActionIcon, Tooltip } from '@mantine/core'
import { IconX, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

type Props = {
  icon: TablerIcon
  label: string
  /** Null disables the button, which keeps its space so that the chart below does not move. */
  act: (() => void) | null
}

export const ToolButton = ({ icon: Icon, label, act }: Props) => (
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
