import { notifications } from '@mantine/notifications'
import type { TFunction } from 'i18next'

/** A capsule is a workspace that nothing is added to: says so to whoever hands it a table. */
export const notifyCapsuleReadOnly = (t: TFunction<'app'>): void => {
  notifications.show({ color: 'yellow', title: t('dropFailed'), message: t('drop.capsuleText') })
}
