import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderForm } from '../../../shared/domain/orderForm.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall, useSetCached } from '../../client/useCall.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { FormRowFields } from './FormRowFields.tsx'
import { emptyRow, type FormRow, moved, problemsOf, toForm, toRows } from './formRows.ts'
import classes from './orderForm.module.css'
import { formTable } from './toCopied.ts'

/** The fields of this profile's orders: which there are, in which order, and what a cell of each has to be. */
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
  const { t } = useTranslation('import')
  const keep = useSetCached()
  const [rows, setRows] = useState(() => toRows(form))
  const [tried, setTried] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const problems = problemsOf(rows)
  const save = useAction(async (changed: OrderForm | null) => {
    const offerUndo = createUndoOffer()
    const set = async (now: OrderForm | null) =>
      keep('orderForm.get', {}, await call('orderForm.set', { form: now }))
    await set(changed)
    close()
    const undo = () => set(isDefault ? null : form)
    offerUndo({ message: t('form.changed'), label: t('check.undo'), undo })
  })
  const set = (key: number, part: Partial<FormRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const ofForm = problems.find(({ key }) => key === null)
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problems.length === 0) void save.run(toForm(rows))
      }}
    >
      <Text fz={13} c="dimmed">
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
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}
        onClick={() => setRows([...rows, emptyRow(1 + Math.max(-1, ...rows.map(({ key }) => key)))])}
      >
        {t('form.add')}
      </Button>
      {tried && ofForm && (
        <Text fz={13} c="var(--mantine-color-error)" role="alert">
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
        <span className={classes.gap} />
        <CopyAs read={() => formTable(problems.length === 0 ? toForm(rows) : form)} />
        <Button variant="default" onClick={close}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={save.pending}>
          {t('form.save')}
        </Button>
      </div>
    </form>
  )
}
