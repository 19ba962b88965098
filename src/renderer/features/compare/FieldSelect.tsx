import { MultiSelect, NativeSelect, NumberInput, type NumberInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Covariate } from '../../../shared/domain/results/cohort.ts'
import { mostAdjusted } from '../../state/searchSchemas.ts'
import classes from './compare.module.css'

type Props = {
  label: string
  fields: readonly Covariate[]
  value: string | null | undefined
  change(value: string | undefined): void
  /** The label of no field. Absent: a field is always chosen. */
  none?: string | undefined
  labelOf?(field: string): string
}

/** Chooses a field or none. A chosen field stays listed if the samples lack it. */
export function FieldSelect({ label, fields, value, change, none, labelOf = String }: Props) {
  const { t } = useTranslation('compare')
  const isUnknown = value && fields.every(({ name }) => name !== value)
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => change(currentTarget.value || undefined)}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...(isUnknown ? [{ value, label: t('noSuchField', { name: value }) }] : []),
        ...fields.map(({ name }) => ({ value: name, label: labelOf(name) })),
      ]}
    />
  )
}

type CovariatesProps = {
  fields: readonly Covariate[]
  value: readonly string[] | undefined
  change(value: string[]): void
}

export function CovariatesSelect({ fields, value = [], change }: CovariatesProps) {
  const { t } = useTranslation('compare')
  return (
    <MultiSelect
      label={t('adjust.covariates')}
      {...(value.length === 0 ? { placeholder: t('adjust.covariatesHint') } : {})}
      classNames={{ inputField: classes.search ?? '' }}
      searchable
      openOnFocus={false}
      // Inside a popover, because a click outside closes it.
      comboboxProps={{ withinPortal: false }}
      maxValues={mostAdjusted}
      value={[...value]}
      onChange={change}
      data={[...new Set([...value, ...fields.map(({ name }) => name)])]}
    />
  )
}

/** The time until a typed number counts. */
const typingMs = 500

type NumberFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'min' | 'max'> & {
  /** Undefined: the field is empty. */
  value: number | undefined
  change(value: number | undefined): void
  min?: number
  max?: number
  /** The number must be above 0. */
  isPositive?: boolean
}

/** A number that counts once the user stops typing. An unfinished or invalid number changes nothing. */
export function NumberField({
  value,
  change,
  min = 0,
  max = 1e300,
  isPositive = false,
  ...props
}: NumberFieldProps) {
  const [typed, setTyped] = useState<number | string>(value ?? '')
  const [known, setKnown] = useState(value)
  // Another value came from the address, unless it is the typed one.
  if (known !== value) {
    setKnown(value)
    if (typed === '' ? value !== undefined : Number(typed) !== value) setTyped(value ?? '')
  }
  const isValid = (next: number | string) =>
    next === '' || (Number(next) >= min && Number(next) <= max && (!isPositive || Number(next) > 0))
  const commit = useDebouncedCallback(
    (next: number | string) => {
      if (isValid(next)) change(next === '' ? undefined : Number(next))
    },
    { delay: typingMs, flushOnUnmount: true },
  )
  return (
    <NumberInput
      size="xs"
      allowNegative={false}
      min={min}
      max={max}
      {...props}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        commit(next)
      }}
      onBlur={() => {
        commit.flush()
        if (!isValid(typed)) setTyped(value ?? '')
      }}
    />
  )
}
