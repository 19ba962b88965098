import { Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/contract/failures.ts'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'
import { Dialog, DialogForm } from '../../ui/dialogs/Dialog.tsx'
import { Fact, Facts, Hint } from '../../ui/panes/Section.tsx'
import classes from './pathways.module.css'

type Props = { detail: Pathway; all: readonly Pathway[]; action: Action<[into: Pathway]>; close(): void }

/** Asks for the pathway to merge this one into, and shows which names will be joined. */
export function MergeDialog({ detail, all, action, close }: Props) {
  const { t } = useTranslation('pathways')
  const [key, setKey] = useState<string | null>(null)
  const others = all.filter(({ pathway }) => pathway !== detail.pathway)
  const into = others.find(({ pathway }) => pathway === key)
  const namesOf = ({ names }: Pathway) => names.map(({ name }) => name).join(', ')
  return (
    <Dialog opened onClose={close} title={t('merge.title', { title: detail.title })} size={460}>
      <DialogForm
        verb={t('merge.verb')}
        disabled={!into}
        action={action}
        close={close}
        submit={() => {
          if (into) void action.run(into)
        }}
      >
        <Select
          size="sm"
          data-autofocus
          searchable
          openOnFocus={false}
          label={t('merge.label')}
          placeholder={t('merge.placeholder')}
          nothingFoundMessage={t('merge.nothing')}
          maxDropdownHeight={260}
          limit={100}
          value={key}
          onChange={setKey}
          data={others.map(({ pathway, title }) => ({ value: pathway, label: title }))}
        />
        {into && (
          <div className={classes.says} role="status">
            <Text fz="sm">{t('merge.says', { count: detail.names.length, into: into.title })}</Text>
            <Facts>
              <Fact name={t('merge.moves')}>{namesOf(detail)}</Fact>
              <Fact name={t('merge.joins', { into: into.title })}>{namesOf(into)}</Fact>
            </Facts>
            <Hint>{t('merge.later')}</Hint>
          </div>
        )}
      </DialogForm>
    </Dialog>
  )
}

type Action<A extends unknown[]> = {
  run(...args: A): Promise<void>
  pending: boolean
  failure: Failure | null
}

type RenameDialogProps = { detail: Pathway; action: Action<[title: string]>; close(): void }

/** Asks for the title of the pathway; its names stay as the service spells them. */
export function RenameDialog({ detail, action, close }: RenameDialogProps) {
  const { t } = useTranslation('pathways')
  const [title, setTitle] = useState(detail.title)
  const newTitle = title.trim()
  return (
    <Dialog opened onClose={close} title={t('rename.title')} size={460}>
      <DialogForm
        verb={t('action.rename')}
        disabled={newTitle === '' || newTitle === detail.title}
        action={action}
        close={close}
        submit={() => void action.run(newTitle)}
      >
        <TextInput
          data-autofocus
          label={t('rename.label')}
          description={t('rename.hint')}
          maxLength={200}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}

type ResetDialogProps = { detail: Pathway; action: Action<[]>; close(): void }

/** Confirms a reset, and lists the names whose changes are reverted. */
export function ResetDialog({ detail, action, close }: ResetDialogProps) {
  const { t } = useTranslation('pathways')
  const byHand = detail.names.filter(({ how }) => how === 'person').map(({ name }) => name)
  return (
    <Dialog opened onClose={close} title={t('reset.title', { title: detail.title })} size={460}>
      <DialogForm verb={t('reset.verb')} action={action} close={close} submit={() => void action.run()}>
        {byHand.length > 0 && <Text fz="sm">{t('reset.names', { names: byHand.join(', ') })}</Text>}
        <Text fz="sm">{t('reset.rest')}</Text>
      </DialogForm>
    </Dialog>
  )
}
