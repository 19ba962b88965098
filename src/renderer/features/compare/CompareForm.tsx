import {
  ActionIcon,
  Button,
  CloseButton,
  MultiSelect,
  NativeSelect,
  SegmentedControl,
  Text,
  TextInput,
} from '@mantine/core'
import { IconArrowsExchange, IconEqualNot } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Covariate, SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { pairedTests, testSchema } from '../../../shared/domain/results/comparison.ts'
import { testNames } from '../../../shared/domain/results/describeComparison.ts'
import { useChoiceName } from '../../state/cohort/titles.ts'
import { useCohort } from '../../state/cohort/useCohort.ts'
import { mostGroups } from '../../state/searchParams.ts'
import { PopoverButton } from '../../ui/forms/PopoverButton.tsx'
import { numberFormatter } from '../../ui/text/formats.ts'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import classes from './compare.module.css'
import { sizeOf, suggestGroups, testsFor, withGroups } from './request.ts'
import type { CompareView, NamedSet } from './view.ts'

type Props = {
  view: CompareView
  covariates: readonly Covariate[]
  go(part: Partial<CompareView>): void
}

/** What is compared in one line, which opens what it is made of. */
export function Question(props: Props) {
  const { t } = useTranslation('compare')
  return (
    <PopoverButton
      label={useQuestion(props)}
      title={t('form')}
      icon={<IconEqualNot size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={360}
    >
      {() => <CompareForm {...props} />}
    </PopoverButton>
  )
}

function useQuestion({ view: { groups, test, pairBy }, covariates }: Props): string {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const field = groups && 'by' in groups ? covariates.find(({ name }) => name === groups.by) : undefined
  const named = (groups && 'by' in groups ? groups.values : (groups?.sets ?? []).map(({ name }) => name)).map(
    (name) => {
      const count = field?.values.find(({ value }) => value === name)?.count
      return count === undefined ? name : t('head.count', { name, count })
    },
  )
  const [first = '', second = ''] = named
  const subject = named.length === 2 ? t('head.two', { first, second }) : named.join(', ')
  const pairs = pairedTests.has(test) && pairBy !== null ? [t('head.pairs', { field: pairBy })] : []
  return [subject, ...pairs, translate(testNames[test])].join(' · ')
}

/** Which groups are compared, and how. */
export function CompareForm({ view, covariates, go }: Props) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const { groups, test } = view
  const isByHand = groups !== null && 'sets' in groups
  const fields = (chosen: string | null) => toFields(covariates, chosen, (name) => t('noSuchField', { name }))
  const tests = testsFor(Math.max(2, groups ? sizeOf(groups) : 2))
  return (
    <section className={classes.form} aria-label={t('form')}>
      <SegmentedControl
        size="xs"
        aria-label={t('grouping')}
        value={isByHand ? 'hand' : 'field'}
        onChange={(value) =>
          go(
            withGroups(
              view,
              value === 'hand' ? { sets: [] } : (suggestGroups(covariates) ?? { by: '', values: [] }),
            ),
          )
        }
        data={[
          { value: 'field', label: t('groupings.field') },
          { value: 'hand', label: t('groupings.hand') },
        ]}
      />
      {isByHand ? (
        <HandGroups sets={groups.sets} change={(sets) => go(withGroups(view, { sets }))} />
      ) : (
        <FieldGroups view={view} covariates={covariates} go={go} />
      )}
      <NativeSelect
        size="xs"
        label={t('test')}
        value={test}
        onChange={({ currentTarget }) => go({ test: testSchema.parse(currentTarget.value) })}
        data={(tests.includes(test) ? tests : [...tests, test]).map((value) => ({
          value,
          label: translate(testNames[value]),
        }))}
      />
      {pairedTests.has(test) && (
        <NativeSelect
          size="xs"
          label={t('pairBy')}
          value={view.pairBy ?? ''}
          onChange={({ currentTarget }) => go({ pairBy: currentTarget.value || null })}
          data={[{ value: '', label: t('choosePair') }, ...fields(view.pairBy)]}
        />
      )}
      <NativeSelect
        size="xs"
        label={t('replicatesBy')}
        value={view.replicatesBy ?? ''}
        onChange={({ currentTarget }) => go({ replicatesBy: currentTarget.value || null })}
        data={[{ value: '', label: t('noReplicates') }, ...fields(view.replicatesBy)]}
      />
    </section>
  )
}

