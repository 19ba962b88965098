import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../shared/domain/sample.ts'
import { useReadOnly } from '../../state/useReadOnly.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { AnnotationForm } from './AnnotationForm.tsx'
import { Fact, Facts } from './Facts.tsx'
import classes from './samples.module.css'

/** What was added to a sample here, apart from what was sent: by whom, when, and the form that changes it. */
export function Added({ sample }: { sample: Sample }) {
  const { t } = useTranslation('samples')
  const readOnly = useReadOnly()
  const [editing, setEditing] = useState(false)
  const [edited, setEdited] = useState(false)
  const close = () => {
    setEditing(false)
    setEdited(true)
  }
  const { annotation } = sample
  return (
    <section className={classes.section} aria-label={t('added.title')}>
      <Group justify="space-between">
        <Title order={4} fz={13}>
          {t('added.title')}
        </Title>
        {!editing && !readOnly && (
          <Button
            size="compact-xs"
            variant="default"
            // Back to where the form was opened.
            autoFocus={edited}
            onClick={() => setEditing(true)}
          >
            {t('added.edit')}
          </Button>
        )}
      </Group>
      <Text fz={12} c="dimmed">
        {t('added.about')}
      </Text>
      {editing ? (
        <AnnotationForm sample={sample} close={close} />
      ) : (
        <Facts>
          <Fact name={t('columns.group')}>{annotation?.group ?? '–'}</Fact>
          <Fact name={t('columns.tags')}>{annotation?.tags.join(', ') || '–'}</Fact>
          <Fact name={t('added.note')}>
            <span className={classes.note}>{annotation?.note ?? '–'}</span>
          </Fact>
          {Object.entries(annotation?.fields ?? {}).map(([name, value]) => (
            <Fact key={name} name={name}>
              {String(value)}
            </Fact>
          ))}
        </Facts>
      )}
      {annotation && !editing && (
        <Text fz={11} c="dimmed">
          {t('added.by', { who: annotation.changedBy || t('added.someone') })}{' '}
          <Timestamp at={annotation.changedAt} />
        </Text>
      )}
    </section>
  )
}
