import { Button, Group, ScrollArea, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import shared from '../shared.module.css'
import classes from '../ui.module.css'
import { CopyButton } from './CopyButton.tsx'

type Props = {
  raw: unknown
  /** The name of the response, if the screen has several. */
  label?: string
  /** The age of the response. */
  children?: ReactNode
  opened?: boolean
}

export function RawJson({ raw, label, children, opened = false }: Props) {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState(opened)
  const text = shown ? JSON.stringify(raw, null, 2) : ''
  return (
    <Stack component="section" gap="sm" miw={0}>
      <Group gap={8}>
        <Button size="compact-xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {label ?? t(shown ? 'raw.hide' : 'raw.show')}
        </Button>
        {children}
        {shown && (
          <CopyButton value={text} variant="subtle" color="gray">
            {t('action.copy')}
          </CopyButton>
        )}
      </Group>
      {shown && (
        <ScrollArea.Autosize
          mah={360}
          className={shared.frame}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label ?? t('raw.show') }}
        >
          <pre className={classes.rawText}>{text}</pre>
        </ScrollArea.Autosize>
      )}
    </Stack>
  )
}
