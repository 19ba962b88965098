import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'

/** An address of a section that a capsule has nothing for. */
export function NotInCapsule() {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t('capsule.notHere')}
      text={t('capsule.notHereText')}
      action={<Button onClick={() => void navigate({ to: '/results' })}>{t('capsule.toResults')}</Button>}
    />
  )
}
