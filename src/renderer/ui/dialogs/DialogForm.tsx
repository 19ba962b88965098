import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/contract/failures.ts'
import { FailureNotice } from '../feedback/Feedback.tsx'

type ButtonsProps = { close(): void; children: ReactNode }

/** The buttons at the bottom of a dialog: Cancel, then the given ones. */
export function DialogButtons({ close, children }: ButtonsProps) {
  const { t } = useTranslation('ui')
  return (
    <Group gap={8} justify="flex-end">
      <Button variant="default" onClick={close}>
        {t('cancel')}
      </Button>
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
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!disabled) submit()
      }}
    >
      <Stack gap={16}>
        {children}
        {action.failure && <FailureNotice flush failure={action.failure} />}
        <DialogButtons close={close}>
          <Button type="submit" data-autofocus={focusSubmit} disabled={disabled} loading={action.pending}>
            {verb}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
