import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { everySample, type SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { SampleFilter } from '../../../shared/domain/samples/sample.ts'
import { useCall } from '../../client/call.ts'
import { useCohort } from '../../state/cohort/cohort.ts'
import { useChoiceName } from '../../state/cohort/titles.ts'
import { PopoverButton } from '../../ui/forms/PopoverButton.tsx'
import { Hint } from '../../ui/panes/Section.tsx'

const debounceMs = 250

/** Chooses the displayed samples: all, those of a register search, or the selected ones. */
export function SamplesMenu() {
  const { t } = useTranslation('state')
  const { selection } = useCohort()
  const name = useChoiceName(selection.of)
  return (
    <PopoverButton
      label={t('choice.button', { name })}
      icon={<IconFilter size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={300}
    >
      {(close) => <Choice close={close} />}
    </PopoverButton>
  )
}

const anyGroup = 'any'
const noGroup = 'none'
const groupValue = (name: string | null): string => (name === null ? noGroup : `group ${name}`)

function groupOf(value: string): string | null | undefined {
  if (value === anyGroup) return undefined
  return value === noGroup ? null : value.slice(groupValue('').length)
}

function Choice({ close }: { close(): void }) {
  const { t } = useTranslation('state')
  const { selection, change } = useCohort()
  const facets = useCall('samples.facets', {})
  const query = toSampleQuery(selection.of)
  const [text, setText] = useState(query.text)
  const choose = (part: Partial<SampleQuery>) => change({ of: { ...query, text, ...part } })
  const search = useDebouncedCallback((typed: string) => choose({ text: typed }), {
    delay: debounceMs,
    flushOnUnmount: true,
  })
  const setFilter = (part: { [K in 'group' | 'tag']?: SampleFilter[K] | undefined }) =>
    choose({ filter: withoutUndefined({ ...query.filter, ...part }) })
  const replace = (of: SampleChoice) => {
    search.cancel()
    change({ of })
    close()
  }
  const { group, tag } = query.filter
  return (
    <Stack gap={8}>
      <TextInput
        size="xs"
        type="search"
        data-autofocus
        label={t('choice.text')}
        placeholder={t('choice.textHint')}
        value={text}
        maxLength={1000}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          search(currentTarget.value)
        }}
      />
      <NativeSelect
        label={t('field.group')}
        value={group === undefined ? anyGroup : groupValue(group)}
        onChange={({ currentTarget: { value } }) => setFilter({ group: groupOf(value) })}
        data={[
          { value: anyGroup, label: t('choice.anyGroup') },
          ...(facets.data?.groups ?? []).map(({ value, count }) => ({
            value: groupValue(value),
            label: `${value ?? t('term.noGroup')} (${count})`,
          })),
        ]}
      />
      <NativeSelect
        label={t('term.tag')}
        value={tag ?? ''}
        onChange={({ currentTarget: { value } }) => setFilter({ tag: value || undefined })}
        data={[
          { value: '', label: t('choice.anyTag') },
          ...(facets.data?.tags ?? []).map(({ value, count }) => ({ value, label: `${value} (${count})` })),
        ]}
      />
      {'sampleIds' in selection.of && (
        <Hint>{t('choice.named', { count: selection.of.sampleIds.length })}</Hint>
      )}
      <Group gap={8}>
        <Button
          size="compact-xs"
          disabled={selection.selectedIds.size === 0}
          onClick={() => replace({ sampleIds: [...selection.selectedIds] })}
        >
          {t('choice.marked', { count: selection.selectedIds.size })}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => replace(everySample)}>
          {t('term.allSamples')}
        </Button>
      </Group>
    </Stack>
  )
}

type SampleQuery = { text: string; filter: SampleFilter }

/** Returns the current search to continue from, or an empty one if samples are chosen by id. */
const toSampleQuery = (of: SampleChoice): SampleQuery =>
  'sampleIds' in of ? { text: '', filter: {} } : { text: of.text ?? '', filter: of.filter }

function withoutUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
