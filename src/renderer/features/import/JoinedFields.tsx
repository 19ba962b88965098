import { MultiSelect, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import classes from './import.module.css'
import { type Source, textOf } from './plan.ts'

type Joined = Extract<Source, { kind: 'joined' }>
type Props = { joined: Joined; draft: ImportDraft; change(joined: Joined): void }

/** Columns to be put together in the order of choice, with what the first rows then give. */
export function JoinedFields({ joined, draft, change }: Props) {
  const { t } = useTranslation('import')
  const examples =
    joined.columns.length < 2
      ? []
      : draft.preview
          .slice(0, 3)
          .map(({ row, cells }) => ({ row, text: textOf(joined, draft.columns, cells) }))
  return (
    <>
      <MultiSelect
        size="xs"
        label={t('source.columns')}
        data={draft.columns}
        value={joined.columns}
        onChange={(columns) => change({ ...joined, columns })}
        maxValues={10}
        limit={200}
        searchable
        hidePickedOptions
        comboboxProps={{ withinPortal: false }}
      />
      <TextInput
        size="xs"
        label={t('source.separator')}
        maxLength={10}
        value={joined.separator}
        onChange={({ currentTarget }) => change({ ...joined, separator: currentTarget.value })}
      />
      <div className={classes.joinedExamples} aria-live="polite">
        {examples.length === 0 ? (
          <Text fz={12} c="dimmed">
            {t('source.twoOrMore')}
          </Text>
        ) : (
          examples.map(({ row, text }) => (
            <div key={row}>
              <span className={classes.lineNumber}>{row}</span> {text}
            </div>
          ))
        )}
      </div>
    </>
  )
}
