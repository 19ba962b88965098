import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type LinkTarget, parseLink } from '../../shared/contract/links.ts'
import { isCapsule } from '../client/files.ts'
import { useEvent } from '../client/useEvent.ts'
import { useDialogs } from '../state/dialogs.ts'
import { notifyCapsuleReadOnly } from './notifyCapsuleReadOnly.ts'

/**
 * Takes what is handed to the app from outside: a capsule is shown at once, a table and a link lead to their place once
 * there is a profile. Into a capsule no table is taken.
 */
export function useOpenRequests(hasProfile: boolean, readOnly: boolean): void {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const pending = useRef<LinkTarget | null>(null)
  const openPending = useCallback((): void => {
    const target = pending.current
    if (!target || !hasProfile) return
    pending.current = null
    void navigate({ to: target.path, search: target.search as never })
  }, [hasProfile, navigate])
  useEffect(openPending, [openPending])
  const openTarget = (target: LinkTarget): void => {
    pending.current = target
    openPending()
  }
  useEvent('file.received', (file) => {
    if (isCapsule(file)) useDialogs.getState().openCapsule(file)
    else if (readOnly) notifyCapsuleReadOnly(t)
    else openTarget({ path: '/import', search: { file: file.fileId } })
  })
  useEvent('link.received', ({ link }) => {
    const target = link === null ? null : parseLink(link)
    if (target) openTarget(target)
    else notifications.show({ color: 'yellow', title: t('link.unknown'), message: t('link.unknownText') })
  })
}
