import { Button, Group, NumberInput, Text } from '@mantine/core'
import { IconArrowBackUp, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CsvReadAs,
  type Delimiter,
  delimiterSchema,
  type ImportDraft,
  type ReadOptions,
} from '../../../shared/domain/samples/importing.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { CheckField, SelectField } from './fields/Inputs.tsx'
import classes from './import.module.css'
import type { ImportWork, Loaded } from './importState.ts'
import { previewTable } from './toCopied.ts'

/** Problems that cast doubt on how the file was read. The reading options are then open. */
const doubts: ReadonlySet<string> = new Set([
  'encoding-guessed',
  'header-like-data',
  'broken-header',
  'ambiguous-number',
])

/** Returns true if the file may have been read in the wrong way. The reading options are then open. */
export const isReadingUnsure = (draft: ImportDraft): boolean =>
  draft.rowCount === 0 || draft.problems.some(({ rule }) => doubts.has(rule)) || isSheetUnsure(draft)

/** Returns true if the workbook has other visible sheets, and neither the user nor a question chooses one. */
const isSheetUnsure = ({ sheets, options, notes }: ImportDraft): boolean =>
  sheets.filter(({ hidden }) => !hidden).length > 1 &&
  options.sheet === undefined &&
  !options.allSheets &&
  !notes.some(({ rule }) => rule === 'other-sheets')

type LineProps = { draft: ImportDraft; options: ReadOptions; opened: boolean; toggle(): void }

/** Describes in one line how the file was read, with a button to change it. */
export function HowRead({ draft, options, opened, toggle }: LineProps) {
  const { t } = useTranslation('import')
  const { readAs, rowCount, columns } = draft
  const above = readAs.headerLine - 1
  const how =
    readAs.format === 'csv'
      ? [readAs.encoding.toUpperCase(), t(`readAs.${delimiterWords[readAs.delimiter]}`)]
      : [t('readAs.sheetWords', { sheet: readAs.sheet })]
  const words = [
    ...how,
    readAs.noHeader
      ? t('readAs.noHeader')
      : t(readAs.format === 'csv' ? 'readAs.headerLine' : 'readAs.headerRowAt', { line: readAs.headerLine }),
    ...(above > 0 ? [t('readAs.above', { count: above })] : []),
  ].join(', ')
  const Icon = opened ? IconChevronUp : IconChevronDown
  const text = `${words} · ${t('counted.rows', { count: rowCount })}, ${t('counted.columns', { count: columns.length })}`
  return (
    <>
      <span className={classes.howRead} title={text}>
        {Object.keys(options).length > 0 && `${t('readAs.chosen')} `}
        {text}
      </span>
      <Button
        size="compact-xs"
        variant="subtle"
        flex="none"
        aria-expanded={opened}
        rightSection={<Icon size={14} stroke={1.5} aria-hidden />}
        onClick={toggle}
      >
        {t('readAs.change')}
      </Button>
    </>
  )
}

type PanelProps = { loaded: Loaded; reread(options: ReadOptions): void; pending: boolean }

export function ReadPanel({ loaded, reread, pending }: PanelProps) {
  const { t } = useTranslation('import')
  const { draft, options } = loaded
  const corrections = loaded.changes.undoable
  return (
    <section className={classes.readPanel} aria-label={t('readAs.title')}>
      <ReadChoices draft={draft} options={options} change={reread} disabled={pending} />
      <span className={classes.row}>
        {Object.keys(options).length > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={pending}
            leftSection={<IconArrowBackUp size={14} stroke={1.5} aria-hidden />}
            onClick={() => reread({})}
          >
            {t('readAs.detect')}
          </Button>
        )}
        {draft.preview.length > 0 && <CopyAs read={() => previewTable(draft.preview, draft.columns)} />}
        {corrections > 0 && <Hint>{t('readAs.corrections', { count: corrections })}</Hint>}
      </span>
    </section>
  )
}

type Reading = { fileId: string; options: ReadOptions; before?: Loaded }

/** Reads a file, or reads the open one again with other options. Asks first if corrections would be lost. */
export function useReading({ read, at }: Pick<ImportWork, 'read' | 'at'>) {
  const { t } = useTranslation('import')
  const [pendingReading, setPendingReading] = useState<Reading | null>(null)
  const loaded = at.step === 'loaded' ? at.loaded : null
  const corrections = loaded?.changes.undoable ?? 0
  const close = () => setPendingReading(null)
  const run = ({ fileId, options, before }: Reading) => void read.run(fileId, options, before)
  const start = (reading: Reading) => (corrections > 0 ? setPendingReading(reading) : run(reading))
  const dialog = pendingReading && (
    <Dialog opened onClose={close} title={t(pendingReading.before ? 'readAs.otherwise' : 'readAs.other')}>
      <Text fz="sm">
        {pendingReading.before
          ? t('readAs.corrections', { count: corrections })
          : t('readAs.otherCorrections', { count: corrections, name: loaded?.draft.fileName })}
      </Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button data-autofocus onClick={close}>
          {t('readAs.keepCorrections')}
        </Button>
        <Button
          variant="filled"
          color="red"
          onClick={() => {
            run(pendingReading)
            close()
          }}
        >
          {t('readAs.loseCorrections')}
        </Button>
      </Group>
    </Dialog>
  )
  return {
    dialog,
    open: (fileId: string) => start({ fileId, options: {} }),
    reread: (options: ReadOptions) => {
      if (loaded) start({ fileId: loaded.fileId, options, before: loaded })
    },
  }
}

/** `options`: those that were set; the others are detected. */
type ChoicesProps = Pick<Loaded, 'draft' | 'options'> & {
  change: (options: ReadOptions) => void
  disabled: boolean
}

