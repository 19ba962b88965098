import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy, IconReplace } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Replacement } from '../../../../shared/domain/samples/importing.ts'
import { call, useAction } from '../../../client/call.ts'
import { chooseSave, deliver } from '../../../client/files.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { CheckField, SelectField, TextField } from '../fields/Inputs.tsx'
import classes from '../import.module.css'
import type { Loaded } from '../importState.ts'
import type { Corrections } from './useRows.ts'

type Props = {
  loaded: Loaded
  corrections: Corrections
  /** The active cell. Its text is the first search text. */
  at: { column: string; text: string }
  invalid: number
  /** The text to the left of the tools, about the rows. */
  children: ReactNode
}

export function EditTools({ loaded, corrections, at, invalid, children }: Props) {
  const { t } = useTranslation('import')
  const { draftId, columns } = loaded.draft
  const [outcome, setOutcome] = useState('')
  const save = useAction(async () => {
    const target = await chooseSave('failed-rows.csv')
    if (!target) return
    const { file, rows } = await call('imports.saveFailedRows', { draftId, fileId: target.fileId })
    await deliver(file)
    setOutcome(t('check.savedFailed', { count: rows, name: file.name }))
  })
  const step = (way: 'undo' | 'redo') => {
    setOutcome('')
    corrections.step(way)
  }
  return (
    <>
      <div className={classes.tools}>
        <span className={classes.toolsOutcome}>{children}</span>
        <output className={classes.hint}>{outcome}</output>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('action.undo')}
          title={t('check.undoCount', { count: loaded.changes.undoable })}
          disabled={loaded.changes.undoable === 0}
          onClick={() => step('undo')}
        >
          <IconArrowBackUp size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('check.redo')}
          title={t('check.redoCount', { count: loaded.changes.redoable })}
          disabled={loaded.changes.redoable === 0}
          onClick={() => step('redo')}
        >
          <IconArrowForwardUp size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
        <PopoverButton
          label={t('replace.title')}
          icon={<IconReplace size={14} stroke={1.5} aria-hidden />}
          size="xs"
          width={320}
        >
          {() => (
            <ReplaceForm
              columns={columns}
              at={at}
              pending={corrections.pending}
              replace={(replacement) =>
                corrections.replace(replacement, (cells) => setOutcome(t('replace.done', { count: cells })))
              }
              outcome={outcome}
            />
          )}
        </PopoverButton>
        <Button
          size="xs"
          disabled={invalid === 0}
          loading={save.pending}
          leftSection={<IconDeviceFloppy size={14} stroke={1.5} aria-hidden />}
          onClick={() => void save.run()}
        >
          {t('check.saveFailed')}
        </Button>
      </div>
      {save.failure && <FailureNotice flush failure={save.failure} />}
    </>
  )
}

type ReplaceFormProps = {
  columns: string[]
  at: { column: string; text: string }
  pending: boolean
  /** The result of the last replacement. */
  outcome: string
  replace(replacement: Replacement): void
}

/** Replaces a text in a whole column, including rows that are not shown. */
function ReplaceForm({ columns, at, pending, outcome, replace }: ReplaceFormProps) {
  const { t } = useTranslation('import')
  const [replacement, setReplacement] = useState<Replacement>({
    column: at.column,
    find: at.text,
    replaceBy: '',
    whole: true,
    matchCase: true,
  })
  const set = (part: Partial<Replacement>) => setReplacement({ ...replacement, ...part })
  const { column, find, replaceBy, whole, matchCase } = replacement
  return (
    <Form gap={8} submit={() => replace(replacement)}>
      <SelectField
        label={t('replace.column')}
        value={column}
        options={columns}
        change={(to) => set({ column: to })}
      />
      <TextField label={t('replace.find')} value={find} change={(text) => set({ find: text })} />
      <TextField
        label={t('replace.by')}
        data-autofocus
        value={replaceBy}
        change={(text) => set({ replaceBy: text })}
      />
      <CheckField label={t('replace.whole')} checked={whole} change={(to) => set({ whole: to })} />
      <CheckField
        label={t('replace.matchCase')}
        checked={matchCase}
        change={(to) => set({ matchCase: to })}
      />
      <div className={classes.row}>
        <Button
          variant="filled"
          type="submit"
          size="xs"
          loading={pending}
          disabled={(find === '' && !whole) || find === replaceBy}
        >
          {t('replace.all')}
        </Button>
        <output className={classes.hint}>{outcome}</output>
      </div>
    </Form>
  )
}
