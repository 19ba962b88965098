import { notifications } from '@mantine/notifications'
import { createElement, useEffect } from 'react'
import type { Failure } from '../../shared/contract/failures.ts'
import { TranslatedMessage } from '../ui/text/formats.tsx'

/** Shows the failure of an action without a place on the page, such as a menu command. */
export function useFailureToast(failure: Failure | null, title = ''): void {
  useEffect(() => {
    if (failure)
      notifications.show({
        color: 'red',
        title,
        message: createElement(TranslatedMessage, { text: failure.userMessage }),
      })
  }, [failure, title])
}
