import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/contract/failures.ts'
import { FailureNotice } from '../feedback/Feedback.tsx'
import { Form } from '../forms/Form.tsx'
import { useEscape } from './dialogStack.ts'

/** A dialog. Escape closes only the one in front. */
export const Dialog = (props: ModalProps) => <Modal {...props} {...useEscape(props.opened)} />

type ButtonsProps = { close(): void; children: ReactNode }

export function DialogButtons({ close, children }: ButtonsProps) {
  const { t } = useTranslation('ui')
  return (
    <Group gap={8} justify="flex-end">
      <Button onClick={close}>{t('cancel')}</Button>
      {children}
    </Group>
  )
}

type Props = {
  /** The label of the button that submits. */
  verb: string
  disabled?: boolean
  /** Focuses that button, in a dialog without a field to type in. */
  focusSubmit?: boolean
  /** The action from `useAction` that `submit` runs. */
  action: { pending: boolean; failure: Failure | null }
  submit(): void
  close(): void
  children: ReactNode
}

/** The form of a dialog: its fields, the failure of its action, Cancel and one button that submits. */
export function DialogForm(props: Props) {
  const { verb, disabled = false, focusSubmit, action, submit, close, children } = props
  return (
    <Form gap={16} submit={() => !disabled && submit()}>
      {children}
      {action.failure && <FailureNotice flush failure={action.failure} />}
      <DialogButtons close={close}>
        <Button
          variant="filled"
          type="submit"
          data-autofocus={focusSubmit}
          disabled={disabled}
          loading={action.pending}
        >
          {verb}
        </Button>
      </DialogButtons>
    </Form>
  )
}
