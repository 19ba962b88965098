import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/contract/failures.ts'
import type { FileHandle } from '../../shared/contract/state.ts'
import { useAction } from '../client/call.ts'
import { chooseFile } from '../client/files.ts'
import { Dialog, DialogButtons } from '../ui/dialogs/Dialog.tsx'
import { FailureNotice, LoadingBar } from '../ui/feedback/Feedback.tsx'
import shared from '../ui/shared.module.css'

/** The chosen file, a button that chooses another one, and a function that closes the dialog. */
export type ChosenFile = { file: FileHandle; chooseButton: ReactNode; close(): void }

type Props = {
  /** `choose`: the user has not chosen a file yet; null while closed. */
  file: FileHandle | 'choose' | null
  kind: 'capsule' | 'backup'
  size: number
  words: { title: string; about: string; choose: string }
  choose(file: FileHandle): void
  close(): void
  /** The outcome, shown instead of the file. */
  outcome?: ReactNode
  children(chosen: ChosenFile): ReactNode
}

/** A dialog that asks for a file, then shows what is in it. */
export function FileDialog({ file, kind, size, words, choose, close, outcome, children }: Props) {
  const { t } = useTranslation('ui')
  const picking = useAction(async () => {
    const picked = await chooseFile(kind)
    if (picked) choose(picked)
  })
  const isFirst = file === 'choose'
  const chooseButton = (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      data-autofocus={isFirst || undefined}
      {...picking.buttonProps()}
    >
      {isFirst ? words.choose : t('action.chooseOther')}
    </Button>
  )
  const leave = () => {
    picking.reset()
    close()
  }
  return (
    <Dialog opened={file !== null} onClose={leave} title={words.title} size={size}>
      <Stack gap={16}>
        {picking.failure && <FailureNotice flush failure={picking.failure} />}
        {outcome ??
          (file !== null && file !== 'choose' ? (
            children({ file, chooseButton, close: leave })
          ) : (
            <>
              <p className={shared.noMargin}>{words.about}</p>
              <DialogButtons close={leave}>{chooseButton}</DialogButtons>
            </>
          ))}
      </Stack>
    </Dialog>
  )
}

type CheckedFileProps = ChosenFile & {
  check: { data: unknown; loading: boolean; failure: Failure | null }
  /** The next step, which cannot be canceled while it runs. */
  action: { pending: boolean; failure: Failure | null }
  words: { checking: string; running: string }
  /** The button of the next step, if there is one. */
  button: ReactNode
  /** The contents of the file. */
  children: ReactNode
}

/** Shows the check of the chosen file, what is in it, and the next step. */
export function CheckedFile(props: CheckedFileProps) {
  const { file, chooseButton, close, check, action, words, button, children } = props
  const isChecking = check.loading && check.data === undefined
  const status = action.pending ? words.running : isChecking && words.checking
  return (
    <>
      <div className={shared.fileName}>
        <bdi>{file.name}</bdi>
        <LoadingBar visible={check.loading || action.pending} />
      </div>
      <p role="status" className={shared.noMargin} hidden={!status}>
        {status}
      </p>
      {check.failure && <FailureNotice flush failure={check.failure} />}
      {children}
      {action.failure && <FailureNotice flush failure={action.failure} />}
      {action.pending ? (
        <Group gap={8} justify="flex-end">
          {button}
        </Group>
      ) : (
        <DialogButtons close={close}>
          {chooseButton}
          {button}
        </DialogButtons>
      )}
    </>
  )
}
