import { useTranslation } from 'react-i18next'

/**
 * Returns a function that names a field of a sample: in words for the usual fields, else as the file or the service
 * names it. `other` replaces that name.
 */
export function useFieldName(): (field: string, other?: string) => string {
  const { t } = useTranslation('ui')
  // Column names of the user may contain braces, which are not placeholders.
  return (field, other = field) => t(`field.${field}`, { defaultValue: other, skipInterpolation: true })
}
