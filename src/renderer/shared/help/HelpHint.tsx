import { ActionIcon, Anchor, Popover, Text } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDialogs } from '../../state/dialogs.ts'

/** A short explanation behind a question mark, with a link to the help. */
export function HelpHint({
  about,
}: {
  about: readonly ('activity' | 'offset' | 'clock' | 'q' | 'missing')[]
}) {
  const { t } = useTranslation('hint')
  const openHelp = useDialogs((state) => state.openHelp)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const label = t('label', { name: about.map((one) => t(`name.${one}`)).join(', ') })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={340}
      shadow="md"
      trapFocus
      hideDetached={false}
      onClose={() => button.current?.focus()}
    >
      <Popover.Target>
        <ActionIcon
          ref={button}
          size={24}
          variant="subtle"
          color="gray"
          c="dimmed"
          aria-label={label}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconHelp size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={label}>
        {about.map((one) => (
          <Text key={one} fz="xs" mb={8}>
            <b>{t(`name.${one}`)}.</b> {t(`text.${one}`)}
          </Text>
        ))}
        <Anchor
          component="button"
          type="button"
          fz="xs"
          onClick={() => {
            setOpened(false)
            openHelp('numbers')
          }}
        >
          {t('more')}
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  )
}
