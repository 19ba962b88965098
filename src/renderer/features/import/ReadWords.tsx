import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import { delimiterWords } from './CsvChoices.tsx'

type Props = { draft: ImportDraft; chosen: boolean }

/** What the file was taken for, in a sentence, and which of its lines are left out. */
export function ReadWords({ draft, chosen }: Props) {
  const { t } = useTranslation('import')
  const { readAs, rowCount, columns } = draft
  const how =
    readAs.format === 'csv'
      ? t('readAs.csvWords', {
          delimiter: t(`readAs.${delimiterWords[readAs.delimiter]}`),
          encoding: readAs.encoding.toUpperCase(),
        })
      : t('readAs.xlsxWords', { sheet: readAs.sheet })
  const above = readAs.headerLine - 1
  return (
    <Text fz={13}>
      {t(chosen ? 'readAs.chosen' : 'readAs.detected')} {how}{' '}
      {t('readAs.headerWords', { line: readAs.headerLine })}{' '}
      {above > 0 && `${t('readAs.above', { count: above })} `}
      {t('readAs.size', { rows: rowCount, columns: columns.length })}
    </Text>
  )
}
