import { ActionIcon, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { FormRowRules } from './FormRowRules.tsx'
import type { FormProblem, FormRow } from './formRows.ts'
import classes from './import.module.css'

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

/** One field of the order form: its name at the service, its kind, whether it is required, and its rules. */
export function FormRowFields({ row, first, last, problem, change, move, remove }: Props) {
  const { t } = useTranslation('import')
  const name = row.sendAs.trim() || t('form.newField')
  return (
    <li className={classes.formRow}>
      <div className={classes.formMain}>
        <TextInput
          size="xs"
          label={t('form.sendAs')}
          maxLength={100}
          value={row.sendAs}
          error={problem !== null && t(`form.problem.${problem}`)}
          onChange={({ currentTarget }) => change({ sendAs: currentTarget.value })}
        />
        <NativeSelect
          size="xs"
          label={t('form.type')}
          value={row.type}
          onChange={({ currentTarget }) => {
            const type = types.find((one) => one === currentTarget.value)
            if (type) change({ type })
          }}
          data={types.map((type) => ({ value: type, label: t(`form.types.${type}`) }))}
        />
        <Checkbox
          size="xs"
          mt={26}
          label={t('form.required')}
          checked={row.required || row.type === 'reference'}
          disabled={row.type === 'reference'}
          onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
        />
        <span className={classes.formButtons}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('form.up', { name })}
            disabled={first}
            onClick={() => move(-1)}
          >
            <IconChevronUp size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('form.down', { name })}
            disabled={last}
            onClick={() => move(1)}
          >
            <IconChevronDown size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('form.remove', { name })}
            // Every order has a name of its own: without it nothing can be checked or found again.
            disabled={row.type === 'reference'}
            onClick={remove}
          >
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <FormRowRules row={row} change={change} />
    </li>
  )
}
