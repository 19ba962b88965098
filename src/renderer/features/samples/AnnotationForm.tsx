import { Autocomplete, Button, Group, TagsInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../shared/domain/sample.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { changesNothing, toChange, toDraft, wrongLine } from './annotation.ts'
import { FieldLines } from './FieldLines.tsx'
import classes from './samples.module.css'
import { useAnnotate } from './useAnnotate.ts'
import { useKnownValues } from './useKnownValues.ts'

/** Changes what was added to one sample; only what was changed is written. */
export function AnnotationForm({ sample, close }: { sample: Sample; close: () => void }) {
  const { t } = useTranslation('samples')
  const { annotation, sampleId, fields } = sample
  const [draft, setDraft] = useState(() => toDraft(annotation))
  const known = useKnownValues()
  const annotate = useAnnotate()
  const save = useAction(async () => {
    const change = toChange(annotation, draft)
    if (!changesNothing(change)) await annotate([sampleId], change)
    close()
  })
  const sent = fields['group']
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrongLine(draft.fields)) void save.run()
      }}
    >
      <Autocomplete
        size="xs"
        // The button that opened the form has gone, and the focus with it.
        autoFocus
        label={t('columns.group')}
        description={sent === undefined ? undefined : t('added.groupSent', { group: sent })}
        maxLength={200}
        data={known.groups}
        value={draft.group}
        onChange={(group) => setDraft({ ...draft, group })}
      />
      <TagsInput
        size="xs"
        label={t('columns.tags')}
        placeholder={draft.tags.length === 0 ? t('added.tagsHint') : ''}
        maxTags={100}
        maxLength={200}
        data={known.tags}
        value={draft.tags}
        onChange={(tags) => setDraft({ ...draft, tags })}
      />
      <Textarea
        size="xs"
        rows={3}
        maxLength={10_000}
        label={t('added.note')}
        value={draft.note}
        onChange={({ currentTarget }) => setDraft({ ...draft, note: currentTarget.value })}
      />
      <FieldLines
        lines={draft.fields}
        hint={t('added.fieldsHint')}
        change={(lines) => setDraft({ ...draft, fields: lines })}
      />
      {save.failure && <FailureNotice flush failure={save.failure} />}
      <Group gap={8} justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={close}>
          {t('added.cancel')}
        </Button>
        <Button
          size="compact-sm"
          type="submit"
          loading={save.pending}
          disabled={wrongLine(draft.fields) !== null}
        >
          {t('added.save')}
        </Button>
      </Group>
    </form>
  )
}
