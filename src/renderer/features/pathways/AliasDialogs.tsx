import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/contract/failures.ts'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'
import { Dialog as FrontDialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
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
    <Dialog
      title={t('merge.title', { title: detail.title })}
      verb={t('merge.verb')}
      disabled={!into}
      pending={action.pending}
      failure={action.failure}
      close={close}
      submit={() => {
        if (into) void action.run(into)
      }}
    >
      <Select
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
          <dl>
            <dt>{t('merge.moves')}</dt>
            <dd>{namesOf(detail)}</dd>
            <dt>{t('merge.joins', { into: into.title })}</dt>
            <dd>{namesOf(into)}</dd>
          </dl>
          <Text fz="xs" c="dimmed">
            {t('merge.later')}
          </Text>
        </div>
      )}
    </Dialog>
  )
}

type DialogProps = {
  title: string
  /** The label of the confirm button. */
  verb: string
  children: ReactNode
  disabled?: boolean
  pending: boolean
  failure: Failure | null
  close(): void
  submit(): void
}

/** Shows a change before it is made; Enter confirms it, Escape cancels. */
function Dialog({ title, verb, children, disabled = false, pending, failure, close, submit }: DialogProps) {
  const { t } = useTranslation('pathways')
  return (
    <FrontDialog opened onClose={close} title={title} size={460}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!disabled) submit()
        }}
      >
        <Stack gap={16}>
          {children}
          {failure && <FailureNotice failure={failure} flush />}
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={disabled} loading={pending}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </FrontDialog>
  )
}

/** The action of a dialog's confirm button. */
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
    <Dialog
      title={t('rename.title')}
      verb={t('rename.verb')}
      disabled={newTitle === '' || newTitle === detail.title}
      pending={action.pending}
      failure={action.failure}
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
    </Dialog>
  )
}

type ResetDialogProps = { detail: Pathway; action: Action<[]>; close(): void }

/** Confirms a reset, and lists the names whose changes are reverted. */
export function ResetDialog({ detail, action, close }: ResetDialogProps) {
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
      {byHand.length > 0 && <Text fz="sm">{t('reset.names', { names: byHand.join(', ') })}</Text>}
      <Text fz="sm">{t('reset.rest')}</Text>
    </Dialog>
  )
}
