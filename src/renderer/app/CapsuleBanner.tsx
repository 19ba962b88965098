import { Button } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../shared/domain/profile.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { Timestamp } from '../ui/Timestamp.tsx'
import { Banner } from './Banner.tsx'

/** What is open was made elsewhere and can only be read; closing it leads back to one's own data. */
export function CapsuleBanner({ capsule }: { capsule: NonNullable<Profile['capsule']> }) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const close = useAction(async () => {
    await call('session.signOut', { clearCache: false })
    await navigate({ to: '/' })
  })
  return (
    <>
      <Banner
        quiet
        icon={IconPackage}
        action={
          <Button
            size="compact-xs"
            variant="default"
            loading={close.pending}
            onClick={() => void close.run()}
          >
            {t('capsule.close')}
          </Button>
        }
      >
        <b>{t('capsule.open')}</b> <bdi>{capsule.fileName}</bdi> · {t('capsule.made')}{' '}
        <Timestamp at={capsule.madeAt} /> · {capsule.application}. {t('capsule.readOnly')}
      </Banner>
      {close.failure && <FailureNotice failure={close.failure} />}
    </>
  )
}