function FieldGroups({ view, covariates, go }: Props) {
  const { t, i18n } = useTranslation('compare')
  const number = numberFormatter(i18n.language)
  const groups = view.groups !== null && 'by' in view.groups ? view.groups : { by: '', values: [] }
  const field = covariates.find(({ name }) => name === groups.by)
  const known = field?.values ?? []
  const strangers = groups.values.filter((value) => known.every((one) => one.value !== value))
  const change = (values: readonly string[]) => go(withGroups(view, { by: groups.by, values }))
  return (
    <>
      <NativeSelect
        size="xs"
        label={t('field')}
        value={groups.by}
        onChange={({ currentTarget }) => {
          const chosen = covariates.filter(({ name }) => name === currentTarget.value)
          const likeliest = suggestGroups(chosen.map((one) => ({ ...one, kind: 'categories' as const })))
          go(withGroups(view, likeliest ?? { by: currentTarget.value, values: [] }))
        }}
        data={[
          ...(groups.by === '' ? [{ value: '', label: '–' }] : []),
          ...toFields(covariates, groups.by || null, (name) => t('noSuchField', { name })),
        ]}
      />
      <MultiSelect
        size="xs"
        label={t('values')}
        {...(groups.values.length < 2 ? { placeholder: t('valuesHint') } : {})}
        classNames={{ inputField: classes.search ?? '' }}
        searchable
        openOnFocus={false}
        // Below the panel that it stands in, which a press elsewhere closes.
        comboboxProps={{ withinPortal: false }}
        maxValues={mostGroups}
        limit={100}
        value={[...groups.values]}
        onChange={change}
        data={[
          ...known.map(({ value, count }) => ({ value, label: `${value} (${number.format(count)})` })),
          ...strangers.map((value) => ({ value, label: value })),
        ]}
      />
      {groups.values.length === 2 && (
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('swap')}
          title={t('swap')}
          onClick={() => change(groups.values.toReversed())}
        >
          <IconArrowsExchange size={14} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}

/** Fields to choose from; one that the address names and no sample has is shown as such. */
function toFields(
  covariates: readonly Covariate[],
  chosen: string | null,
  strange: (name: string) => string,
) {
  const isThere = chosen === null || covariates.some(({ name }) => name === chosen)
  return [
    ...(isThere ? [] : [{ value: chosen, label: strange(chosen) }]),
    ...covariates.map(({ name }) => ({ value: name, label: name })),
  ]
}

/** More names than this make an address that nobody can keep. */
const mostByHand = 500

type HandGroupsProps = { sets: readonly NamedSet[]; change(sets: readonly NamedSet[]): void }

/** Groups made of marked samples, or of those that are looked at. */
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
    <div className={classes.hand}>
      {sets.map((set, index) => (
        <div key={`${index} ${set.name}`} className={classes.handRow}>
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
        </div>
      ))}
      <div className={classes.handRow}>
        {marked.size > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={marked.size > mostByHand || sets.length >= mostGroups}
            onClick={() => add({ sampleIds: [...marked] })}
          >
            {t('hand.take', { count: marked.size })}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          disabled={named > mostByHand || sets.length >= mostGroups}
          onClick={() => add(of)}
        >
          {t('hand.takeShown', { what: shown })}
        </Button>
      </div>
      <Text fz="xs" c="dimmed">
        {isLong
          ? t('hand.tooMany', { most: mostByHand })
          : marked.size === 0
            ? t('hand.none')
            : t('hand.all')}
      </Text>
    </div>
  )
}

function ChoiceName({ of }: { of: SampleChoice }) {
  return (
    <Text fz="xs" c="dimmed">
      {useChoiceName(of)}
    </Text>
  )
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
      // Enter takes a word of an input method first.
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
