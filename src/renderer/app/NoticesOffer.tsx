import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** In a browser, a page has to be allowed to give notices; asked only where nobody has decided yet. */
export function NoticesOffer() {
  const { t } = useTranslation('app')
  const [permission, setPermission] = useState(
    'Notification' in window && isSecureContext ? Notification.permission : 'denied',
  )
  if (permission !== 'default') return null
  const requestPermission = async (): Promise<void> => setPermission(await Notification.requestPermission())
  return (
    <Button size="compact-xs" variant="default" mx={16} mb={12} onClick={() => void requestPermission()}>
      {t('tray.notify')}
    </Button>
  )
}
