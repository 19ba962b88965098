import { Button } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type AnySettings, type ExportRecord, isOfStudy } from '../../../shared/domain/exporting.ts'
import { useStudyWords } from '../../state/useStudyWords.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './export.module.css'
import { languageNames } from './studyDraft.ts'
import { useTableWords } from './useTableWords.ts'

type Props = {
  /** undefined: nothing alike was exported before. */
  last: ExportRecord | undefined
  pending: boolean
  run(record: ExportRecord): void
}

/** The last export of a kind once more, with the same settings, in one click. */
export function ExportAgain({ last, pending, run }: Props) {
  const { t } = useTranslation('export')
  const words = useSettingsWords()
  if (!last) return null
  return (
    <div className={classes.again}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRepeat size={14} stroke={1.5} aria-hidden />}
        disabled={pending}
        onClick={() => run(last)}
      >
        {t('again')}
      </Button>
      <span className={classes.note}>
        {words(last.settings)}
        {' · '}
        <Timestamp at={last.at} />
      </span>
    </div>
  )
}

/** What was exported, of what and in which form. */
function useSettingsWords(): (settings: AnySettings) => string {
  const { t } = useTranslation('export')
  const ofTable = useTableWords()
  const ofStudy = useStudyWords().study
  return (settings) => {
    if (isOfStudy(settings)) {
      const { document, study, language } = settings
      const form = document === 'report' ? t(`reportFormats.${settings.format}.name`) : t('parts.capsule')
      return [form, ofStudy(study), languageNames[language]].join(' · ')
    }
    const { table, format, columns } = settings
    const chosen = columns && t('columnCount', { count: columns.length })
    const parts = [t(`kinds.${table.kind}.name`), ofTable(table), t(`formats.${format}.name`), chosen]
    return parts.filter(Boolean).join(' · ')
  }
}
