import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type LinkSection, toLink } from '../../shared/contract/links.ts'
import { CopyButton } from './CopyButton.tsx'

/** `inTools`: stands among the buttons of a tool row. */
type Props = { section: LinkSection; id: string; inTools?: boolean }

/** Copies the link that opens this place in the installed app, here or at a colleague's who has the same data. */
export function CopyLink({ section, id, inTools = false }: Props) {
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
