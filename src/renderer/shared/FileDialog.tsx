import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FileHandle } from '../../shared/contract/state.ts'
import { useAction } from '../client/call.ts'
import { chooseFile } from '../client/files.ts'
import { Dialog, DialogButtons } from '../ui/dialogs/Dialog.tsx'
import { FailureNotice, LoadingBar } from '../ui/feedback/Feedback.tsx'
import shared from '../ui/shared.module.css'

type Props = {
  opened: boolean
  /** `choose`: the user has not chosen a file yet; null while closed. */
  file: FileHandle | 'choose' | null
  kind: 'capsule' | 'backup'
  size: number
  words: { title: string; about: string; choose: string; chooseOther: string }
  choose(file: FileHandle): void
  close(): void
  /** The outcome, shown instead of the file. */
  outcome?: ReactNode
  /** Renders the chosen file; `chooseButton` chooses another one. */
  children(file: FileHandle, chooseButton: ReactNode, close: () => void): ReactNode
}

/** A dialog that asks for a file, then shows what is in it. */
export function FileDialog(props: Props) {
  const { opened, file, kind, size, words, choose, close, outcome, children } = props
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
      {isFirst ? words.choose : words.chooseOther}
    </Button>
  )
  const leave = () => {
    picking.reset()
    close()
  }
  return (
    <Dialog opened={opened} onClose={leave} title={words.title} size={size}>
      <Stack gap={16}>
        {picking.failure && <FailureNotice flush failure={picking.failure} />}
        {outcome ??
          (file !== null && file !== 'choose' ? (
            children(file, chooseButton, leave)
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

type OpenedFileProps = {
  name: string
  loading: boolean
  /** The step that runs; null if none does. */
  status: string | null
}

export const OpenedFile = ({ name, loading, status }: OpenedFileProps) => (
  <>
    <div className={shared.fileName}>
      <bdi>{name}</bdi>
      <LoadingBar visible={loading} />
    </div>
    <p role="status" className={shared.noMargin} hidden={status === null}>
      {status}
    </p>
  </>
)

type FileButtonsProps = {
  /** True while the file is opened or restored, which cannot be canceled. */
  busy: boolean
  chooseButton: ReactNode
  close(): void
  /** The button of the next step, if there is one. */
  children: ReactNode
}

export const FileButtons = ({ busy, chooseButton, close, children }: FileButtonsProps) =>
  busy ? (
    <Group gap={8} justify="flex-end">
      {children}
    </Group>
  ) : (
    <DialogButtons close={close}>
      {chooseButton}
      {children}
    </DialogButtons>
  )
