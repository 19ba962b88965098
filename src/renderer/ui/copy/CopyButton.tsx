import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLink } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LinkSection, toLink } from '../../../shared/contract/links.ts'

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

/** `inTools`: stands among the buttons of a tool row. */
type CopyLinkProps = { section: LinkSection; id: string; inTools?: boolean }

/** Copies the link that opens this place in the installed app, here or at a colleague's who has the same data. */
export function CopyLink({ section, id, inTools = false }: CopyLinkProps) {
  const { t } = useTranslation('ui')
  const link = toLink(section, id)
  if (link === null) return null
  const buttonProps = inTools
    ? { size: 'xs', variant: 'default' }
    : { size: 'compact-sm', variant: 'subtle', color: 'gray', c: 'dimmed' }
  return (
    <CopyButton value={link}>
      {({ copied, copy }) => (
        <Button
          {...buttonProps}
          leftSection={<IconLink size={14} stroke={1.5} aria-hidden />}
          title={t('copyLinkHint')}
          onClick={copy}
        >
          {t(copied ? 'copied' : 'copyLink')}
        </Button>
      )}
    </CopyButton>
  )
}

/** Puts text on the clipboard; the older way serves where the newer one is refused by a permission, as in Electron. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    copyBySelection(text)
  }
}

/** As if a person had chosen the text and copied it, which needs no permission where they have just clicked or typed. */
function copyBySelection(text: string): void {
  const before = document.activeElement
  const textarea = document.createElement('textarea')
  textarea.value = text
  // A page must not scroll to where it would be.
  textarea.style.position = 'fixed'
  document.body.append(textarea)
  textarea.select()
  const copied = document.execCommand('copy')
  textarea.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  if (!copied) throw new Error('The clipboard refused the text.')
}
