import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Place, parseLink } from '../../shared/contract/links.ts'
import { isCapsule } from '../client/files.ts'
import { useEvent } from '../client/useEvent.ts'
import { useDialogs } from '../state/dialogs.ts'
import { tellNoTable } from './tellNoTable.ts'

/**
 * Takes what is handed to the app from outside: a capsule is shown at once, a table and a link lead to their place once
 * there is a profile. Into a capsule no table is taken.
 */
export function useReceived(hasProfile: boolean, readOnly: boolean): void {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const waiting = useRef<Place | null>(null)
  const goOn = useCallback((): void => {
    const place = waiting.current
    if (!place || !hasProfile) return
    waiting.current = null
    void navigate({ to: place.path, search: place.search as never })
  }, [hasProfile, navigate])
  useEffect(goOn, [goOn])
  const goTo = (place: Place): void => {
    waiting.current = place
    goOn()
  }
  useEvent('file.received', (file) => {
    if (isCapsule(file)) useDialogs.getState().openCapsule(file)
    else if (readOnly) tellNoTable(t)
    else goTo({ path: '/import', search: { file: file.fileId } })
  })
  useEvent('link.received', ({ link }) => {
    const place = link === null ? null : parseLink(link)
    if (place) goTo(place)
    else notifications.show({ color: 'yellow', title: t('link.unknown'), message: t('link.unknownText') })
  })
}
