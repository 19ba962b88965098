import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconDeviceFloppy, IconReplace } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { chooseSave, deliver } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import classes from './import.module.css'
import { ReplaceForm } from './ReplaceForm.tsx'
import type { Corrections } from './useCorrections.ts'
import type { Loaded, Wizard } from './useWizard.ts'

type Props = {
  loaded: Loaded
  changes: Wizard['changes']
  corrections: Corrections
  /** The cell that the cursor is in: what is sought first. */
  at: { column: string; text: string }
  invalid: number
  /** What is said of the rows, at the left. */
  children: ReactNode
}

/** Undo, redo, find and replace, and saving the failed rows. */
export function EditTools({ loaded, changes, corrections, at, invalid, children }: Props) {
  const { t } = useTranslation('import')
  const { draftId, columns } = loaded.draft
  const [said, setSaid] = useState('')
  const save = useAction(async () => {
    const target = await chooseSave('failed-rows.csv')
    if (!target) return
    const { file, rows } = await call('imports.saveFailedRows', { draftId, fileId: target.fileId })
    await deliver(file)
    setSaid(t('check.savedFailed', { count: rows, name: file.name }))
  })
  const step = (way: 'undo' | 'redo') => {
    setSaid('')
    corrections.step(way)
  }
  return (
    <>
      <div className={classes.tools}>
        <span className={classes.toolsSaid}>{children}</span>
        <output className={classes.hint}>{said}</output>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('check.undo')}
          title={t('check.undoCount', { count: changes.undoable })}
          disabled={changes.undoable === 0}
          onClick={() => step('undo')}
        >
          <IconArrowBackUp size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('check.redo')}
          title={t('check.redoCount', { count: changes.redoable })}
          disabled={changes.redoable === 0}
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
                corrections.replace(replacement, (cells) => setSaid(t('replace.done', { count: cells })))
              }
              said={said}
            />
          )}
        </PopoverButton>
        <Button
          size="xs"
          variant="default"
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
