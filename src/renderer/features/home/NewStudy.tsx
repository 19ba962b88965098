import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'

/** Creates a study without samples. Samples are added by an import or from the register. */
export function NewStudy({ opened, close }: { opened: boolean; close(): void }) {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [question, setQuestion] = useState('')
  const create = useAction(async () => {
    const { studyId } = await call('studies.create', { name, question })
    close()
    setName('')
    setQuestion('')
    await navigate({ to: '/study/$studyId', params: { studyId } })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create.run()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('form.title')}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          <TextInput
            label={t('form.name')}
            value={name}
            maxLength={200}
            data-autofocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Textarea
            label={t('form.question')}
            description={t('form.questionHint')}
            value={question}
            maxLength={2000}
            rows={3}
            onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
          />
          {create.failure && <FailureNotice flush failure={create.failure} />}
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={create.pending}>
              {t('form.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
