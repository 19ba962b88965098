import { Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type CsvReadAs,
  type Delimiter,
  delimiterSchema,
  type ReadOptions,
} from '../../../shared/domain/importing.ts'

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

type Props = { readAs: CsvReadAs; set: (part: ReadOptions) => void; disabled: boolean }

/** What only delimited text has: the sign between cells, and how its characters are written. */
export function CsvChoices({ readAs, set, disabled }: Props) {
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
