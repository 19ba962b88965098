import { Button, Text, Textarea } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldRule, OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { call, useAction, useCall, useSetCached } from '../../../client/call.ts'
import { useUndoOffers } from '../../../state/undo.tsx'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import shared from '../../../ui/shared.module.css'
import { formTable } from '../toCopied.ts'
import { emptyRow, type FormProblem, type FormRow, moved, problemsOf, toForm, toRows } from './formRows.ts'
import { CheckField, SelectField, TextField } from './Inputs.tsx'
import classes from './orderForm.module.css'

/** Edits the order fields of this profile: adds, removes and reorders them, and sets the rules for their values. */
export function OrderFormDialog({ close }: { close(): void }) {
  const { t } = useTranslation('import')
  const { data } = useCall('orderForm.get', {})
  return (
    <Dialog opened onClose={close} size={760} title={t('form.title')}>
      {data && <FormEditor form={data.form} isDefault={data.isDefault} close={close} />}
    </Dialog>
  )
}

type EditorProps = { form: OrderForm; isDefault: boolean; close(): void }

function FormEditor({ form, isDefault, close }: EditorProps) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('import')
  const setCached = useSetCached()
  const [rows, setRows] = useState(() => toRows(form))
  const [tried, setTried] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const problems = problemsOf(rows)
  const save = useAction(async (changed: OrderForm | null) => {
    const offerUndo = undoOffers.create()
    const set = async (now: OrderForm | null) =>
      setCached('orderForm.get', {}, await call('orderForm.set', { form: now }))
    await set(changed)
    close()
    const undo = () => set(isDefault ? null : form)
    offerUndo({ message: t('form.changed'), undo })
  })
  const set = (key: number, part: Partial<FormRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const ofForm = problems.find(({ key }) => key === null)
  return (
    <Form
      gap="md"
      submit={() => {
        setTried(true)
        if (problems.length === 0) void save.run(toForm(rows))
      }}
    >
      <Text fz="sm" c="dimmed">
        {t('form.hint')}
      </Text>
      <div className={classes.head} aria-hidden>
        <span>{t('form.sendAs')}</span>
        <span>{t('form.type')}</span>
        <span>{t('form.required')}</span>
      </div>
      <ul className={classes.list}>
        {rows.map((row, index) => (
          <FormRowFields
            key={row.key}
            row={row}
            first={index === 0}
            last={index === rows.length - 1}
            problem={tried ? (problems.find(({ key }) => key === row.key)?.what ?? null) : null}
            change={(part) => set(row.key, part)}
            move={(step) => setRows(moved(rows, index, step))}
            remove={() => {
              setRows(rows.filter(({ key }) => key !== row.key))
              add.current?.focus()
            }}
          />
        ))}
      </ul>
      <Button
        ref={add}
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}
        onClick={() => setRows([...rows, emptyRow(1 + Math.max(-1, ...rows.map(({ key }) => key)))])}
      >
        {t('form.add')}
      </Button>
      {tried && ofForm && (
        <Text fz="sm" c="var(--mantine-color-error)" role="alert">
          {t(`form.problem.${ofForm.what}`)}
        </Text>
      )}
      {save.failure && <FailureNotice flush failure={save.failure} />}
      <div className={classes.foot}>
        <Button
          variant="subtle"
          color="gray"
          disabled={isDefault || save.pending}
          onClick={() => void save.run(null)}
        >
          {t('form.default')}
        </Button>
        <span className={shared.gap} />
        <CopyAs read={() => formTable(problems.length === 0 ? toForm(rows) : form)} />
        <Button onClick={close}>{t('cancel')}</Button>
        <Button variant="filled" type="submit" loading={save.pending}>
          {t('form.save')}
        </Button>
      </div>
    </Form>
  )
}

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

const focusNew = (input: HTMLInputElement | null): void => input?.focus()

