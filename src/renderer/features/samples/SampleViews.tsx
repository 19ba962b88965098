import { useTranslation } from 'react-i18next'
import { SectionViews } from '../../ui/panes/SectionViews.tsx'

const views = [
  { id: 'register', path: '/samples' },
  { id: 'batches', path: '/samples/batches' },
] as const

/** The views of the section of samples. */
export function SampleViews() {
  const { t } = useTranslation('samples')
  return (
    <SectionViews
      label={t('views.label')}
      views={views.map(({ id, path }) => ({ path, label: t(`views.${id}`) }))}
    />
  )
}
