import { notifications } from '@mantine/notifications'
import { createElement, useEffect } from 'react'
import type { Failure } from '../../shared/contract/failures.ts'
import { TranslatedMessage } from '../ui/text/TranslatedMessage.tsx'

/** Says what failed of something that has no place on the page, such as a command of the menu. */
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