/**
 * Shows the reading options. A change reads the file again with the options set so far, and detects the others again.
 */
function ReadChoices({ draft, options, change, disabled }: ChoicesProps) {
  const { t } = useTranslation('import')
  const { readAs, sheets } = draft
  const set = (part: ReadOptions) => change({ ...options, ...part })
  const found = readAs.decimal === ',' ? t('readAs.decimalComma') : t('readAs.point')
  return (
    <Group gap={16} align="flex-end" role="group" aria-label={t('readAs.title')}>
      {readAs.format === 'csv' ? (
        <CsvChoices readAs={readAs} set={set} disabled={disabled} />
      ) : (
        <SelectField
          label={t('readAs.sheet')}
          disabled={disabled}
          value={readAs.sheet}
          options={sheets.map(({ name, hidden }) => ({
            value: name,
            label: hidden ? t('readAs.hiddenSheet', { name }) : name,
          }))}
          // Another sheet has its own header and decimal sign, so both are detected again.
          change={(sheet) => change({ sheet })}
        />
      )}
      <CheckField
        pb={7}
        label={t('readAs.firstRowIsData')}
        disabled={disabled}
        checked={readAs.noHeader ?? false}
        change={(checked) => {
          const { noHeader: _noHeader, ...others } = options
          change(checked ? { ...others, noHeader: true } : others)
        }}
      />
      <HeaderLine
        label={t(headerLabels[readAs.noHeader ? 'none' : readAs.format])}
        disabled={disabled}
        line={readAs.headerLine}
        change={(headerLine) => set({ headerLine })}
      />
      <HeaderLine
        label={readAs.format === 'csv' ? t('readAs.lastLine') : t('readAs.lastRow')}
        disabled={disabled}
        line={readAs.endLine ?? null}
        change={(endLine) => set({ endLine })}
        unset={{
          word: t('readAs.toTheEnd'),
          clear: () => {
            const { endLine: _endLine, ...others } = options
            // A detected end has no option to remove; reading the rows below it instead has the same effect.
            const isFound = options.endLine === undefined
            const keepRows = [...new Set([...(options.keepRows ?? []), 'belowFooter' as const])]
            change(isFound ? { ...others, keepRows } : others)
          },
        }}
      />
      <SelectField
        label={t('readAs.decimal')}
        disabled={disabled}
        value={options.decimal ?? found}
        // The detected sign is also listed as an explicit choice.
        options={[
          ...(options.decimal === undefined
            ? [{ value: found, label: t('readAs.found', { sign: found }) }]
            : []),
          { value: '.', label: t('readAs.point') },
          { value: ',', label: t('readAs.decimalComma') },
        ]}
        change={(decimal) => {
          if (decimal === ',' || decimal === '.') set({ decimal })
        }}
      />
    </Group>
  )
}

const headerLabels = { csv: 'readAs.header', xlsx: 'readAs.headerRow', none: 'readAs.firstRow' } as const

const delimiterWords = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'blanks',
} as const satisfies Record<Delimiter, string>
/** The encodings that instruments and Excel export. A detected one outside this list is added. */
const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-2',
  'macintosh',
  'cp850',
  'iso-8859-15',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'iso-2022-jp',
]

type CsvChoicesProps = { readAs: CsvReadAs; set: (part: ReadOptions) => void; disabled: boolean }

function CsvChoices({ readAs, set, disabled }: CsvChoicesProps) {
  const { t } = useTranslation('import')
  const wordOf = (delimiter: Delimiter): string => t(`readAs.${delimiterWords[delimiter]}`)
  const known = encodings.includes(readAs.encoding.toLowerCase())
  return (
    <>
      <SelectField
        label={t('readAs.delimiter')}
        disabled={disabled}
        value={wordOf(readAs.delimiter)}
        options={delimiterSchema.options.map(wordOf)}
        change={(word) => {
          const delimiter = delimiterSchema.options.find((one) => wordOf(one) === word)
          if (delimiter) set({ delimiter })
        }}
      />
      <SelectField
        label={t('readAs.encoding')}
        disabled={disabled}
        value={readAs.encoding}
        options={(known ? [] : [readAs.encoding])
          .concat(encodings)
          .map((name) => ({ value: matching(name, readAs.encoding), label: name.toUpperCase() }))}
        change={(encoding) => set({ encoding })}
      />
      <CheckField
        pb={7}
        label={t('readAs.plainQuotes')}
        disabled={disabled}
        checked={readAs.plainQuotes ?? false}
        change={(plainQuotes) => set({ plainQuotes })}
      />
    </>
  )
}

/** Returns the detected encoding's own spelling if only the case differs, so that the select shows it. */
const matching = (name: string, inForce: string): string =>
  name.toLowerCase() === inForce.toLowerCase() ? inForce : name

type HeaderLineProps = {
  label: string
  /** null: no line is set. */
  line: number | null
  change(line: number): void
  /** Set if the line is optional: the word to show without a line, and how to clear it. */
  unset?: { word: string; clear(): void }
  disabled: boolean
}

/** Edits a line number. Applies it on Enter or blur only, because each change reads the file again. */
function HeaderLine({ label, line, change, unset, disabled }: HeaderLineProps) {
  const [written, setWritten] = useState<number | string | null>(null)
  const take = () => {
    setWritten(null)
    if (written === '' && line !== null) unset?.clear()
    if (typeof written === 'number' && written >= 1 && written !== line) change(written)
  }
  return (
    <NumberInput
      size="xs"
      w={110}
      label={label}
      disabled={disabled}
      min={1}
      allowDecimal={false}
      clampBehavior="strict"
      value={written ?? line ?? ''}
      {...(unset ? { placeholder: unset.word } : {})}
      onChange={setWritten}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take()
      }}
    />
  )
}
