import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Study } from '../../../shared/domain/studies/study.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'

/** The name, question and notes of a study, and how its samples are grouped. */
export function EditStudy({ studyId, close }: { studyId: string; close(): void }) {
  const { t } = useTranslation('study')
  const study = useCall('studies.show', { studyId })
  return (
    <Dialog opened onClose={close} title={t('form.title')} size="lg">
      {study.failure && <FailureNotice flush failure={study.failure} />}
      {study.data && <Form study={study.data} close={close} />}
    </Dialog>
  )
}

/** No name of a field. */
const none = ''

function Form({ study, close }: { study: Study; close(): void }) {
  const { t } = useTranslation('study')
  const { studyId, chosen } = study
  const fields = useCall('results.covariates', { of: { filter: { study: studyId } } }).data ?? []
  // Only what was edited: the rest may change elsewhere meanwhile, and is shown and left as it is then.
  const [edited, setEdited] = useState<Partial<Pick<Study, 'name' | 'question' | 'notes'>>>({})
  const texts = { name: study.name, question: study.question, notes: study.notes, ...edited }
  const [design, setDesign] = useState<Partial<Study['design']>>({})
  const { groupBy, control, pairBy } = { ...study.design, ...design }
  const save = useAction(async () => {
    await call('studies.change', {
      studyId,
      ...edited,
      ...(Object.keys(design).length > 0 && { design }),
    })
    close()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  const hint = (part: 'groupBy' | 'control' | 'pairBy') =>
    t(part in design || chosen.includes(part) ? 'form.chosen' : 'form.suggested')
  const names = fields.filter(({ distinct }) => distinct > 1).map(({ name }) => name)
  const groups = fields.find(({ name }) => name === groupBy)?.values.map(({ value }) => value) ?? []
  const withNone = (values: readonly string[], current: string | null) => [
    { value: none, label: t('form.none') },
    ...new Set([...values, ...(current === null ? [] : [current])]),
  ]
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          label={t('form.name')}
          value={texts.name}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => setEdited({ ...edited, name: value })}
        />
        <Textarea
          label={t('form.question')}
          description={t('form.questionHint')}
          value={texts.question}
          maxLength={2000}
          rows={2}
          onChange={({ currentTarget: { value } }) => setEdited({ ...edited, question: value })}
        />
        <Group gap={16} grow align="flex-start">
          <NativeSelect
            label={t('form.groupBy')}
            description={hint('groupBy')}
            value={groupBy ?? none}
            data={withNone(names, groupBy)}
            onChange={({ currentTarget: { value } }) =>
              setDesign({ ...design, groupBy: value || null, groups: [], control: null })
            }
          />
          <NativeSelect
            label={t('form.control')}
            description={hint('control')}
            value={control ?? none}
            data={withNone(groups, control)}
            onChange={({ currentTarget: { value } }) => setDesign({ ...design, control: value || null })}
          />
          <NativeSelect
            label={t('form.pairBy')}
            description={hint('pairBy')}
            value={pairBy ?? none}
            data={withNone(names, pairBy)}
            onChange={({ currentTarget: { value } }) => setDesign({ ...design, pairBy: value || null })}
          />
        </Group>
        <Textarea
          label={t('form.notes')}
          value={texts.notes}
          maxLength={20_000}
          rows={4}
          onChange={({ currentTarget: { value } }) => setEdited({ ...edited, notes: value })}
        />
        {save.failure && <FailureNotice flush failure={save.failure} />}
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" disabled={texts.name.trim() === ''} loading={save.pending}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
