import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { assumed } from '../../../shared/domain/app/convention.ts'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import { formatPath } from '../../ui/forms/conventions.ts'

export type Difference = { what: 'basePath' | 'successCode'; found: string; expected: string }

/** What was found out of a service, where it is not what was expected: a person is told, nothing is guessed silently. */
export function differencesOf({ conventions: { set, found } }: Profile): Difference[] {
  const differences: Difference[] = []
  const path = found.base_path
  if (path !== undefined && set.base_path === undefined && path !== assumed.base_path)
    differences.push({ what: 'basePath', found: formatPath(path), expected: assumed.base_path })
  const code = found.success_code
  if (code !== undefined && set.success_code === undefined && code !== assumed.success_code)
    differences.push({ what: 'successCode', found: String(code), expected: String(assumed.success_code) })
  return differences
}

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
