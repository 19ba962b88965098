import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Pathway } from '../../../shared/domain/pathway.ts'
import type { Action } from './action.ts'
import { Dialog } from './Dialog.tsx'

type Props = { detail: Pathway; action: Action<[]>; close(): void }

/** Says which names a person's changes are taken back of, before they are. */
export function ResetDialog({ detail, action, close }: Props) {
  const { t } = useTranslation('pathways')
  const byHand = detail.names.filter(({ how }) => how === 'person').map(({ name }) => name)
  return (
    <Dialog
      title={t('reset.title', { title: detail.title })}
      verb={t('reset.verb')}
      pending={action.pending}
      failure={action.failure}
      close={close}
      submit={() => void action.run()}
    >
      {byHand.length > 0 && <Text fz={13}>{t('reset.names', { names: byHand.join(', ') })}</Text>}
      <Text fz={13}>{t('reset.rest')}</Text>
    </Dialog>
  )
}
