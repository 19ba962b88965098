import { Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import type { OrderForm } from '../../../shared/domain/orderForm.ts'
import { samplesOf } from './examples.ts'
import classes from './import.module.css'
import { assignColumn, fieldOf, isNote, keepNote, type Plan } from './plan.ts'
import { useFieldLabel } from './useFieldLabel.ts'

type Props = {
  index: number
  /** Pixels from the top of the list. */
  top: number
  draft: ImportDraft
  plan: Plan
  form: OrderForm
  change(plan: Plan): void
}

export function ColumnRow({ index, top, draft, plan, form, change }: Props) {
  const { t } = useTranslation('import')
  const label = useFieldLabel()
  const column = draft.columns[index] ?? ''
  const field = fieldOf(plan, column)
  const note = isNote(plan, column)
  const samples = samplesOf(draft, index).join(' · ')
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.columnRow}
      data-used={field !== null || note}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="cell" className={classes.columnCell}>
        <span className={classes.columnName} title={column}>
          {column}
        </span>
        <span className={classes.samples} title={samples}>
          {samples || t('columns.empty')}
        </span>
      </div>
      <div role="cell">
        <NativeSelect
          size="xs"
          aria-label={t('columns.sendAs', { column })}
          value={field ?? ''}
          onChange={({ currentTarget }) => change(assignColumn(plan, column, currentTarget.value || null))}
          data={[
            { value: '', label: t('columns.notSent') },
            ...form.map((rule) => ({ value: rule.field, label: label(rule) })),
          ]}
        />
      </div>
      <div role="cell">
        <Checkbox
          size="xs"
          aria-label={t('columns.keep', { column })}
          checked={note}
          onChange={({ currentTarget }) => change(keepNote(plan, column, currentTarget.checked))}
        />
      </div>
    </div>
  )
}
