import { Box, Group, Radio, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../client/call.ts'
import { Dialog, DialogForm } from '../../../ui/dialogs/Dialog.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import { FieldLines, GroupField, TagsField, useAnnotate } from './AnnotationForm.tsx'
import { changesNothing, emptyManyDraft, type ManyDraft, toManyChange, wrongLine } from './annotation.ts'

type Props = { sampleIds: ReadonlySet<string>; close: () => void }

/** Changes the annotations of many samples. Fields sent with the order, and fields left unset here, stay unchanged. */
export function AnnotateDialog({ sampleIds, close }: Props) {
  const { t } = useTranslation('samples')
  const [draft, setDraft] = useState(emptyManyDraft)
  const annotate = useAnnotate()
  const count = sampleIds.size
  const change = toManyChange(draft)
  const set = (part: Partial<ManyDraft>) => setDraft({ ...draft, ...part })
  const save = useAction(async () => {
    await annotate([...sampleIds], change)
    close()
  })
  const isWrong = wrongLine(draft.fields) !== null
  return (
    <Dialog opened onClose={close} title={t('annotateMany.title', { count })} size={520}>
      <DialogForm
        verb={t('annotateMany.save', { count })}
        disabled={isWrong || changesNothing(change)}
        action={save}
        submit={() => void save.run()}
        close={close}
      >
        <Hint>{t('annotateMany.about')}</Hint>
        <ThreeWays label={t('field.group')} way={draft.groupWay} choose={(groupWay) => set({ groupWay })}>
          <GroupField
            aria-label={t('field.group')}
            placeholder={t('field.group')}
            value={draft.group}
            onChange={(group) => set({ group })}
          />
        </ThreeWays>
        <TagsField
          label={t('annotateMany.addTags')}
          value={draft.addTags}
          onChange={(addTags) => set({ addTags })}
        />
        <TagsField
          label={t('annotateMany.removeTags')}
          value={draft.removeTags}
          onChange={(removeTags) => set({ removeTags })}
        />
        <FieldLines
          lines={draft.fields}
          hint={t('annotateMany.fieldsHint')}
          change={(fields) => set({ fields })}
        />
        <ThreeWays label={t('term.note')} way={draft.noteWay} choose={(noteWay) => set({ noteWay })}>
          <Textarea
            size="xs"
            rows={2}
            maxLength={10_000}
            aria-label={t('term.note')}
            value={draft.note}
            onChange={({ currentTarget }) => set({ note: currentTarget.value })}
          />
        </ThreeWays>
      </DialogForm>
    </Dialog>
  )
}

type Way = ManyDraft['groupWay']
type WayProps = { label: string; way: Way; choose(way: Way): void; children: ReactNode }

function ThreeWays({ label, way, choose, children }: WayProps) {
  const { t } = useTranslation('samples')
  return (
    <div>
      <Radio.Group label={label} size="xs" value={way} onChange={(value) => choose(value as Way)}>
        <Group gap={16} mt={4}>
          {(['keep', 'set', 'clear'] as const).map((value) => (
            <Radio key={value} size="xs" value={value} label={t(`annotateMany.${value}`)} />
          ))}
        </Group>
      </Radio.Group>
      {way === 'set' && <Box mt="sm">{children}</Box>}
    </div>
  )
}
