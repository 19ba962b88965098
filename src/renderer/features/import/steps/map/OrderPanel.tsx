import { Button, NativeSelect, Text, Title } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDay } from '../../../../../shared/domain/samples/calendar.ts'
import {
  dayFormatSchema,
  type ImportDraft,
  transformSchema,
} from '../../../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../../../shared/domain/samples/orderForm.ts'
import classes from '../../import.module.css'
import { type Plan, setAgeUnit, sourceOf, textOf } from '../../plan.ts'
import { readAge } from './examples.ts'
import { FieldSource } from './FieldSource.tsx'
import { OrderFormDialog } from './OrderFormDialog.tsx'

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

type FormatsProps = { draft: ImportDraft; plan: Plan; form: OrderForm; change(plan: Plan): void }

const units = transformSchema.shape.ageUnit.unwrap().options

/** How days and ages are written in this file, each with what becomes of one of its own values. */
function Formats({ draft, plan, form, change }: FormatsProps) {
  const { t, i18n } = useTranslation('import')
  const { dayFormat, ageUnit, ageUnitAssumed = false } = plan.transform
  const set = (part: Partial<Plan['transform']>) =>
    change({ ...plan, transform: { ...plan.transform, ...part } })
  const day = firstText('day')
  const age = firstText('age')
  return (
    <>
      {day !== null && (
        <div className={classes.format}>
          <NativeSelect
            size="xs"
            label={t('formats.day')}
            value={dayFormat}
            onChange={({ currentTarget }) => {
              const picked = dayFormatSchema.options.find((one) => one === currentTarget.value)
              if (picked) set({ dayFormat: picked })
            }}
            data={dayFormatSchema.options}
          />
          <Text fz={12} aria-live="polite">
            {dayWords(day)}
          </Text>
        </div>
      )}
      {age !== null && (
        <div className={classes.format}>
          <NativeSelect
            size="xs"
            label={t('formats.age')}
            value={ageUnitAssumed ? '' : ageUnit}
            onChange={({ currentTarget }) => {
              const picked = units.find((one) => one === currentTarget.value)
              if (picked) change(setAgeUnit(plan, picked))
            }}
            data={[
              ...(ageUnitAssumed ? [{ value: '', label: t('formats.assumed') }] : []),
              ...units.map((unit) => ({ value: unit, label: t(`formats.${unit}`) })),
            ]}
          />
          <Text fz={12} aria-live="polite">
            {ageWords(age)}
          </Text>
        </div>
      )}
    </>
  )

  /** The first text that a field of this type gets in the rows at hand; null where no source gives one. */
  function firstText(type: 'day' | 'age'): string | null {
    const sources = form.flatMap((rule) => (rule.type === type ? (sourceOf(plan, rule.field) ?? []) : []))
    if (sources.length === 0) return null
    const texts = draft.preview.flatMap(({ cells }) =>
      sources.map((source) => textOf(source, draft.columns, cells)),
    )
    // A number shows best what a unit makes of it; others may name their own.
    const plain = type === 'age' ? texts.find((text) => /^[\d.,]+$/.test(text)) : undefined
    return plain ?? texts.find((text) => text !== '') ?? ''
  }

  function dayWords(text: string): string {
    if (text === '') return t('formats.nothing')
    const day = readDay(text, dayFormat)
    if (day === null) return t('formats.notADay', { text, format: dayFormat })
    // Spelled out, whatever is set: it shows which number was taken for the month.
    const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' })
    return t('formats.isDay', { text, day: date.format(new Date(day)), sent: day })
  }

  function ageWords(text: string): string {
    if (text === '') return t('formats.nothing')
    const years = readAge(text, ageUnit, draft.readAs.decimal)
    if (years !== null) return t('formats.isAge', { text, years })
    return t(/\d.*\p{L}|\p{L}.*\d/u.test(text) ? 'formats.ownUnit' : 'formats.notAnAge', { text })
  }
}
