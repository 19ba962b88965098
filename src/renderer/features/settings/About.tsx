import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { Section } from './Section.tsx'
import classes from './settings.module.css'

/** Which Pathclock this is, and where it runs. */
export function About({ status: { version, host } }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  return (
    <Section setting="about" title={t('about.title')}>
      <dl className={classes.facts}>
        <dt>{t('about.version')}</dt>
        <dd>Pathclock {version}</dd>
        <dt>{t('about.host')}</dt>
        <dd>{t(`about.hosts.${host}`)}</dd>
      </dl>
      <p className={classes.dimmed}>{t('about.research')}</p>
    </Section>
  )
}
