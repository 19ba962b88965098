import { ActionIcon, MultiSelect, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Covariate } from '../../../shared/domain/cohort.ts'
import { pairedTests, testSchema } from '../../../shared/domain/comparison.ts'
import { numberFormatter } from '../../ui/formats.ts'
import { type CompareView, mostGroups } from './address.ts'
import classes from './compare.module.css'
import { HandGroups } from './HandGroups.tsx'
import { sizeOf, suggestGroups, testsFor, withGroups } from './request.ts'

type Props = {
  view: CompareView
  covariates: readonly Covariate[]
  go(part: Partial<CompareView>): void
}

/** Which groups are compared, and how. */
export function CompareForm({ view, covariates, go }: Props) {
  const { t } = useTranslation('compare')
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
          label: t(`tests.${value}`),
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
        className={classes.values ?? ''}
        classNames={{ inputField: classes.search ?? '' }}
        searchable
        openOnFocus={false}
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
