import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadingNote, ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../../shared/messages/message.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import classes from '../import.module.css'
import type { Loaded } from '../importState.ts'
import type { Wizard } from '../useWizard.ts'
import { SeverityMark } from './StepParts.tsx'

type Props = { notes: readonly ReadingNote[]; wizard: Wizard; loaded: Loaded }

/** Notes whose undoing is not to read the rows after all. */
const undoWords = {
  'other-section': 'readingNotes.readSection',
  'plain-quotes': 'readingNotes.quotesAround',
  'space-delimited': 'readingNotes.notDelimited',
  'missing-words': 'readingNotes.asText',
} as const

const undoWord = (rule: string) =>
  Object.hasOwn(undoWords, rule) ? undoWords[rule as keyof typeof undoWords] : null

/** What reading did to the file or to a column, those to look at first, each with the way to switch it off. */
export function ReadingNotes({ notes, wizard, loaded }: Props) {
  const { t } = useTranslation('import')
  const translate = useTranslator()
  const { reread, dialog } = useReread(wizard, loaded)
  const undo = (part: ReadOptions) => reread({ ...loaded.options, ...part })
  if (notes.length === 0) return null
  return (
    <section aria-label={t('readingNotes.label')}>
      <ul className={classes.readingNotes}>
        {notes
          .toSorted((a, b) => Number(b.severity === 'warning') - Number(a.severity === 'warning'))
          .map((note) => (
            <li key={`${note.rule} ${note.column ?? ''} ${toEnglish(note.message)}`}>
              <SeverityMark severity={note.severity}>
                <span>{translate(note.message)}</span>
              </SeverityMark>
              <Undo note={note} disabled={wizard.read.pending} undo={undo} />
            </li>
          ))}
      </ul>
      {dialog}
    </section>
  )
}

type UndoProps = { note: ReadingNote; disabled: boolean; undo(options: ReadOptions): void }

function Undo({ note: { rule, count, undo: options, message }, disabled, undo }: UndoProps) {
  const { t } = useTranslation('import')
  const translate = useTranslator()
  if (options === null) return null
  const word = undoWord(rule)
  const label =
    word !== null
      ? t(word)
      : options.keepRows
        ? t('readingNotes.keepRows', { count })
        : t('readingNotes.undo')
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      disabled={disabled}
      aria-description={translate(message)}
      onClick={() => undo(options)}
    >
      {label}
    </Button>
  )
}

/** Reads the file another way; asks before its corrections are lost. */
export function useReread(wizard: Wizard, loaded: Loaded) {
  const { t } = useTranslation('import')
  const [pendingOptions, setPendingOptions] = useState<ReadOptions | null>(null)
  const corrections = loaded.changes.undoable
  const close = () => setPendingOptions(null)
  const dialog = pendingOptions && (
    <Dialog opened onClose={close} title={t('readAs.otherwise')}>
      <Text fz={13}>{t('readAs.corrections', { count: corrections })}</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" data-autofocus onClick={close}>
          {t('readAs.keepCorrections')}
        </Button>
        <Button
          color="red"
          onClick={() => {
            wizard.reread(pendingOptions)
            close()
          }}
        >
          {t('readAs.loseCorrections')}
        </Button>
      </Group>
    </Dialog>
  )
  return { reread: corrections > 0 ? setPendingOptions : wizard.reread, dialog }
}
