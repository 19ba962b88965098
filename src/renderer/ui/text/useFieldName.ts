import { useTranslation } from 'react-i18next'

/**
 * What a field of a sample is called: in words where it is one of the usual ones, else as the file or the service names
 * it. `other`: what it is called then, where that is another name.
 */
export function useFieldName(): (field: string, other?: string) => string {
  const { t } = useTranslation('ui')
  // Names of a person's columns may have braces in them, which are no places for values.
  return (field, other = field) => t(`field.${field}`, { defaultValue: other, skipInterpolation: true })
}
