import { ActionIcon, Button, Popover } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'

type Props = {
  label: string
  /** The name of the panel, if it differs from the label. */
  title?: string
  icon: ReactNode
  /** `icon`: shows only the icon; the label is the tooltip and is read aloud. */
  size: 'xs' | 'compact-sm' | 'icon'
  /** True if a setting in the panel is active. */
  marked?: boolean
  width: number
  /** Rendered only while the panel is open; `close` closes it. */
  children(close: () => void): ReactNode
}

/** A button that opens a small panel below it. The panel holds the focus until it closes. */
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
          <Button {...common} size={size} leftSection={icon}>
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

/** True if the focused element has an open list, which Escape closes before the panel. */
const opensList = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('[role="combobox"][aria-expanded="true"]') !== null
