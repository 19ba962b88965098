import { Button, type ButtonProps } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLink } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LinkSection, toLink } from '../../../shared/contract/links.ts'
import { toolButtonProps } from '../IconButton.tsx'

/** The time until the button shows its own label again. */
const feedbackMs = 1500

/**
 * Returns a function that copies a text, and for a moment that it was copied. It also works in the installed app, whose
 * pages have no permissions.
 */
export function useCopy(value: string) {
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
  return { copied, copy }
}

type Props = ButtonProps & { value: string; title?: string; children: string }

/** A button that copies a text and then shows “Copied” for a moment. */
export function CopyButton({ value, children, ...props }: Props) {
  const { t } = useTranslation('ui')
  const { copied, copy } = useCopy(value)
  return (
    <Button size="compact-xs" {...props} onClick={copy}>
      {copied ? t('copied') : children}
    </Button>
  )
}

/** `inTools`: the button is in a tool row. */
type CopyLinkProps = { section: LinkSection; id: string; inTools?: boolean }

/** Copies a link that opens this item in the installed app, for the user or for a colleague with the same data. */
export function CopyLink({ section, id, inTools = false }: CopyLinkProps) {
  const { t } = useTranslation('ui')
  const link = toLink(section, id)
  if (link === null) return null
  return (
    <CopyButton
      {...toolButtonProps(inTools)}
      value={link}
      leftSection={<IconLink size={14} stroke={1.5} aria-hidden />}
      title={t('copyLinkHint')}
    >
      {t('copyLink')}
    </CopyButton>
  )
}

/** Copies text to the clipboard. Falls back to `execCommand` if the permission is denied, as in Electron. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    copyBySelection(text)
  }
}

/** Copies by selecting the text, which needs no permission right after a click or a key press. */
function copyBySelection(text: string): void {
  const before = document.activeElement
  const textarea = document.createElement('textarea')
  textarea.value = text
  // Fixed, so that selecting it does not scroll the page.
  textarea.style.position = 'fixed'
  document.body.append(textarea)
  textarea.select()
  const copied = document.execCommand('copy')
  textarea.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  if (!copied) throw new Error('The clipboard refused the text.')
}
