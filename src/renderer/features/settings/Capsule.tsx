import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../shared/domain/profile.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Section } from './Section.tsx'
import classes from './settings.module.css'

/** In the place of the account: from which file the open workspace is, which nobody signs in to. */
export function Capsule({ capsule }: { capsule: NonNullable<Profile['capsule']> }) {
  const { t } = useTranslation('settings')
  const { fileName, sha256, madeAt, application } = capsule
  return (
    <Section title={t('capsule.title')}>
      <p className={classes.dimmed}>{t('capsule.text')}</p>
      <dl className={classes.facts}>
        <dt>{t('capsule.file')}</dt>
        <dd>{fileName}</dd>
        <dt>{t('capsule.made')}</dt>
        <dd>
          <Timestamp at={madeAt} /> · {application}
        </dd>
        <dt>SHA-256</dt>
        <dd className={classes.code}>{sha256}</dd>
      </dl>
    </Section>
  )
}
