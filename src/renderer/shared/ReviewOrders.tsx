import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/contract/failures.ts'
import { useAppStatus } from '../state/appStatus.tsx'
import { useDialogs } from '../state/dialogs.ts'

/** Opens the orders in question. Renders only while orders are stopped after damage. */
export function ReviewOrders() {
  const { t } = useTranslation('state')
  const { reviewOrders } = useDialogs()
  if (!useAppStatus()?.uncertain) return null
  return (
    <Button size="compact-xs" variant="default" onClick={reviewOrders}>
      {t('reviewOrders')}
    </Button>
  )
}

/** Returns the button that resolves a failure; null if the user can only try again. */
export const remedyOf = ({ code }: Failure) => (code === 'journalUncertain' ? <ReviewOrders /> : null)