function FormRowFields({ row, first, last, problem, change, move, remove }: Props) {
  const { t } = useTranslation('import')
  const name = row.sendAs.trim() || t('form.newField')
  const buttons = [
    { label: t('action.moveUp', { name }), icon: IconChevronUp, disabled: first, act: () => move(-1) },
    { label: t('action.moveDown', { name }), icon: IconChevronDown, disabled: last, act: () => move(1) },
    // Every order needs a name: without one, it cannot be checked or found again.
    { label: t('form.remove', { name }), icon: IconTrash, disabled: row.type === 'reference', act: remove },
  ]
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <TextField
          aria-label={t('form.sendAs')}
          placeholder={t('form.newField')}
          maxLength={100}
          ref={row.field === null ? focusNew : null}
          value={row.sendAs}
          error={problem === 'sendAs' || problem === 'twice'}
          change={(sendAs) => change({ sendAs })}
        />
        <SelectField
          aria-label={t('form.typeOf', { name })}
          value={row.type}
          options={types.map((type) => ({ value: type, label: t(`form.types.${type}`) }))}
          change={(type) => change({ type })}
        />
        <CheckField
          aria-label={t('form.requiredOf', { name })}
          checked={row.required || row.type === 'reference'}
          disabled={row.type === 'reference'}
          change={(required) => change({ required })}
        />
        <span className={classes.buttons}>
          {buttons.map(({ label, icon, disabled, act }) => (
            <IconButton
              key={label}
              icon={icon}
              iconSize={16}
              size="md"
              label={label}
              disabled={disabled}
              onClick={act}
            />
          ))}
        </span>
      </div>
      {problem !== null && (
        <Text fz="xs" c="var(--mantine-color-error)" role="alert">
          {t(`form.problem.${problem}`)}
        </Text>
      )}
      <FormRowRules row={row} name={name} wrong={problem === 'bounds'} change={change} />
    </li>
  )
}

type FormRowRulesProps = {
  row: FormRow
  name: string
  /** True if the bounds are invalid. */
  wrong: boolean
  change(part: Partial<FormRow>): void
}

const rulesOf = {
  number: ['least', 'most', 'unit'],
  age: ['least', 'most'],
  text: ['pattern', 'oneOf'],
  reference: ['pattern'],
  sex: [],
  day: [],
} as const satisfies Record<FormRow['type'], readonly (keyof FormRow)[]>

/** Edits bounds of numbers, and a pattern or choices of texts. The summary shows those that are set. */
function FormRowRules({ row, name, wrong, change }: FormRowRulesProps) {
  const { t } = useTranslation('import')
  const [opened, setOpened] = useState(false)
  const offered = rulesOf[row.type]
  if (offered.length === 0) return null
  const set = offered.filter((rule) => row[rule] !== '')
  const ruleText = set.map((rule) => `${t(`form.${rule}`)}: ${row[rule].replaceAll('\n', ', ')}`).join(' · ')
  return (
    // Opens for an invalid rule, and stays open while the user corrects it.
    <details
      className={classes.rules}
      open={opened || wrong}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary title={t('form.rulesOf', { name })}>{ruleText || t('form.noRules')}</summary>
      <div className={classes.ruleFields}>
        {offered.map((rule) =>
          rule === 'oneOf' ? (
            <Textarea
              key={rule}
              size="xs"
              label={t('form.oneOf')}
              rows={3}
              resize="vertical"
              value={row.oneOf}
              onChange={({ currentTarget }) => change({ oneOf: currentTarget.value })}
            />
          ) : (
            <TextField
              key={rule}
              label={t(`form.${rule}`)}
              maxLength={rule === 'pattern' ? 500 : 30}
              inputMode={rule === 'least' || rule === 'most' ? 'decimal' : 'text'}
              error={wrong && (rule === 'least' || rule === 'most')}
              value={row[rule]}
              change={(text) => change({ [rule]: text })}
            />
          ),
        )}
      </div>
    </details>
  )
}
