import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../shared/domain/profile.ts'
import { differencesOf } from './findings.ts'

const toastId = 'found'
const refreshToastId = 'noRefresh'
/** Long enough to be read after the next screen has appeared. */
const shownForMs = 20_000

/** Says what was found out of a service that is not as expected, and that a sign-in cannot be renewed; nothing where all is well. */
export function useTellDifferences(): (profile: Profile) => void {
  const { t } = useTranslation('welcome')
  return (profile) => {
    if (profile.hasRefreshToken === false)
      notifications.show({
        id: refreshToastId,
        title: t('noRefresh.title'),
        message: t('noRefresh.text'),
        color: 'yellow',
        autoClose: shownForMs,
      })
    const lines = differencesOf(profile).map(({ what, found, expected }) =>
      t(`found.${what}`, { found, expected }),
    )
    if (lines.length === 0) return
    // One toast: what was said of a service before is over.
    notifications.hide(toastId)
    notifications.show({
      id: toastId,
      title: t('found.title', { name: profile.name }),
      message: [...lines, t('found.where')].join(t('found.gap')),
      autoClose: shownForMs,
    })
  }
}
