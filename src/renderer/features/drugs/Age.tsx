import { useTranslation } from 'react-i18next'
import { Timestamp } from '../../ui/Timestamp.tsx'

/** When the service last told all of a drug; null where only lists have named it. */
export function Age({ at }: { at: string | null }) {
  const { t } = useTranslation('drugs')
  if (at === null) return t('detail.onlyFromLists')
  return (
    <>
      {t('detail.fetched')} <Timestamp at={at} />
    </>
  )
}
