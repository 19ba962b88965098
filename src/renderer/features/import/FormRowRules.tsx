import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormRow } from './formRows.ts'
import classes from './orderForm.module.css'

type Props = {
  row: FormRow
  name: string
  /** Whether its bounds cannot be used as they stand. */
  wrong: boolean
  change(part: Partial<FormRow>): void
}

const rulesOf = {
  number: ['least', 'most', 'unit'],
  age: ['least', 'most'],
  text: ['pattern', 'oneOf'],
  reference: ['pattern'],
  sex: [],
  day: [],
} as const satisfies Record<FormRow['type'], readonly (keyof FormRow)[]>

/** What a cell has to be beyond its kind: bounds of numbers, a pattern or choices of texts. What is set is shown. */
export function FormRowRules({ row, name, wrong, change }: Props) {
  const { t } = useTranslation('import')
  const [opened, setOpened] = useState(false)
  const offered = rulesOf[row.type]
  if (offered.length === 0) return null
  const set = offered.filter((rule) => row[rule] !== '')
  const said = set.map((rule) => `${t(`form.${rule}`)}: ${row[rule].replaceAll('\n', ', ')}`).join(' · ')
  return (
    // What is wrong is opened, and stays open while it is mended.
    <details
      className={classes.rules}
      open={opened || wrong}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary title={t('form.rulesOf', { name })}>{said || t('form.noRules')}</summary>
      <div className={classes.ruleFields}>
        {offered.map((rule) =>
          rule === 'oneOf' ? (
            <Textarea
              key={rule}
              size="xs"
              label={t('form.oneOf')}
              rows={3}
              resize="vertical"
              value={row.oneOf}
              onChange={({ currentTarget }) => change({ oneOf: currentTarget.value })}
            />
          ) : (
            <TextInput
              key={rule}
              size="xs"
              label={t(`form.${rule}`)}
              maxLength={rule === 'pattern' ? 500 : 30}
              inputMode={rule === 'least' || rule === 'most' ? 'decimal' : 'text'}
              error={wrong && (rule === 'least' || rule === 'most')}
              value={row[rule]}
              onChange={({ currentTarget }) => change({ [rule]: currentTarget.value })}
            />
          ),
        )}
      </div>
    </details>
  )
}
