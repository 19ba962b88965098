import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../ui/EmptyState.tsx'

/** For an address that names no section, as from an old bookmark. */
export function NotFound() {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<Button onClick={() => void navigate({ to: '/drugs' })}>{t('notFound.action')}</Button>}
    />
  )
}
