import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { Actions } from './Actions.tsx'
import { ColumnList } from './ColumnList.tsx'
import classes from './import.module.css'
import { Mappings } from './Mappings.tsx'
import { OrderPanel } from './OrderPanel.tsx'
import { fitPlan, missingFields, unusedColumns } from './plan.ts'
import { ReadingNotes } from './ReadingNotes.tsx'
import { useFieldLabel } from './useFieldLabel.ts'
import { type Loaded, setPlan, type Wizard } from './useWizard.ts'

/** What becomes of each column at the left, what each order is made of at the right. */
export function ColumnsStep({ wizard, loaded }: { wizard: Wizard; loaded: Loaded }) {
  const { t } = useTranslation('import')
  const label = useFieldLabel()
  const { draft, plan } = loaded
  const answer = useCall('orderForm.get', {})
  const form = answer.data?.form
  // A form that was changed meanwhile has no room for fields that it lost.
  useEffect(() => {
    if (!form) return
    const fitting = fitPlan(plan, draft.columns, form)
    if (JSON.stringify(fitting) !== JSON.stringify(plan)) setPlan(fitting)
  }, [form, plan, draft])
  const missing = form ? missingFields(form, plan) : []
  const unused = unusedColumns(draft.columns, plan)
  const check = async () => {
    if (!wizard.fresh) await wizard.inspect.run()
    wizard.goToChecked()
  }
  const said = missing.length > 0 && t('columns.missing', { fields: missing.map(label).join(', ') })
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
        said={
          said ||
          (unused.length > 0
            ? t('columns.unused', { count: unused.length, columns: shortList(unused) })
            : t('columns.allUsed'))
        }
      />
    </>
  )
}

const mostNamed = 6

const shortList = (names: string[]): string =>
  [...names.slice(0, mostNamed), ...(names.length > mostNamed ? ['…'] : [])].join(', ')
