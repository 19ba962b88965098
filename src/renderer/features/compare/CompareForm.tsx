import { Button, CloseButton, Group, MultiSelect, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconArrowsExchange, IconEqualNot } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Covariate, SampleChoice } from '../../../shared/domain/results/cohort.ts'
import {
  fieldOfGroups,
  namesOfGroups,
  pairedTests,
  testSchema,
} from '../../../shared/domain/results/comparison.ts'
import { testNames } from '../../../shared/domain/results/describeComparison.ts'
import { inGroupOrder, type StudyDesign } from '../../../shared/domain/studies/study.ts'
import { wordOfUnit } from '../../../shared/domain/studies/suggestions.ts'
import { useCohort } from '../../state/cohort/cohort.ts'
import { useChoiceName } from '../../state/cohort/titles.ts'
import { mostGroups } from '../../state/searchSchemas.ts'
import { PopoverButton } from '../../ui/forms/PopoverButton.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { numberFormatter, useTranslator } from '../../ui/text/formats.tsx'
import classes from './compare.module.css'
import { FieldSelect } from './FieldSelect.tsx'
import {
  type CompareNavigation,
  inDesignOrder,
  type NamedSet,
  sizeOf,
  suggestGroups,
  testsFor,
} from './view.ts'

type Props = Pick<CompareNavigation, 'view' | 'suggestion' | 'go' | 'goGroups'> & {
  covariates: readonly Covariate[]
  /** undefined while loading. */
  design: StudyDesign | undefined
}

/** Summarizes the comparison in one line, which opens the form. Offers a suitable paired test next to it. */
export function Question(props: Props) {
  const { t } = useTranslation('compare')
  const { view, suggestion, go } = props
  const { how, pairing } = suggestion ?? {}
  const unitName = useUnitName()
  const isUnused =
    how?.test === 'paired' && view.test !== null && !pairedTests.has(view.test) && view.adjust === null
  return (
    <>
      <PopoverButton
        label={useQuestion(props)}
        title={t('form')}
        icon={<IconEqualNot size={14} stroke={1.5} aria-hidden />}
        size="xs"
        width={360}
      >
        {() => <CompareForm {...props} />}
      </PopoverButton>
      {isUnused && (
        <Button size="compact-xs" variant="subtle" onClick={() => go(how)}>
          {t('head.usePairs', { count: pairing?.inBoth ?? 0, unit: unitName(how.pairBy ?? '') })}
        </Button>
      )}
    </>
  )
}

/** Returns a function that names the unit of pairs. Donors have a translation; other units use their field name. */
function useUnitName(): (field: string) => string {
  const { t } = useTranslation('compare')
  return (field) => (field === 'donor_id' ? t('head.donor') : wordOfUnit(field))
}

function useQuestion({ view, covariates, suggestion }: Props): string {
  const { groups, test, pairBy, replicatesBy, adjust } = view
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const field = covariates.find(({ name }) => name === fieldOfGroups(groups))
  const isPaired = test !== null && pairedTests.has(test)
  const isSuggested = isPaired && suggestion?.how.pairBy === pairBy && suggestion.how.test === test
  const counted = (name: string) => {
    const count = field?.values.find(({ value }) => value === name)?.count
    // The number of pairs is shown instead.
    return count === undefined || isSuggested ? name : t('head.count', { name, count })
  }
  const names = groups ? namesOfGroups(groups) : []
  const [first = '', second = ''] = names.map(counted)
  const subject = names.length === 2 ? t('head.two', { first, second }) : names.map(counted).join(', ')
  const unitName = useUnitName()
  if (adjust) {
    const { slope, block } = adjust
    const effect = slope === undefined ? subject : t('head.slope', { field: slope })
    const unit = block === undefined ? [] : [t('head.unit', { field: block })]
    return [effect, t('head.model'), ...unit].filter((part) => part !== '').join(' · ')
  }
  const pairs = isSuggested
    ? [
        t('head.suggested', {
          test: translate(testNames[test]),
          count: suggestion.pairing?.inBoth ?? 0,
          unit: unitName(pairBy ?? ''),
        }),
      ]
    : isPaired && pairBy !== null
      ? [t('head.pairs', { field: pairBy })]
      : []
  const averaged = replicatesBy === null ? [] : [t('head.averaged', { field: replicatesBy })]
  const named = test === null || isSuggested ? [] : [translate(testNames[test])]
  return [subject, ...pairs, ...named, ...averaged].join(' · ')
}

export function CompareForm(props: Props) {
  const { view, covariates, design, goGroups } = props
  const { t } = useTranslation('compare')
  const { groups } = view
  const isByHand = groups !== null && 'sets' in groups
  return (
    <Stack component="section" gap="sm" maw={360} ta="left" aria-label={t('form')}>
      <SegmentedControl
        aria-label={t('grouping')}
        value={isByHand ? 'hand' : 'field'}
        onChange={(value) =>
          goGroups(
            value === 'hand' ? { sets: [] } : (suggestGroups(covariates, design) ?? { by: '', values: [] }),
          )
        }
        data={[
          { value: 'field', label: t('groupings.field') },
          { value: 'hand', label: t('groupings.hand') },
        ]}
      />
      {isByHand ? (
        <HandGroups sets={groups.sets} change={(sets) => goGroups({ sets })} />
      ) : (
        <FieldGroups {...props} />
      )}
      {view.adjust === null && <TestFields {...props} />}
    </Stack>
  )
}

