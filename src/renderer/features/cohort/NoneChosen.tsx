import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { everySample } from '../../../shared/domain/cohort.ts'
import { useCohort } from '../../state/useCohort.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** No sample that is looked at has a result. */
export function NoneChosen({ withoutResult }: { withoutResult: number }) {
  const { t } = useTranslation('cohort')
  const { change } = useCohort()
  return (
    <EmptyState
      title={t('noneChosen.title')}
      text={withoutResult === 0 ? t('noneChosen.noSample') : t('noneChosen.text', { count: withoutResult })}
      action={
        <Button variant="default" onClick={() => change({ of: everySample })}>
          {t('noneChosen.all')}
        </Button>
      }
    />
  )
}
