import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type LinkedPlace, toLink } from '../../shared/contract/links.ts'
import { CopyButton } from './CopyButton.tsx'

/** `inTools`: stands among the buttons of a tool row. */
type Props = { place: LinkedPlace; id: string; inTools?: boolean }

/** Copies the link that opens this place in the installed app, here or at a colleague's who has the same data. */
export function CopyLink({ place, id, inTools = false }: Props) {
  const { t } = useTranslation('ui')
  const link = toLink(place, id)
  if (link === null) return null
  const look = inTools
    ? { size: 'xs', variant: 'default' }
    : { size: 'compact-sm', variant: 'subtle', color: 'gray', c: 'dimmed' }
  return (
    <CopyButton value={link}>
      {({ copied, copy }) => (
        <Button
          {...look}
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
