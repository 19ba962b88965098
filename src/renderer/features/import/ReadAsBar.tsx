import { Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReadAs, ReadOptions, SheetChoice } from '../../../shared/domain/importing.ts'
import { CsvChoices } from './CsvChoices.tsx'

type Props = {
  readAs: ReadAs
  sheets: readonly SheetChoice[]
  change: (options: ReadOptions) => void
  disabled: boolean
}

/** How the file is read, each part open to change; a change reads the file again with the others kept. */
export function ReadAsBar({ readAs, sheets, change, disabled }: Props) {
  const { t } = useTranslation('import')
  const { format: _format, ...inForce } = readAs
  const set = (part: ReadOptions) => change({ ...inForce, ...part })
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
      <NumberInput
        size="xs"
        w={110}
        label={readAs.format === 'csv' ? t('readAs.header') : t('readAs.headerRow')}
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
