import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/contract/failures.ts'
import { Dialog as FrontDialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'

type Props = {
  title: string
  /** The verb of the button that does it. */
  verb: string
  children: ReactNode
  disabled?: boolean
  pending: boolean
  failure: Failure | null
  close(): void
  submit(): void
}

/** Says what will change before it does; Enter does it, Escape leaves all as it is. */
export function Dialog({ title, verb, children, disabled = false, pending, failure, close, submit }: Props) {
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
