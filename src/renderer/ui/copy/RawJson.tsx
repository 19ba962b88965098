import { Button, Group, ScrollArea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../ui.module.css'
import { copyText } from './CopyButton.tsx'

/** The service's answer as it came, one click away. */
export function RawJson({ raw, opened = false }: { raw: unknown; opened?: boolean }) {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState(opened)
  const text = shown ? JSON.stringify(raw, null, 2) : ''
  return (
    <section className={classes.raw}>
      <Group gap={8}>
        <Button size="compact-xs" variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'raw.hide' : 'raw.show')}
        </Button>
        {shown && <Copy text={text} />}
      </Group>
      {shown && (
        <ScrollArea.Autosize
          mah={360}
          className={classes.rawFrame}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('raw.show') }}
        >
          <pre className={classes.rawText}>{text}</pre>
        </ScrollArea.Autosize>
      )}
    </section>
  )
}

function Copy({ text }: { text: string }) {
  const { t } = useTranslation('ui')
  const [labelKey, setLabelKey] = useState<'copied' | 'copyFailed' | 'raw.copy'>('raw.copy')
  const copy = () =>
    copyText(text).then(
      () => setLabelKey('copied'),
      () => setLabelKey('copyFailed'),
    )
  return (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void copy()}>
      {t(labelKey)}
    </Button>
  )
}
