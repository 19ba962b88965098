import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { spellKeys } from './commands.ts'
import classes from './frame.module.css'
import type { SectionName } from './sections.ts'

/** Where am I, and one search for all. */
export function ContextBar({ section, profile }: { section: SectionName; profile: string }) {
  const { t } = useTranslation('app')
  return (
    // No header: a dialog has one of its own, and a page has one banner.
    <section className={classes.context} aria-label={t('context')}>
      <h1 className={classes.where}>
        {t(`section.${section}`)}
        <span> · {profile}</span>
      </h1>
      <button type="button" className={classes.search} onClick={() => spotlight.open()}>
        <IconSearch size={14} stroke={1.5} aria-hidden />
        <span>{t('searchOrCommand')}</span>
        <kbd className={classes.keys}>{spellKeys('mod+K')}</kbd>
      </button>
    </section>
  )
}
