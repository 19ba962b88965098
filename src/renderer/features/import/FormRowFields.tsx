import { ActionIcon, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { FormRowRules } from './FormRowRules.tsx'
import type { FormProblem, FormRow } from './formRows.ts'
import classes from './orderForm.module.css'

type Props = {
  row: FormRow
  first: boolean
  last: boolean
  problem: FormProblem['what'] | null
  change(part: Partial<FormRow>): void
  move(step: 1 | -1): void
  remove(): void
}

const types: readonly FieldRule['type'][] = ['text', 'number', 'age', 'sex', 'day', 'reference']

/** A field that was just added is written in at once. */
const focusNew = (input: HTMLInputElement | null): void => input?.focus()

/** One field of the order form: its name at the service, its kind, whether it is required, and its rules. */
export function FormRowFields({ row, first, last, problem, change, move, remove }: Props) {
  const { t } = useTranslation('import')
  const name = row.sendAs.trim() || t('form.newField')
  const buttons = [
    { label: t('form.up', { name }), Icon: IconChevronUp, disabled: first, act: () => move(-1) },
    { label: t('form.down', { name }), Icon: IconChevronDown, disabled: last, act: () => move(1) },
    // Every order has a name of its own: without it nothing can be checked or found again.
    { label: t('form.remove', { name }), Icon: IconTrash, disabled: row.type === 'reference', act: remove },
  ]
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <TextInput
          size="xs"
          aria-label={t('form.sendAs')}
          placeholder={t('form.newField')}
          maxLength={100}
          ref={row.field === null ? focusNew : null}
          value={row.sendAs}
          error={problem === 'sendAs' || problem === 'twice'}
          onChange={({ currentTarget }) => change({ sendAs: currentTarget.value })}
        />
        <NativeSelect
          size="xs"
          aria-label={t('form.typeOf', { name })}
          value={row.type}
          onChange={({ currentTarget }) => {
            const type = types.find((one) => one === currentTarget.value)
            if (type) change({ type })
          }}
          data={types.map((type) => ({ value: type, label: t(`form.types.${type}`) }))}
        />
        <Checkbox
          size="xs"
          aria-label={t('form.requiredOf', { name })}
          checked={row.required || row.type === 'reference'}
          disabled={row.type === 'reference'}
          onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
        />
        <span className={classes.buttons}>
          {buttons.map(({ label, Icon, disabled, act }) => (
            <ActionIcon
              key={label}
              variant="subtle"
              color="gray"
              aria-label={label}
              disabled={disabled}
              onClick={act}
            >
              <Icon size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          ))}
        </span>
      </div>
      {problem !== null && (
        <Text fz={12} c="var(--mantine-color-error)" role="alert">
          {t(`form.problem.${problem}`)}
        </Text>
      )}
      <FormRowRules row={row} name={name} wrong={problem === 'bounds'} change={change} />
    </li>
  )
}
