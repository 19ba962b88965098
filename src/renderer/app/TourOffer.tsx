import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { useCall } from '../client/useCall.ts'
import { useDialogs } from '../state/dialogs.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { Banner } from './Banner.tsx'

/** Offers the tour once, after the first profile; taken or declined, it is found under Help from then on. */
export function TourOffer() {
  const { t } = useTranslation('app')
  const settings = useCall('settings.get', {})
  const { touring, startTour } = useDialogs()
  const decline = useAction(async () => {
    await call('settings.set', { tourSeen: true })
    await settings.refetch()
  })
  if (settings.data?.tourSeen !== false || touring) return null
  return (
    <>
      <Banner
        quiet
        icon={IconRoute}
        action={
          <>
            <Button size="compact-xs" variant="default" onClick={startTour}>
              {t('tourOffer.take')}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              c="dimmed"
              loading={decline.pending}
              onClick={() => void decline.run()}
            >
              {t('tourOffer.decline')}
            </Button>
          </>
        }
      >
        {t('tourOffer.text')}
      </Banner>
      {decline.failure && <FailureNotice failure={decline.failure} />}
    </>
  )
}
