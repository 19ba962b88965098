import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { Account } from './Account.tsx'
import { Preferences } from './Preferences.tsx'
import { Profiles } from './Profiles.tsx'
import { Section } from './Section.tsx'
import classes from './settings.module.css'

/** The account, the profiles, and what a person sets for this installation. */
export function SettingsScreen() {
  const { t } = useTranslation('settings')
  const status = useCall('app.status', {})
  if (!status.data) {
    if (status.failure) return <FailureNotice failure={status.failure} retry={() => void status.refetch()} />
    return <LoadingBar visible />
  }
  const { secrets, version, host } = status.data
  return (
    <div className={classes.page}>
      <Account status={status.data} />
      <Profiles status={status.data} />
      <Preferences />
      <Section title={t('secrets.title')}>
        <p>{t(`secrets.${secrets.kind}`)}</p>
        {secrets.kind === 'session' && (
          <p className={classes.dimmed}>
            {secrets.cause} {secrets.fix}
          </p>
        )}
      </Section>
      <Section title={t('about.title')}>
        <dl className={classes.facts}>
          <dt>{t('about.version')}</dt>
          <dd>Pathclock {version}</dd>
          <dt>{t('about.host')}</dt>
          <dd>{t(`about.hosts.${host}`)}</dd>
        </dl>
        <p className={classes.dimmed}>{t('about.research')}</p>
      </Section>
    </div>
  )
}
