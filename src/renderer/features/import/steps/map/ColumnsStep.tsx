import { Checkbox, NativeSelect } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../../../shared/domain/samples/orderForm.ts'
import { shortList } from '../../../../../shared/messages/message.ts'
import { useCall } from '../../../../client/useCall.ts'
import { FailureNotice, LoadingBar } from '../../../../ui/feedback/Feedback.tsx'
import { useTranslator } from '../../../../ui/text/TranslatedMessage.tsx'
import classes from '../../import.module.css'
import type { Loaded } from '../../importState.ts'
import {
  assignColumn,
  fieldOf,
  fitPlan,
  isNote,
  keepNote,
  missingFields,
  type Plan,
  unusedColumns,
} from '../../plan.ts'
import type { Wizard } from '../../useWizard.ts'
import { ReadingNotes } from '../ReadingNotes.tsx'
import { Actions } from '../StepParts.tsx'
import { samplesOf } from './examples.ts'
import { useFieldLabel } from './FieldSource.tsx'
import { OrderPanel } from './OrderPanel.tsx'
import { Mappings } from './SavedMappings.tsx'

/** What becomes of each column at the left, what each order is made of at the right. */
export function ColumnsStep({ wizard, loaded }: { wizard: Wizard; loaded: Loaded }) {
  const { t } = useTranslation('import')
  const translate = useTranslator()
  const label = useFieldLabel()
  const { setPlan } = wizard
  const { draft, plan } = loaded
  const answer = useCall('orderForm.get', {})
  const form = answer.data?.form
  // A form that was changed meanwhile has no room for fields that it lost.
  useEffect(() => {
    if (!form) return
    const fitting = fitPlan(plan, draft.columns, form)
    if (JSON.stringify(fitting) !== JSON.stringify(plan)) setPlan(fitting)
  }, [form, plan, draft, setPlan])
  const missing = form ? missingFields(form, plan) : []
  const unused = unusedColumns(draft.columns, plan)
  const check = async () => {
    if (!wizard.fresh) await wizard.inspect.run()
    wizard.goToChecked()
  }
  const missingText = missing.length > 0 && t('columns.missing', { fields: missing.map(label).join(', ') })
  return (
    <>
      <div className={classes.step}>
        <Mappings loaded={loaded} form={form ?? null} />
        <ReadingNotes
          notes={draft.notes.filter(({ column }) => column !== null)}
          wizard={wizard}
          loaded={loaded}
        />
        <LoadingBar visible={wizard.inspect.pending || !form} />
        {answer.failure && (
          <FailureNotice flush failure={answer.failure} retry={() => void answer.refetch()} />
        )}
        {wizard.inspect.failure && <FailureNotice flush failure={wizard.inspect.failure} />}
        {form && (
          <div className={classes.twoSides}>
            <ColumnList draft={draft} plan={plan} form={form} change={setPlan} />
            <OrderPanel draft={draft} plan={plan} form={form} change={setPlan} />
          </div>
        )}
      </div>
      <Actions
        back={() => wizard.goTo('read')}
        next={t('next')}
        disabled={!form || missing.length > 0}
        loading={wizard.inspect.pending}
        onNext={() => void check()}
        remark={
          missingText ||
          (unused.length > 0
            ? t('columns.unused', { count: unused.length, columns: translate(shortList(unused, mostNamed)) })
            : t('columns.allUsed'))
        }
      />
    </>
  )
}

const mostNamed = 6

type Props = { draft: ImportDraft; plan: Plan; form: OrderForm; change(plan: Plan): void }

const rowHeight = 48

/** Every column of the file with some of its values, the field it is sent as, and whether it is kept here. */
function ColumnList({ draft, plan, form, change }: Props) {
  const { t } = useTranslation('import')
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: draft.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 800, height: 600 },
  })
  return (
    <div ref={scroller} className={classes.columnList}>
      <div
        role="table"
        aria-label={t('columns.label')}
        aria-rowcount={draft.columns.length + 1}
        className={classes.columnTable}
      >
        <div role="row" aria-rowindex={1} className={classes.columnHead}>
          <span role="columnheader">{t('columns.column')}</span>
          <span role="columnheader">{t('columns.sent')}</span>
          <span role="columnheader">{t('columns.note')}</span>
        </div>
        <div role="presentation" className={classes.columnRows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <ColumnRow
              key={index}
              index={index}
              top={start}
              draft={draft}
              plan={plan}
              form={form}
              change={change}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

type ColumnRowProps = {
  index: number
  /** Pixels from the top of the list. */
  top: number
  draft: ImportDraft
  plan: Plan
  form: OrderForm
  change(plan: Plan): void
}

function ColumnRow({ index, top, draft, plan, form, change }: ColumnRowProps) {
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
