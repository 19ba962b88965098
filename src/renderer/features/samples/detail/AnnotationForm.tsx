import {
  Autocomplete,
  type AutocompleteProps,
  Box,
  Button,
  Group,
  TagsInput,
  type TagsInputProps,
  Textarea,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { useReadOnly } from '../../../state/appStatus.tsx'
import { useUndoOffers } from '../../../state/undo.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Fact, Facts, FieldFacts, Hint, Section } from '../../../ui/panes/Section.tsx'
import { Timestamp } from '../../../ui/text/formats.tsx'
import classes from '../samples.module.css'
import {
  type AnnotationChange,
  changesNothing,
  type FieldLine,
  toChange,
  toDraft,
  wrongLine,
} from './annotation.ts'

/** Edits the annotation of one sample. Saves only what changed. */
function AnnotationForm({ sample, close }: { sample: Sample; close: () => void }) {
  const { t } = useTranslation('samples')
  const { annotation, sampleId, fields } = sample
  const [draft, setDraft] = useState(() => toDraft(annotation))
  const annotate = useAnnotate()
  const save = useAction(async () => {
    const change = toChange(annotation, draft)
    if (!changesNothing(change)) await annotate([sampleId], change)
    close()
  })
  const sent = fields['group']
  return (
    <Form gap="md" submit={() => !wrongLine(draft.fields) && void save.run()}>
      <GroupField
        // The button that opened the form is gone and had the focus.
        autoFocus
        label={t('field.group')}
        description={sent === undefined ? undefined : t('added.groupSent', { group: sent })}
        value={draft.group}
        onChange={(group) => setDraft({ ...draft, group })}
      />
      <TagsField
        label={t('term.tags')}
        placeholder={draft.tags.length === 0 ? t('added.tagsHint') : ''}
        value={draft.tags}
        onChange={(tags) => setDraft({ ...draft, tags })}
      />
      <Textarea
        size="xs"
        rows={3}
        maxLength={10_000}
        label={t('term.note')}
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
        <Button size="compact-sm" onClick={close}>
          {t('cancel')}
        </Button>
        <Button
          variant="filled"
          size="compact-sm"
          type="submit"
          loading={save.pending}
          disabled={wrongLine(draft.fields) !== null}
        >
          {t('action.save')}
        </Button>
      </Group>
    </Form>
  )
}

/** Shows the annotation of a sample, apart from the order fields, with its author and date, and a form to change it. */
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
    <Section
      order={4}
      title={t('added.title')}
      actions={
        !editing &&
        !readOnly && (
          // Returns the focus to the button that opened the form.
          <Button size="compact-xs" autoFocus={edited} onClick={() => setEditing(true)}>
            {t('added.edit')}
          </Button>
        )
      }
    >
      <Hint>{t('added.about')}</Hint>
      {editing ? (
        <AnnotationForm sample={sample} close={close} />
      ) : (
        <Facts>
          <Fact name={t('field.group')}>{annotation?.group ?? '–'}</Fact>
          <Fact name={t('term.tags')}>{annotation?.tags.join(', ') || '–'}</Fact>
          <Fact name={t('term.note')}>
            <Box component="span" style={{ whiteSpace: 'pre-wrap' }}>
              {annotation?.note ?? '–'}
            </Box>
          </Fact>
          <FieldFacts fields={annotation?.fields} />
        </Facts>
      )}
      {annotation && !editing && (
        <Hint>
          {t('added.by', { who: annotation.changedBy || t('added.someone') })}{' '}
          <Timestamp at={annotation.changedAt} />
        </Hint>
      )}
    </Section>
  )
}

/** A field for a group, which suggests the groups of the register. */
export function GroupField(props: AutocompleteProps) {
  const groups = useCall('samples.facets', {}).data?.groups ?? []
  return <Autocomplete maxLength={200} data={groups.flatMap(({ value }) => value ?? [])} {...props} />
}

/** A field for tags, which suggests the tags of the register. */
export function TagsField(props: TagsInputProps) {
  const tags = useCall('samples.facets', {}).data?.tags ?? []
  return <TagsInput maxTags={100} maxLength={200} data={tags.map(({ value }) => value)} {...props} />
}

type Props = { lines: readonly FieldLine[]; hint: string; change(lines: FieldLine[]): void }

export function FieldLines({ lines, hint, change }: Props) {
  const { t } = useTranslation('samples')
  const wrong = wrongLine(lines)
  const set = (key: number, part: Partial<FieldLine>) =>
    change(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const next = Math.max(-1, ...lines.map(({ key }) => key)) + 1
  return (
    <fieldset className={classes.lines}>
      <legend>{t('added.fields')}</legend>
      <Hint>{hint}</Hint>
      {lines.map((line) => (
        <div key={line.key} className={classes.line}>
          <TextInput
            size="xs"
            maxLength={200}
            aria-label={t('term.name')}
            placeholder={t('term.name')}
            value={line.name}
            error={wrong === line && t('added.wrongLine')}
            onChange={({ currentTarget }) => set(line.key, { name: currentTarget.value })}
          />
          <TextInput
            size="xs"
            maxLength={1000}
            aria-label={t('added.fieldValue', { name: line.name })}
            placeholder={t('term.value')}
            value={line.value}
            onChange={({ currentTarget }) => set(line.key, { value: currentTarget.value })}
          />
          <IconButton
            icon={IconX}
            size={30}
            label={t('added.removeField', { name: line.name })}
            onClick={() => change(lines.filter(({ key }) => key !== line.key))}
          />
        </div>
      ))}
      <Button size="compact-xs" onClick={() => change([...lines, { key: next, name: '', value: '' }])}>
        {t('added.addField')}
      </Button>
    </fieldset>
  )
}

/** Prepares an undo offer. Call the returned function with the number of samples and the undo ids. */
export function useOfferUndo() {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('samples')
  return () => {
    const offerUndo = undoOffers.create()
    return (changed: number, undoIds: readonly string[]): void => {
      // If an error interrupts the undo, pressing it again continues with the remaining parts.
      const waiting = [...undoIds]
      let left = 0
      const undo = async () => {
        for (let [undoId] = waiting; undoId !== undefined; [undoId] = waiting) {
          left += (await call('samples.undoAnnotate', { undoId })).left
          waiting.shift()
        }
        if (left > 0) notifications.show({ message: t('annotateMany.left', { count: left }) })
      }
      offerUndo({ message: t('annotateMany.done', { count: changed }), undo })
    }
  }
}

/** Changes annotations and offers to undo it. Throws `Failure`; the part already changed can be undone too. */
export function useAnnotate() {
  const offerUndo = useOfferUndo()
  return async (sampleIds: string[], change: AnnotationChange): Promise<void> => {
    const offer = offerUndo()
    const undoIds: string[] = []
    let rest = [...new Set(sampleIds)]
    try {
      do {
        const { undoId, left } = await call('samples.annotate', { sampleIds: rest, change })
        undoIds.push(undoId)
        rest = left === 0 ? [] : rest.slice(-left)
      } while (rest.length > 0)
    } finally {
      if (undoIds.length > 0) offer(new Set(sampleIds).size - rest.length, undoIds)
    }
  }
}
