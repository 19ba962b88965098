import { Button, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import classes from './import.module.css'
import { JoinedFields } from './JoinedFields.tsx'
import type { Source } from './plan.ts'

type Props = { label: string; source: Source | null; draft: ImportDraft; apply(source: Source | null): void }

const kinds = ['none', 'column', 'constant', 'joined'] as const
type Kind = (typeof kinds)[number]

/** Where a field is to come from: one column, several put together, one text for all rows, or nothing. */
export function SourceForm({ label, source, draft, apply }: Props) {
  const { t } = useTranslation('import')
  const [kind, setKind] = useState<Kind>(source?.kind ?? 'column')
  const [column, setColumn] = useState(source?.kind === 'column' ? source.column : (draft.columns[0] ?? ''))
  const [value, setValue] = useState(source?.kind === 'constant' ? source.value : '')
  const [joined, setJoined] = useState(
    source?.kind === 'joined' ? source : { kind: 'joined' as const, columns: [], separator: '-' },
  )
  const chosen = chosenSource(kind, { column, value, joined })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== undefined) apply(chosen)
      }}
    >
      <Stack gap={8}>
        <Radio.Group
          size="xs"
          label={t('source.label', { field: label })}
          value={kind}
          onChange={(picked) => setKind(kinds.find((one) => one === picked) ?? 'none')}
        >
          <div className={classes.kinds}>
            {kinds.map((one) => (
              <Radio key={one} size="xs" value={one} label={t(`source.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        {kind === 'column' && (
          <NativeSelect
            size="xs"
            label={t('source.column')}
            value={column}
            onChange={({ currentTarget }) => setColumn(currentTarget.value)}
            data={draft.columns}
          />
        )}
        {kind === 'constant' && (
          <TextInput
            size="xs"
            label={t('source.value')}
            maxLength={1000}
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        )}
        {kind === 'joined' && <JoinedFields joined={joined} draft={draft} change={setJoined} />}
        {kind === 'none' && (
          <Text fz={12} c="dimmed">
            {t('source.noneHint')}
          </Text>
        )}
        <Button type="submit" size="xs" disabled={chosen === undefined} style={{ alignSelf: 'flex-start' }}>
          {t('source.apply')}
        </Button>
      </Stack>
    </form>
  )
}

type Entered = { column: string; value: string; joined: Extract<Source, { kind: 'joined' }> }

/** What was entered as a source; undefined while something is missing. */
function chosenSource(kind: Kind, { column, value, joined }: Entered): Source | null | undefined {
  if (kind === 'none') return null
  if (kind === 'column') return column === '' ? undefined : { kind, column }
  if (kind === 'constant') return value.trim() === '' ? undefined : { kind, value: value.trim() }
  return joined.columns.length < 2 ? undefined : joined
}
