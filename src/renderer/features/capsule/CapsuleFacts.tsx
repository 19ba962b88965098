import { useTranslation } from 'react-i18next'
import type { CapsuleCheck } from '../../../shared/domain/study.ts'
import { useStudyWords } from '../../state/useStudyWords.ts'
import { formatDateTime } from '../../ui/formats.ts'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import classes from './capsule.module.css'

/** What a capsule says of itself: of what, when, by which version, from which services. */
export function CapsuleFacts({ check }: { check: CapsuleCheck }) {
  const { t, i18n } = useTranslation('capsule')
  const words = useStudyWords()
  const made = formatDateTime(new Date(check.madeAt), i18n.language, { day: 'long', time: 'medium' })
  const { study, madeAt, application, samples, answers, services, synthetic, files, sizeBytes, sha256 } =
    check
  return (
    <dl className={classes.facts}>
      <dt>{t('facts.of')}</dt>
      <dd>
        {words.study(study)}&ensp;{synthetic && <SyntheticMark />}
      </dd>
      <dt>{t('facts.made')}</dt>
      <dd>
        <time dateTime={madeAt}>{made}</time> · {application}
      </dd>
      <dt>{t('facts.holds')}</dt>
      <dd>
        {t('facts.samples', { count: samples })} · {t('facts.answers', { count: answers })} ·{' '}
        {t('facts.files', { count: files })}
      </dd>
      <dt>{t('facts.services')}</dt>
      <dd>{services.length === 0 ? t('facts.none') : services.join(', ')}</dd>
      <dt>{t('facts.size')}</dt>
      <dd>{t('facts.bytes', { count: sizeBytes })}</dd>
      <dt>SHA-256</dt>
      <dd>
        <code>{sha256}</code>
      </dd>
    </dl>
  )
}
