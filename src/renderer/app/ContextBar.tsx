import { Button } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { IconFileExport, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { commandOf } from '../../shared/contract/commands.ts'
import { useDialogs } from '../state/dialogs.ts'
import classes from './frame.module.css'
import { formatKeys } from './keys.ts'
import type { SectionName } from './sections.ts'
import { useLocalize } from './useLocalize.ts'

/** Where am I, and one search for all. */
export function ContextBar({ section, profile }: { section: SectionName; profile: string }) {
  const { t } = useTranslation('app')
  const localize = useLocalize()
  const openExport = useDialogs((state) => state.openExport)
  return (
    // No header: a dialog has one of its own, and a page has one banner.
    <section className={classes.context} aria-label={t('context')}>
      <h1 className={classes.where}>
        {t(`section.${section}`)}
        <span> · {profile}</span>
      </h1>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        c="dimmed"
        leftSection={<IconFileExport size={14} stroke={1.5} aria-hidden />}
        data-tour="export"
        title={formatKeys(commandOf('export').keys[0] ?? '')}
        onClick={() => openExport()}
      >
        {localize(commandOf('export').words)}
      </Button>
      <button type="button" data-tour="search" className={classes.search} onClick={() => spotlight.open()}>
        <IconSearch size={14} stroke={1.5} aria-hidden />
        <span>{t('searchOrCommand')}</span>
        <kbd className={classes.keys}>{formatKeys(commandOf('palette').keys[0] ?? '')}</kbd>
      </button>
    </section>
  )
}
