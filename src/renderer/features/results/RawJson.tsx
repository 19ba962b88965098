import { Button, Group, ScrollArea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../ui/copyText.ts'
import classes from './results.module.css'

/** The service's answer as it came, one click away. */
export function RawJson({ raw, opened = false }: { raw: unknown; opened?: boolean }) {
  const { t } = useTranslation('results')
  const [shown, setShown] = useState(opened)
  const [copied, setCopied] = useState(false)
  const text = shown ? JSON.stringify(raw, null, 2) : ''
  return (
    <section className={classes.section}>
      <Group gap={8}>
        <Button size="compact-xs" variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('detail.hideRaw') : t('detail.raw')}
        </Button>
        {shown && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() =>
              void copyText(text).then(
                () => setCopied(true),
                () => setCopied(false),
              )
            }
          >
            {copied ? t('detail.copied') : t('detail.copy')}
          </Button>
        )}
      </Group>
      {shown && (
        <ScrollArea.Autosize
          mah={360}
          className={classes.frame}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('detail.raw') }}
        >
          <pre className={classes.text}>{text}</pre>
        </ScrollArea.Autosize>
      )}
    </section>
  )
}
