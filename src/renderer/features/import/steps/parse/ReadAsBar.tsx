import { Checkbox, Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CsvReadAs,
  type Delimiter,
  delimiterSchema,
  type ReadAs,
  type ReadOptions,
  type SheetChoice,
} from '../../../../../shared/domain/samples/importing.ts'

type Props = {
  readAs: ReadAs
  /** What was set of it before; the rest was found. */
  options: ReadOptions
  sheets: readonly SheetChoice[]
  change: (options: ReadOptions) => void
  disabled: boolean
}

/** How the file is read, each part open to change; a change reads the file again with what else was set, and the rest found anew. */
export function ReadAsBar({ readAs, options, sheets, change, disabled }: Props) {
  const { t } = useTranslation('import')
  const set = (part: ReadOptions) => change({ ...options, ...part })
  const found = readAs.decimal === ',' ? t('readAs.decimalComma') : t('readAs.point')
  return (
    <Group gap={16} align="flex-end" role="group" aria-label={t('readAs.label')}>
      <Text fw={600} fz={13} pb={6}>
        {t('readAs.label')}
      </Text>
      {readAs.format === 'csv' ? (
        <CsvChoices readAs={readAs} set={set} disabled={disabled} />
      ) : (
        <NativeSelect
          size="xs"
          label={t('readAs.sheet')}
          disabled={disabled}
          value={readAs.sheet}
          // Another sheet has a header and decimals of its own, which are found anew.
          onChange={(event) => change({ sheet: event.currentTarget.value })}
          data={sheets.map(({ name, hidden }) => ({
            value: name,
            label: hidden ? t('readAs.hiddenSheet', { name }) : name,
          }))}
        />
      )}
      <HeaderLine
        label={readAs.format === 'csv' ? t('readAs.header') : t('readAs.headerRow')}
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
            // An end that was found is taken back by reading what stands below it.
            const isFound = options.endLine === undefined
            const keepRows = [...new Set([...(options.keepRows ?? []), 'belowFooter' as const])]
            change(isFound ? { ...others, keepRows } : others)
          },
        }}
      />
      <NativeSelect
        size="xs"
        label={t('readAs.decimal')}
        disabled={disabled}
        value={options.decimal ?? found}
        onChange={({ currentTarget: { value } }) => {
          if (value === ',' || value === '.') set({ decimal: value })
        }}
        // The sign that was found can be chosen too: then it is meant.
        data={[
          ...(options.decimal === undefined
            ? [{ value: found, label: t('readAs.found', { sign: found }) }]
            : []),
          { value: '.', label: t('readAs.point') },
          { value: ',', label: t('readAs.decimalComma') },
        ]}
      />
    </Group>
  )
}

export const delimiterWords = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'blanks',
} as const satisfies Record<Delimiter, string>
/** What exports of instruments and of Excel are written in; a detected one outside this list is added. */
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

/** What only delimited text has: the sign between cells, and how its characters are written. */
function CsvChoices({ readAs, set, disabled }: CsvChoicesProps) {
  const { t } = useTranslation('import')
  const wordOf = (delimiter: Delimiter): string => t(`readAs.${delimiterWords[delimiter]}`)
  const known = encodings.includes(readAs.encoding.toLowerCase())
  return (
    <>
      <NativeSelect
        size="xs"
        label={t('readAs.delimiter')}
        disabled={disabled}
        value={wordOf(readAs.delimiter)}
        onChange={(event) => {
          const word = event.currentTarget.value
          const delimiter = delimiterSchema.options.find((one) => wordOf(one) === word)
          if (delimiter) set({ delimiter })
        }}
        data={delimiterSchema.options.map(wordOf)}
      />
      <NativeSelect
        size="xs"
        label={t('readAs.encoding')}
        disabled={disabled}
        value={readAs.encoding}
        onChange={(event) => set({ encoding: event.currentTarget.value })}
        data={(known ? [] : [readAs.encoding])
          .concat(encodings)
          .map((name) => ({ value: matching(name, readAs.encoding), label: name.toUpperCase() }))}
      />
      <Checkbox
        size="xs"
        pb={7}
        label={t('readAs.plainQuotes')}
        disabled={disabled}
        checked={readAs.plainQuotes ?? false}
        onChange={(event) => set({ plainQuotes: event.currentTarget.checked })}
      />
    </>
  )
}

/** The name in force as it came, so that the choice finds itself whatever its case. */
const matching = (name: string, inForce: string): string =>
  name.toLowerCase() === inForce.toLowerCase() ? inForce : name

type HeaderLineProps = {
  label: string
  /** null: none is set. */
  line: number | null
  change(line: number): void
  /** Where the line need not be set: what stands there then, and how it is taken away. */
  unset?: { word: string; clear(): void }
  disabled: boolean
}

/** The line of the header, or the last one: it is taken with Enter or on leaving the field, since each is another reading of the file. */
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
