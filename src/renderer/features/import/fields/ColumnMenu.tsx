import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDay } from '../../../../shared/domain/samples/calendar.ts'
import {
  dayFormatSchema,
  type ImportDraft,
  transformSchema,
  type ValueMap,
} from '../../../../shared/domain/samples/importing.ts'
import { type ImportPlan, ownEntry } from '../../../../shared/domain/samples/importPlan.ts'
import type { FieldRule, OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { Form } from '../../../ui/forms/Form.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { useFieldName } from '../../../ui/text/formats.tsx'
import classes from '../import.module.css'
import { columnUse, readAge, samplesOf, setAgeUnit, setColumnUse, setValues, valuesOf } from '../plan.ts'
import { CheckField, SelectField, TextField } from './Inputs.tsx'

/** Returns the label of an order field: its translation if it is one of ours, else its name at the service. */
export function useFieldLabel(): (rule: Pick<FieldRule, 'field' | 'sendAs'>) => string {
  const nameOf = useFieldName()
  return ({ field, sendAs }) => nameOf(field, sendAs)
}

type Props = {
  column: string
  draft: ImportDraft
  plan: ImportPlan
  form: OrderForm
  change(plan: ImportPlan): void
}

/** Chooses the use of a column (a field of the order, a stored note, or unused) and how its values are read. */
export function ColumnMenu({ column, draft, plan, form, change }: Props) {
  const { t } = useTranslation('import')
  const label = useFieldLabel()
  const use = columnUse(plan, column)
  const rule = use.kind === 'field' ? form.find(({ field }) => field === use.field) : undefined
  return (
    <span className={classes.columnMenu}>
      <NativeSelect
        variant="unstyled"
        rightSectionWidth={16}
        aria-label={t('columns.use', { column })}
        value={use.kind === 'field' ? `field:${use.field}` : use.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = value === 'note' || value === 'none' ? value : 'field'
          const field = value.slice('field:'.length)
          change(setColumnUse(plan, column, kind === 'field' ? { kind, field } : { kind }))
        }}
        data={[
          ...form.map((one) => ({ value: `field:${one.field}`, label: label(one) })),
          { value: 'note', label: t('columns.note') },
          { value: 'none', label: t('columns.none') },
        ]}
      />
      {rule && rule.type !== 'reference' && (
        <ColumnSettings
          column={column}
          type={rule.type}
          draft={draft}
          plan={plan}
          change={change}
          label={t('values.open', { column, count: Object.keys(valuesOf(plan, column)).length })}
          size="icon"
        />
      )}
    </span>
  )
}

type SettingsProps = FormatProps & { type: FieldRule['type']; label: string; size: 'icon' | 'compact-sm' }

/** Sets how the values of a column are read: the format of days, the unit of ages, replacements of values. */
export function ColumnSettings({ type, label, size, ...format }: SettingsProps) {
  const { column, draft, plan, change } = format
  const values = valuesOf(plan, column)
  return (
    <PopoverButton
      label={label}
      marked={Object.keys(values).length > 0}
      icon={<IconAdjustmentsHorizontal size={14} stroke={1.5} aria-hidden />}
      size={size}
      width={340}
    >
      {(close) => (
        <Stack gap={12}>
          {type === 'day' && <DayFormat {...format} />}
          {type === 'age' && <AgeUnit {...format} />}
          <ValueMapForm
            column={column}
            draft={draft}
            values={values}
            isSex={type === 'sex'}
            apply={(map) => {
              change(setValues(plan, column, map))
              close()
            }}
          />
        </Stack>
      )}
    </PopoverButton>
  )
}

type FormatProps = Omit<Props, 'form'>

function DayFormat({ column, draft, plan, change }: FormatProps) {
  const { t, i18n } = useTranslation('import')
  const { dayFormat } = plan.transform
  const [text = ''] = samplesOf(draft, draft.columns.indexOf(column), 1)
  return (
    <div className={classes.format}>
      <SelectField
        label={t('formats.day')}
        value={dayFormat}
        options={dayFormatSchema.options}
        change={(picked) => change({ ...plan, transform: { ...plan.transform, dayFormat: picked } })}
      />
      <Text fz="xs" aria-live="polite">
        {dayWords()}
      </Text>
    </div>
  )

  function dayWords(): string {
    if (text === '') return t('formats.nothing')
    const day = readDay(text, dayFormat)
    if (day === null) return t('formats.notADay', { text, format: dayFormat })
    // Spells the date out in any locale, so the user sees which number was read as the month.
    const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' })
    return t('formats.isDay', { text, day: date.format(new Date(day)), sent: day })
  }
}

export const ageUnits = transformSchema.shape.ageUnit.unwrap().options

