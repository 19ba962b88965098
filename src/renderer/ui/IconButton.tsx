import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentPropsWithoutRef } from 'react'

type Props = ActionIconProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> & {
    icon: TablerIcon
    /** Read aloud, and shown as the tooltip. */
    label: string
    iconSize?: number
  }

/** A quiet button that shows only an icon. */
export const IconButton = ({ icon: Icon, label, iconSize = 14, ...props }: Props) => (
  <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} title={label} {...props}>
    <Icon size={iconSize} stroke={1.5} aria-hidden />
  </ActionIcon>
)
