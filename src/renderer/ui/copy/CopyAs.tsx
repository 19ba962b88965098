import { Button, Menu } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Copied, type CopyFormat, copyFormats, toCopy } from '../../../shared/tables/copyTable.ts'
import classes from '../ui.module.css'
import { copyText } from './CopyButton.tsx'

/** `read`: builds the data once the user has chosen a format. `inTools`: the button is in a tool row. */
type Props = { read(): Copied | Promise<Copied>; inTools?: boolean }

/** Copies a table in the format that the user chooses, and shows the outcome beside the button. */
export function CopyAs({ read, inTools = false }: Props) {
  const { t } = useTranslation('ui')
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null)
  const copy = (format: CopyFormat) =>
    Promise.resolve(read())
      .then((copied) => copyText(toCopy(copied, format)))
      .then(() => setOutcome('copied'))
      .catch(() => setOutcome('copyFailed'))
  const buttonProps = inTools
    ? { size: 'xs', variant: 'default' }
    : { size: 'compact-sm', variant: 'subtle', color: 'gray', c: 'dimmed' }
  return (
    <>
      <output className={classes.copyOutcome}>{outcome && t(outcome)}</output>
      <Menu
        position="bottom-end"
        hideDetached={false}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        onOpen={() => setOutcome(null)}
      >
        <Menu.Target>
          <Button {...buttonProps} leftSection={<IconCopy size={14} stroke={1.5} aria-hidden />}>
            {t('copyAs')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {copyFormats.map((format) => (
            <Menu.Item key={format} onClick={() => void copy(format)}>
              {t(`copyFormat.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
