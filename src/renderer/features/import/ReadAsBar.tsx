import { Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type Delimiter,
  delimiterSchema,
  type ReadAs,
  type ReadOptions,
} from '../../../shared/domain/importing.ts'

const delimiterWords = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const satisfies Record<
  Delimiter,
  string
>
/** What exports of instruments and of Excel are written in; a detected one outside this list is added. */
const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1', 'gb18030', 'shift_jis']

type Props = { readAs: ReadAs; change: (options: ReadOptions) => void; disabled: boolean }

/** How the file is read, each part open to change; a change reads the file again with the others kept. */
export function ReadAsBar({ readAs, change, disabled }: Props) {
  const { t } = useTranslation('import')
  const set = (part: Partial<ReadAs>) => change({ ...readAs, ...part })
  const wordOf = (delimiter: Delimiter): string => t(`readAs.${delimiterWords[delimiter]}`)
  const known = encodings.includes(readAs.encoding.toLowerCase())
  return (
    <Group gap={16} align="flex-end" role="group" aria-label={t('readAs.label')}>
      <Text fw={600} fz={13} pb={6}>
        {t('readAs.label')}
      </Text>
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
      <NumberInput
        size="xs"
        w={110}
        label={t('readAs.header')}
        disabled={disabled}
        min={1}
        allowDecimal={false}
        clampBehavior="strict"
        value={readAs.headerLine}
        onChange={(value) => {
          if (typeof value === 'number' && value >= 1 && value !== readAs.headerLine)
            set({ headerLine: value })
        }}
      />
      <NativeSelect
        size="xs"
        label={t('readAs.decimal')}
        disabled={disabled}
        value={readAs.decimal === ',' ? t('readAs.decimalComma') : t('readAs.point')}
        onChange={(event) =>
          set({ decimal: event.currentTarget.value === t('readAs.decimalComma') ? ',' : '.' })
        }
        data={[t('readAs.point'), t('readAs.decimalComma')]}
      />
    </Group>
  )
}

/** The name in force as it came, so that the choice finds itself whatever its case. */
const matching = (name: string, inForce: string): string =>
  name.toLowerCase() === inForce.toLowerCase() ? inForce : name
