import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'

type Props = {
  back?: (() => void) | undefined
  next: ReactNode
  onNext(): void
  disabled?: boolean
  loading?: boolean
  /** Why the way on is closed, or what it needs. */
  said?: ReactNode
}

/** The way back and the way on, always in sight at the foot of a step. */
export function Actions({ back, next, onNext, disabled = false, loading = false, said }: Props) {
  const { t } = useTranslation('import')
  return (
    <div className={classes.actions}>
      {back && (
        <Button variant="default" disabled={loading} onClick={back}>
          {t('back')}
        </Button>
      )}
      <Button disabled={disabled} loading={loading} onClick={onNext}>
        {next}
      </Button>
      <span className={classes.said} role="status">
        {said}
      </span>
    </div>
  )
}
