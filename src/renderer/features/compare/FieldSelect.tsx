import { MultiSelect, NativeSelect } from '@mantine/core'
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

/** Chooses the covariates of a model. */
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
