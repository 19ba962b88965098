import { useTranslation } from 'react-i18next'
import type { FieldRule } from '../../../shared/domain/orderForm.ts'

/** What a field of the order is called: in words where it is one of ours, else as the service is told it. */
export function useFieldLabel(): (rule: Pick<FieldRule, 'field' | 'sendAs'>) => string {
  const { t } = useTranslation('import')
  return ({ field, sendAs }) => t(`field.${field}`, { defaultValue: sendAs })
}
