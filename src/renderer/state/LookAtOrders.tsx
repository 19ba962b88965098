import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/contract/failures.ts'
import { useAppStatus } from './appStatus.tsx'
import { useDialogs } from './dialogs.ts'

/** Opens the orders in question. Renders only while orders are stopped after damage. */
export function LookAtOrders() {
  const { t } = useTranslation('state')
  const { lookAtOrders } = useDialogs()
  if (!useAppStatus()?.uncertain) return null
  return (
    <Button size="compact-xs" variant="default" onClick={lookAtOrders}>
      {t('lookAtOrders')}
    </Button>
  )
}

/** Returns the button that resolves a failure; null if the user can only try again. */
export const remedyOf = ({ code }: Failure) => (code === 'journalUncertain' ? <LookAtOrders /> : null)
