import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pathway } from '../../../shared/domain/pathway.ts'
import type { Action } from './action.ts'
import { Dialog } from './Dialog.tsx'

type Props = { detail: Pathway; action: Action<[title: string]>; close(): void }

/** Asks how the pathway is to be shown; its names stay as the service writes them. */
export function RenameDialog({ detail, action, close }: Props) {
  const { t } = useTranslation('pathways')
  const [title, setTitle] = useState(detail.title)
  const wanted = title.trim()
  return (
    <Dialog
      title={t('rename.title')}
      verb={t('rename.verb')}
      disabled={wanted === '' || wanted === detail.title}
      pending={action.pending}
      failure={action.failure}
      close={close}
      submit={() => void action.run(wanted)}
    >
      <TextInput
        data-autofocus
        label={t('rename.label')}
        description={t('rename.hint')}
        maxLength={200}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
    </Dialog>
  )
}
