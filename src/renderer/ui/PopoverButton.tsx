import { Button, Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'

type Props = {
  label: string
  icon: ReactNode
  size: 'xs' | 'compact-sm'
  /** Width of what opens, in px. */
  width: number
  /** Drawn only while it is open; `close` puts it away. */
  children(close: () => void): ReactNode
}

/** A button that opens a small panel below it, which takes the focus until it is closed. */
export function PopoverButton({ label, icon, size, width, children }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={width}
      shadow="md"
      trapFocus
      hideDetached={false}
      withinPortal
    >
      <Popover.Target>
        <Button
          size={size}
          variant="default"
          leftSection={icon}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={label}>
        {opened && children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  )
}
