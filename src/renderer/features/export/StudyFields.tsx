import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type ReportLanguage,
  reportLanguageSchema,
  type Study,
} from '../../../shared/domain/results/study.ts'
import { useStudyWords } from '../../state/cohort/titles.ts'
import { type Scope, scopes } from './draft.ts'
import classes from './export.module.css'
import { languageNames } from './studyDraft.ts'

type Props = {
  studies: Record<Scope, Study | null>
  scope: Scope | null
  language: ReportLanguage
  choose(part: { scope: Scope } | { language: ReportLanguage }): void
}

/** Of which samples, and in which language. */
export function StudyFields({ studies, scope, language, choose }: Props) {
  const { t } = useTranslation('export')
  const words = useStudyWords().study
  return (
    <>
      <Radio.Group
        label={t('ofWhat')}
        value={scope}
        onChange={(value) => choose({ scope: scopes.find((one) => one === value) ?? 'everything' })}
      >
        <div className={classes.options}>
          {scopes.map((one) => {
            const study = studies[one]
            if (!study) return null
            const said = one === 'everything' ? t('everything.resultsLong') : words(study)
            return <Radio key={one} size="xs" value={one} label={t(`scopes.${one}`)} description={said} />
          })}
        </div>
      </Radio.Group>
      <Radio.Group
        label={t('study.language')}
        value={language}
        onChange={(value) =>
          choose({ language: reportLanguageSchema.options.find((one) => one === value) ?? 'en' })
        }
      >
        <div className={classes.options}>
          {reportLanguageSchema.options.map((one) => (
            <Radio key={one} size="xs" value={one} label={languageNames[one]} lang={one} />
          ))}
        </div>
      </Radio.Group>
    </>
  )
}
