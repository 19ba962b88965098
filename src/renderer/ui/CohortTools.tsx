import { Button, Group, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Measure } from '../../shared/domain/analysis.ts'
import { everySample, type SampleChoice, type ValueView } from '../../shared/domain/cohort.ts'
import type { SampleFacets } from '../../shared/domain/register.ts'
import { PopoverButton } from './PopoverButton.tsx'

type Facets = Pick<SampleFacets, 'groups' | 'tags'> | undefined

export function MeasureControl({ value, change }: { value: Measure; change(measure: Measure): void }) {
  const { t } = useTranslation('ui')
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('measure.label')}
      value={value}
      onChange={(chosen) => change(chosen === 'aging_offset' ? chosen : 'activity')}
      data={[
        { value: 'activity', label: t('measure.activity') },
        { value: 'aging_offset', label: t('measure.aging_offset') },
      ]}
    />
  )
}

type ViewProps = {
  value: ValueView
  facets: Facets
  marked: ReadonlySet<string>
  change(view: ValueView): void
}

const kinds: readonly ValueView['kind'][] = ['raw', 'z', 'zControls', 'rank']
const controlName = /^(control|ctrl|vehicle|untreated|placebo|mock|sham|wt|healthy|对照.*)$/i

/** How values are shown. Without a group and without marked samples there is nothing that could be the controls. */
export function ViewControl({ value, facets, marked, change }: ViewProps) {
  const { t } = useTranslation('ui')
  const groups = facets?.groups ?? []
  const likeliest = groups.find(({ value: group }) => group !== null && controlName.test(group)) ?? groups[0]
  const first: SampleChoice | null = likeliest
    ? { filter: { group: likeliest.value } }
    : marked.size > 0
      ? { sampleIds: [...marked] }
      : null
  const choose = (kind: string) => {
    if (kind === 'zControls') return first && change({ kind, controls: first })
    change({ kind: kind === 'z' || kind === 'rank' ? kind : 'raw' })
  }
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('values.label')}
        value={value.kind}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={kinds.map((kind) => ({
          value: kind,
          label: t(`values.${kind}`),
          disabled: kind === 'zControls' && first === null && value.kind !== kind,
        }))}
      />
      {value.kind === 'zControls' && (
        <Controls chosen={value.controls} facets={facets} marked={marked} change={change} />
      )}
    </>
  )
}

type ControlsProps = Omit<ViewProps, 'value'> & { chosen: SampleChoice }

function Controls({ chosen, facets, marked, change }: ControlsProps) {
  const { t } = useTranslation('ui')
  const options = [
    ...(facets?.groups ?? []).map(({ value }) => ({
      label: value === null ? t('values.noGroup') : t('values.group', { name: value }),
      of: { filter: { group: value } } as SampleChoice,
    })),
    ...(marked.size > 0
      ? [{ label: t('values.marked', { count: marked.size }), of: { sampleIds: [...marked] } }]
      : []),
  ]
  const current = JSON.stringify(chosen)
  const known = options.some(({ of }) => JSON.stringify(of) === current)
  return (
    <NativeSelect
      size="xs"
      aria-label={t('values.controls')}
      value={current}
      onChange={({ currentTarget }) => {
        const found = options.find(({ of }) => JSON.stringify(of) === currentTarget.value)
        if (found) change({ kind: 'zControls', controls: found.of })
      }}
      data={[
        ...(known ? [] : [{ value: current, label: toChoiceText(chosen, t) }]),
        ...options.map(({ label, of }) => ({ value: JSON.stringify(of), label })),
      ]}
    />
  )
}

type SamplesProps = {
  of: SampleChoice
  facets: Facets
  marked: ReadonlySet<string>
  change(part: { of?: SampleChoice; marked?: ReadonlySet<string> }): void
}

