import { Button, Text, Title } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import type { OrderForm } from '../../../shared/domain/orderForm.ts'
import { FieldSource } from './FieldSource.tsx'
import { Formats } from './Formats.tsx'
import classes from './import.module.css'
import { OrderFormDialog } from './OrderFormDialog.tsx'
import type { Plan } from './plan.ts'

type Props = { draft: ImportDraft; plan: Plan; form: OrderForm; change(plan: Plan): void }

/** The order as the service will get it: each field, where it comes from, and what the first row gives. */
export function OrderPanel({ draft, plan, form, change }: Props) {
  const { t } = useTranslation('import')
  const [editing, setEditing] = useState(false)
  const first = draft.preview[0]
  return (
    <section className={classes.orderPanel} aria-label={t('order.title')}>
      <div className={classes.orderHead}>
        <Title order={3} fz={13}>
          {t('order.title')}
        </Title>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconAdjustments size={14} stroke={1.5} aria-hidden />}
          onClick={() => setEditing(true)}
        >
          {t('form.open')}
        </Button>
      </div>
      <Text fz={12} c="dimmed">
        {first ? t('order.hint', { line: first.row }) : t('order.noRow')}
      </Text>
      <ul className={classes.fields}>
        {form.map((rule) => (
          <FieldSource key={rule.field} rule={rule} draft={draft} plan={plan} change={change} />
        ))}
      </ul>
      <Formats draft={draft} plan={plan} form={form} change={change} />
      {editing && <OrderFormDialog close={() => setEditing(false)} />}
    </section>
  )
}
