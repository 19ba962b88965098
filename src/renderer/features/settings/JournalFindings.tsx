import { useTranslation } from 'react-i18next'
import type { JournalCheck } from '../../../shared/domain/journal.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { useTranslator } from '../../ui/TranslatedMessage.tsx'
import { journalTable } from './toCopied.ts'

const shown = 20

/** What reading a journal through has found, in words and by name. */
export function JournalFindings({ check }: { check: JournalCheck }) {
  const { rows, findings } = check
  const { t } = useTranslation('journal')
  const say = useTranslator()
  if (findings.length === 0) return t('sound', { count: rows })
  return (
    <>
      <strong>{t('findings', { count: findings.length })}</strong>
      <ul>
        {findings.slice(0, shown).map(({ table, row, problem }) => (
          <li key={`${table} ${row} ${problem}`}>
            {[table ?? t('wholeFile'), row].filter(Boolean).join(' ')}: {say(problem)}
          </li>
        ))}
      </ul>
      {findings.length > shown && t('more', { count: findings.length - shown })}
      <p>{t('whatNow')}</p>
      <CopyAs read={() => journalTable(check)} />
    </>
  )
}
