import { Group, NativeSelect, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReadAs, ReadOptions, SheetChoice } from '../../../shared/domain/importing.ts'
import { CsvChoices } from './CsvChoices.tsx'
import { HeaderLine } from './HeaderLine.tsx'

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