function TestFields({ view, covariates, go }: Props) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const { groups, test } = view
  const tests = testsFor(Math.max(2, groups ? sizeOf(groups) : 2))
  return (
    <>
      <NativeSelect
        label={t('test')}
        value={test ?? ''}
        onChange={({ currentTarget }) => go({ test: testSchema.parse(currentTarget.value) })}
        data={(test === null || tests.includes(test) ? tests : [...tests, test]).map((value) => ({
          value,
          label: translate(testNames[value]),
        }))}
      />
      {test !== null && pairedTests.has(test) && (
        <FieldSelect
          label={t('pairBy')}
          fields={covariates}
          value={view.pairBy}
          change={(field) => go({ pairBy: field ?? null })}
          none={t('choosePair')}
        />
      )}
      <FieldSelect
        label={t('replicatesBy')}
        fields={covariates}
        value={view.replicatesBy}
        change={(field) => go({ replicatesBy: field ?? null })}
        none={t('noReplicates')}
      />
    </>
  )
}

function FieldGroups({ view, covariates, design, goGroups }: Props) {
  const { t, i18n } = useTranslation('compare')
  const number = numberFormatter(i18n.language)
  const groups = view.groups !== null && 'by' in view.groups ? view.groups : { by: '', values: [] }
  const field = covariates.find(({ name }) => name === groups.by)
  const isOfDesign = design !== undefined && groups.by === design.groupBy
  const ordered = inGroupOrder(isOfDesign ? design.groups : [], field?.values.map(({ value }) => value) ?? [])
  const known = ordered.flatMap((name) => field?.values.find(({ value }) => value === name) ?? [])
  const unknownGroups = groups.values.filter((value) => known.every((one) => one.value !== value))
  const change = (values: readonly string[]) =>
    goGroups({ by: groups.by, values: design ? inDesignOrder(groups.by, values, design) : values })
  return (
    <>
      <FieldSelect
        label={t('field')}
        fields={covariates}
        value={groups.by}
        change={(by = '') => {
          const chosen = covariates.filter(({ name }) => name === by)
          const likeliest = suggestGroups(
            chosen.map((one) => ({ ...one, kind: 'categories' as const })),
            design,
          )
          goGroups(likeliest ?? { by, values: [] })
        }}
        none={groups.by === '' ? '–' : undefined}
      />
      <MultiSelect
        label={t('values')}
        {...(groups.values.length < 2 ? { placeholder: t('valuesHint') } : {})}
        classNames={{ inputField: classes.search ?? '' }}
        searchable
        openOnFocus={false}
        // Inside the popover, because a click outside closes it.
        comboboxProps={{ withinPortal: false }}
        maxValues={mostGroups}
        limit={100}
        value={[...groups.values]}
        onChange={change}
        data={[
          ...known.map(({ value, count }) => ({ value, label: `${value} (${number.format(count)})` })),
          ...unknownGroups.map((value) => ({ value, label: value })),
        ]}
      />
      {groups.values.length === 2 && (
        <IconButton
          icon={IconArrowsExchange}
          size={30}
          variant="default"
          label={t('swap')}
          onClick={() => change(groups.values.toReversed())}
        />
      )}
    </>
  )
}

/** The most samples that a hand-made group may name; more would make the address too long. */
const mostByHand = 500

type HandGroupsProps = { sets: readonly NamedSet[]; change(sets: readonly NamedSet[]): void }

export function HandGroups({ sets, change }: HandGroupsProps) {
  const { t } = useTranslation('compare')
  const { selection } = useCohort()
  const { selectedIds: marked, of } = selection
  const shown = useChoiceName(of)
  const add = (choice: SampleChoice) =>
    change([...sets, { name: freeName(sets, (number) => t('hand.newName', { number })), of: choice }])
  const named = ('sampleIds' in of ? of.sampleIds : of.except)?.length ?? 0
  const isLong = marked.size > mostByHand || named > mostByHand
  return (
    <Stack gap="xs">
      {sets.map((set, index) => (
        <Group key={`${index} ${set.name}`} gap="sm">
          <NameInput
            name={set.name}
            label={t('hand.name', { number: index + 1 })}
            rename={(name) => change(sets.map((one, at) => (at === index ? { ...one, name } : one)))}
          />
          <ChoiceName of={set.of} />
          <CloseButton
            size="sm"
            aria-label={t('hand.remove', { name: set.name })}
            onClick={() => change(sets.filter((_, at) => at !== index))}
          />
        </Group>
      ))}
      <Group gap="sm">
        {marked.size > 0 && (
          <Button
            size="compact-xs"
            disabled={marked.size > mostByHand || sets.length >= mostGroups}
            onClick={() => add({ sampleIds: [...marked] })}
          >
            {t('hand.take', { count: marked.size })}
          </Button>
        )}
        <Button
          size="compact-xs"
          disabled={named > mostByHand || sets.length >= mostGroups}
          onClick={() => add(of)}
        >
          {t('hand.takeShown', { what: shown })}
        </Button>
      </Group>
      <Hint>
        {isLong
          ? t('hand.tooMany', { most: mostByHand })
          : marked.size === 0
            ? t('hand.none')
            : t('hand.all')}
      </Hint>
    </Stack>
  )
}

function ChoiceName({ of }: { of: SampleChoice }) {
  return <Hint>{useChoiceName(of)}</Hint>
}

function NameInput({ name, label, rename }: { name: string; label: string; rename(name: string): void }) {
  const [text, setText] = useState(name)
  const finish = () => (text.trim() ? text.trim() !== name && rename(text.trim()) : setText(name))
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={finish}
      // Enter first confirms a word of an input method.
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && finish()}
    />
  )
}

function freeName(sets: readonly NamedSet[], nameOf: (number: number) => string): string {
  const taken = new Set(sets.map(({ name }) => name))
  let number = sets.length + 1
  while (taken.has(nameOf(number))) number += 1
  return nameOf(number)
}
