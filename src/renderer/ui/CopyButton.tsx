import { notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copyText.ts'

/** The word of the button goes back to what it was after as long. */
const feedbackMs = 1500

type Props = { value: string; children(state: { copied: boolean; copy(): void }): ReactNode }

/** Copies a text, and says so for a moment, or that the clipboard refused it. In the installed app, whose pages hold no permission, too. */
export function CopyButton({ value, children }: Props) {
  const { t } = useTranslation('ui')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), feedbackMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    void copyText(value).then(
      () => setCopied(true),
      () => {
        setCopied(false)
        notifications.show({ color: 'red', message: t('copyFailed') })
      },
    )
  return children({ copied, copy })
}
