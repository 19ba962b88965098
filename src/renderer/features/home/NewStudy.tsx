import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, useAction } from '../../client/call.ts'
import { Dialog, DialogForm } from '../../ui/dialogs/Dialog.tsx'

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
  return (
    <Dialog opened={opened} onClose={close} title={t('form.title')}>
      <DialogForm
        verb={t('form.create')}
        disabled={name.trim() === ''}
        action={create}
        submit={() => void create.run()}
        close={close}
      >
        <TextInput
          label={t('term.name')}
          value={name}
          maxLength={200}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Textarea
          label={t('term.question')}
          description={t('form.questionHint')}
          value={question}
          maxLength={2000}
          rows={3}
          onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
