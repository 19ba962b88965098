import { Button, Menu } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../charts/clipboard.ts'
import { useAction } from '../../client/useAction.ts'
import { type Copied, copyFormats, toCopy } from './copyAs.ts'
import classes from './page.module.css'

/** Copies a table in the form that the place it goes to can read. */
export function CopyAs({ label, table, json }: Copied & { label: string }) {
  const { t } = useTranslation('drugs')
  const copy = useAction((text: string) => copyText(text).then(() => true))
  return (
    <>
      <Menu
        position="bottom-end"
        hideDetached={false}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            c="dimmed"
            leftSection={<IconCopy size={14} stroke={1.5} aria-hidden />}
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {copyFormats.map((format) => (
            <Menu.Item key={format} onClick={() => void copy.run(toCopy({ table, json }, format))}>
              {t(`copy.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <output className={classes.said}>
        {copy.failure ? t('copy.failed') : copy.value ? t('copy.done') : ''}
      </output>
    </>
  )
}
