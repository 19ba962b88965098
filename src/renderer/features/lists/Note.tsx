import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugSet } from '../../../shared/domain/drug.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import classes from './lists.module.css'

/** What a list is for, in the person's own words. */
export function Note({ set, changed }: { set: DrugSet; changed(): void }) {
  const { t } = useTranslation('lists')
  const [draft, setDraft] = useState<string | null>(null)
  const save = useAction(async (note: string) => {
    const offerUndo = createUndoOffer()
    const { setId, name, note: former } = set
    await call('sets.change', { setId, note })
    setDraft(null)
    changed()
    if (note === former) return
    const undo = async () => {
      await call('sets.change', { setId, note: former })
      changed()
    }
    offerUndo({ message: t('note.changed', { name }), label: t('undo'), undo })
  })
  if (draft === null)
    return (
      <div className={classes.note}>
        {set.note && <p>{set.note}</p>}
        <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" onClick={() => setDraft(set.note)}>
          {t(set.note ? 'note.edit' : 'note.add')}
        </Button>
      </div>
    )
  return (
    <div className={classes.noteForm}>
      <Textarea
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        size="xs"
        maxLength={20_000}
        aria-label={t('note.label')}
        placeholder={t('note.placeholder')}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !nativeEvent.isComposing) setDraft(null)
        }}
      />
      {save.failure && <FailureNotice failure={save.failure} flush />}
      <Group gap={8}>
        <Button size="compact-sm" loading={save.pending} onClick={() => void save.run(draft)}>
          {t('note.save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setDraft(null)}>
          {t('cancel')}
        </Button>
      </Group>
    </div>
  )
}
