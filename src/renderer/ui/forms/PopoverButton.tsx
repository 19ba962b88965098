import { ActionIcon, Button, Popover } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'

type Props = {
  label: string
  /** What the panel is called, where the label says more than its name. */
  title?: string
  icon: ReactNode
  /** `icon`: the label is read out and shown as a tooltip. */
  size: 'xs' | 'compact-sm' | 'icon'
  /** Whether something is set behind the icon. */
  marked?: boolean
  /** Width of what opens, in px. */
  width: number
  /** Drawn only while it is open; `close` puts it away. */
  children(close: () => void): ReactNode
}

/** A button that opens a small panel below it, which takes the focus until it is closed. */
export function PopoverButton(props: Props) {
  const { label, title = label, icon, size, marked = false, width, children } = props
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const common = { ref: button, 'aria-expanded': opened, onClick: () => setOpened(!opened) }
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
        {size === 'icon' ? (
          <ActionIcon
            {...common}
            size={22}
            variant={marked ? 'light' : 'subtle'}
            {...(marked ? {} : { color: 'gray' })}
            aria-label={label}
            title={label}
          >
            {icon}
          </ActionIcon>
        ) : (
          <Button {...common} size={size} variant="default" leftSection={icon}>
            {label}
          </Button>
        )}
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
