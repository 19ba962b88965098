import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../client/useCall.ts'
import { useDialogs } from '../state/dialogs.ts'
import { Timestamp } from '../ui/Timestamp.tsx'
import { Banner } from './Banner.tsx'

/** Lasts as long as the window, so that a page that is read anew does not tell it again. */
const reportedKey = 'pathclock.crashTold'

/** Tells once, after the next start, that something stopped working, and leads to where that can be reported. */
export function CrashNotice() {
  const { t } = useTranslation('app')
  const crashes = useCall('problems.crashes', {}).data ?? []
  const openProblem = useDialogs((state) => state.openProblem)
  const [dismissed, setDismissed] = useState(false)
  const [reportedAt] = useState(() => sessionStorage.getItem(reportedKey))
  const [last] = crashes
  const lastAt = last?.at
  useEffect(() => {
    if (lastAt !== undefined) sessionStorage.setItem(reportedKey, lastAt)
  }, [lastAt])
  if (!last || dismissed || last.at === reportedAt) return null
  return (
    <Banner
      icon={IconAlertTriangle}
      action={
        <>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              setDismissed(true)
              openProblem()
            }}
          >
            {t('crashNotice.report')}
          </Button>
          <CloseButton size="xs" aria-label={t('banner.dismiss')} onClick={() => setDismissed(true)} />
        </>
      }
    >
      {t('crashNotice.text', { count: crashes.length })} <Timestamp at={last.at} />
      {t('crashNotice.kept')}
    </Banner>
  )
}