/** Which samples are looked at: all, those a search of the register finds, or those that were marked. */
export function SamplesControl(props: SamplesProps) {
  const { t } = useTranslation('ui')
  return (
    <PopoverButton
      label={toChoiceText(props.of, t)}
      icon={<IconUsers size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={300}
    >
      {(close) => <Choosing {...props} close={close} />}
    </PopoverButton>
  )
}

function Choosing({ of, facets, marked, change, close }: SamplesProps & { close(): void }) {
  const { t } = useTranslation('ui')
  const before = 'filter' in of ? of : everySample
  const [text, setText] = useState(('text' in before ? before.text : undefined) ?? '')
  const [group, setGroup] = useState(toOption('filter' in before ? before.filter.group : undefined))
  const [tag, setTag] = useState(toOption('filter' in before ? before.filter.tag : undefined))
  const take = (choice: SampleChoice) => {
    change({ of: choice })
    close()
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const filter = { ...('filter' in before ? before.filter : {}) }
    delete filter.group
    delete filter.tag
    take({
      ...(text.trim() ? { text: text.trim() } : {}),
      filter: {
        ...filter,
        ...(group === '' ? {} : { group: fromOption(group) }),
        ...(tag === '' ? {} : { tag: fromOption(tag) ?? '' }),
      },
    })
  }
  return (
    <Stack gap={8} component="form" onSubmit={apply} aria-label={t('chosen.label')}>
      <TextInput
        size="xs"
        data-autofocus
        label={t('chosen.search')}
        value={text}
        maxLength={1000}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        label={t('chosen.groups')}
        value={group}
        onChange={({ currentTarget }) => setGroup(currentTarget.value)}
        data={[
          { value: '', label: t('chosen.anyGroup') },
          ...(facets?.groups ?? []).map(({ value }) => ({
            value: toOption(value),
            label: value ?? t('chosen.noGroup'),
          })),
        ]}
      />
      {(facets?.tags.length ?? 0) > 0 && (
        <NativeSelect
          size="xs"
          label={t('chosen.tags')}
          value={tag}
          onChange={({ currentTarget }) => setTag(currentTarget.value)}
          data={[
            { value: '', label: t('chosen.anyTag') },
            ...(facets?.tags ?? []).map(({ value }) => ({ value: toOption(value), label: value })),
          ]}
        />
      )}
      <Group gap={8}>
        <Button size="xs" type="submit">
          {t('chosen.apply')}
        </Button>
        <Button size="xs" variant="default" onClick={() => take(everySample)}>
          {t('chosen.all')}
        </Button>
      </Group>
      {marked.size === 0 ? (
        <Text fz={12} c="dimmed">
          {t('chosen.noneMarked')}
        </Text>
      ) : (
        <Group gap={8}>
          <Button size="xs" variant="default" onClick={() => take({ sampleIds: [...marked] })}>
            {t('chosen.marked', { count: marked.size })}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => change({ marked: new Set() })}>
            {t('chosen.unmark')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** An option of a list is text: `=` before a value tells it from "any", and none at all from both. */
const toOption = (value: string | null | undefined): string =>
  value === undefined ? '' : value === null ? '-' : `=${value}`
const fromOption = (option: string): string | null => (option === '-' ? null : option.slice(1))

/** A choice of samples in words. `t` of the namespace `ui`. */
export function toChoiceText(of: SampleChoice, t: TFunction<'ui'>): string {
  if ('sampleIds' in of) return t('chosen.ids', { count: of.sampleIds.length })
  const { group, tag, ...others } = of.filter
  const parts = [
    ...(group === undefined
      ? []
      : [group === null ? t('chosen.noGroup') : t('chosen.group', { name: group })]),
    ...(tag === undefined ? [] : [t('chosen.tag', { name: tag })]),
    ...(of.text ? [t('chosen.text', { text: of.text })] : []),
    ...(Object.keys(others).length > 0 ? [t('chosen.filtered')] : []),
  ]
  return parts.length === 0 ? t('chosen.all') : parts.join(' · ')
}
