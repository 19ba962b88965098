import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FormRow } from './formRows.ts'
import classes from './import.module.css'

type Props = { row: FormRow; change(part: Partial<FormRow>): void }

/** What a cell has to be beyond its kind: bounds of numbers, a pattern or choices of texts. Closed where none is set. */
export function FormRowRules({ row, change }: Props) {
  const { t } = useTranslation('import')
  const numeric = row.type === 'number' || row.type === 'age'
  const offered = (numeric ? (['least', 'most', 'unit'] as const) : (['pattern', 'unit'] as const)).filter(
    (name) => name !== 'unit' || row.type === 'number',
  )
  const choices = row.type === 'text'
  if (row.type === 'sex' || row.type === 'day') return null
  const anySet = [row.least, row.most, row.pattern, row.oneOf, row.unit].some((text) => text !== '')
  return (
    <details className={classes.formRules} open={anySet || undefined}>
      <summary>{t('form.rules')}</summary>
      <div className={classes.formRuleFields}>
        {offered.map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={t(`form.${name}`)}
            maxLength={name === 'pattern' ? 500 : 30}
            inputMode={name === 'least' || name === 'most' ? 'decimal' : 'text'}
            value={row[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        ))}
        {choices && (
          <Textarea
            size="xs"
            label={t('form.oneOf')}
            autosize
            minRows={1}
            maxRows={6}
            value={row.oneOf}
            onChange={({ currentTarget }) => change({ oneOf: currentTarget.value })}
          />
        )}
      </div>
    </details>
  )
}