function AgeUnit({ column, draft, plan, change }: FormatProps) {
  const { t } = useTranslation('import')
  const { ageUnit, ageUnitAssumed = false } = plan.transform
  const texts = samplesOf(draft, draft.columns.indexOf(column), draft.preview.length)
  // A bare number shows the effect of the unit best; other texts may include a unit.
  const text = texts.find((one) => /^[\d.,]+$/.test(one)) ?? texts[0] ?? ''
  return (
    <div className={classes.format}>
      <SelectField
        label={t('formats.age')}
        value={ageUnitAssumed ? '' : ageUnit}
        options={[
          ...(ageUnitAssumed ? [{ value: '' as const, label: t('formats.assumed') }] : []),
          ...ageUnits.map((unit) => ({ value: unit, label: t(`formats.${unit}`) })),
        ]}
        change={(picked) => picked !== '' && change(setAgeUnit(plan, picked))}
      />
      <Text fz="xs" aria-live="polite">
        {ageWords()}
      </Text>
    </div>
  )

  function ageWords(): string {
    if (text === '') return t('formats.nothing')
    const years = readAge(text, ageUnit, draft.readAs.decimal)
    if (years !== null) return t('formats.isAge', { text, years })
    return t(/\d.*\p{L}|\p{L}.*\d/u.test(text) ? 'formats.ownUnit' : 'formats.notAnAge', { text })
  }
}

type ValueMapFormProps = {
  column: string
  draft: ImportDraft
  values: ValueMap
  isSex: boolean
  apply(map: ValueMap): void
}
/** `isEmpty`: read as an empty cell, whatever `to` is. */
type Entry = { id: number; from: string; to: string; isEmpty: boolean; isOwn: boolean }

/** A column with more distinct values than this does not hold codes. */
const mostListed = 30

/** Edits the replacements for values of a column: those of the first rows, those set before, and added ones. */
function ValueMapForm({ column, draft, values, isSex, apply }: ValueMapFormProps) {
  const { t } = useTranslation('import')
  const [entries, setEntries] = useState<Entry[]>(() => entriesOf(column, draft, values))
  const change = (index: number, part: Partial<Entry>) =>
    setEntries(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)))
  return (
    <Form gap={8} submit={() => apply(toMap(entries))}>
      <Hint>
        {isSex && t('values.hintSex')} {t('values.hint')}
      </Hint>
      <Stack
        gap="tight"
        mah={260}
        style={{ overflowY: 'auto' }}
        role="group"
        aria-label={t('term.valuesOf', { column })}
      >
        {entries.map(({ id, from, to, isEmpty, isOwn }, index) => (
          <div key={id} className={classes.valueEntry}>
            {isOwn ? (
              <TextField
                aria-label={t('values.from')}
                placeholder={t('values.from')}
                value={from}
                change={(text) => change(index, { from: text })}
              />
            ) : (
              <span className={shared.truncate} title={from}>
                {from}
              </span>
            )}
            <IconArrowRight size={14} stroke={1.5} aria-hidden />
            <TextField
              aria-label={t('values.to', { from })}
              placeholder={isEmpty ? '' : from}
              value={isEmpty ? '' : to}
              disabled={isEmpty}
              change={(text) => change(index, { to: text })}
            />
            <CheckField
              label={t('values.empty')}
              aria-label={t('values.asEmpty', { from })}
              checked={isEmpty}
              change={(checked) => change(index, { isEmpty: checked })}
            />
          </div>
        ))}
      </Stack>
      <Group gap="sm" wrap="nowrap" align="stretch">
        <Button variant="filled" type="submit" size="xs">
          {t('values.apply')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          onClick={() =>
            setEntries([...entries, { id: entries.length, from: '', to: '', isEmpty: false, isOwn: true }])
          }
        >
          {t('values.add')}
        </Button>
      </Group>
    </Form>
  )
}

function entriesOf(column: string, draft: ImportDraft, values: ValueMap): Entry[] {
  const seen = samplesOf(draft, draft.columns.indexOf(column), mostListed)
  const all = [...new Set([...Object.keys(values), ...seen])]
  return all.map((from, id) => {
    const to = ownEntry(values, from)
    return { id, from, to: to ?? '', isEmpty: to === '', isOwn: !seen.includes(from) }
  })
}

/** Returns the replacements. An entry without a replacement is left out, unless it is read as empty. */
const toMap = (entries: readonly Entry[]): ValueMap =>
  Object.fromEntries(
    entries
      .filter(({ to, isEmpty }) => isEmpty || to.trim() !== '')
      .map(({ from, to, isEmpty }) => [from.trim(), isEmpty ? '' : to.trim()] as const)
      .filter(([from, to]) => to !== from),
  )
