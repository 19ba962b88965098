import { Button, Popover } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'

type Props = {
  label: string
  /** What the panel is called, where the label says more than its name. */
  title?: string
  icon: ReactNode
  size: 'xs' | 'compact-sm'
  /** Width of what opens, in px. */
  width: number
  /** Drawn only while it is open; `close` puts it away. */
  children(close: () => void): ReactNode
}

/** A button that opens a small panel below it, which takes the focus until it is closed. */
export function PopoverButton({ label, title = label, icon, size, width, children }: Props) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={width}
      shadow="md"
      trapFocus
      closeOnEscape={false}
      hideDetached={false}
      withinPortal
    >
      <Popover.Target>
        <Button
          ref={button}
          size={size}
          variant="default"
          leftSection={icon}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        p={8}
        aria-label={title}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || opensList(event.target)) return
          setOpened(false)
          button.current?.focus()
        }}
      >
        {opened && children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Whether a list hangs open from what has the focus: Escape then closes that list alone. */
const opensList = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('[role="combobox"][aria-expanded="true"]') !== null
