import { Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { type SampleFacets, sampleStages } from '../../../../shared/domain/samples/sample.ts'
import { useCall } from '../../../client/call.ts'
import { FacetGroup, FacetNav } from '../../../ui/lists/FacetGroup.tsx'
import { changed, hasFilter, type Question, toListParams } from './view.ts'

type Props = { question: Question; setFilter(filter: Question['filter']): void }

const countAfterMs = 300

export function RegisterFacets({ question, setFilter }: Props) {
  const { t } = useTranslation('samples')
  const { filter } = question
  // Counting takes longer than finding a page of rows, so it waits until typing has stopped.
  const [text] = useDebouncedValue(question.text, countAfterMs)
  const { counts, returned, failure, retry } = useFacets({ text, filter })
  const files = useCall('batches.list', {}).data ?? []
  const nameOf = (batchId: string) => files.find((batch) => batch.batchId === batchId)?.fileName ?? batchId
  const listed = <V,>(value: V | undefined): V[] => (value === undefined ? [] : [value])
  const stages = filter.stages ?? []
  const pick = (change: Parameters<typeof changed>[1]) => setFilter(changed(filter, change))
  return (
    <FacetNav
      label={t('term.filters')}
      failure={failure}
      retry={retry}
      head={
        <Group gap={0} wrap="nowrap" justify="space-between" h={24} py={0} pr={0} pl="sm" fz="xs" fw={600}>
          <span>{t('term.filters')}</span>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            disabled={!hasFilter(filter)}
            onClick={() => setFilter({})}
          >
            {t('action.clear')}
          </Button>
        </Group>
      }
    >
      <FacetGroup
        title={t('term.state')}
        values={sampleStages.flatMap((stage) => {
          const count = counts?.stages.find(({ value }) => value === stage)?.count ?? 0
          return count > 0 ? [{ value: stage, label: t(`stage.${stage}`), count }] : []
        })}
        selected={stages}
        toggle={(value) => {
          const others = stages.filter((stage) => stage !== value)
          const now =
            others.length === stages.length
              ? sampleStages.filter((stage) => stages.includes(stage) || stage === value)
              : others
          pick({ stages: now.length > 0 ? now : undefined })
        }}
      />
      <FacetGroup
        title={t('field.group')}
        // A group is never an empty text, so '' represents "no group".
        values={
          counts?.groups.map(({ value, count }) => ({
            value: value ?? '',
            label: value ?? t('term.noGroup'),
            count,
          })) ?? []
        }
        selected={listed(filter.group).map((group) => group ?? '')}
        toggle={(value) => {
          const group = value === '' ? null : value
          pick({ group: filter.group === group ? undefined : group })
        }}
      />
      <FacetGroup
        title={t('term.tag')}
        values={counts?.tags.map(({ value, count }) => ({ value, label: value, count })) ?? []}
        selected={listed(filter.tag)}
        toggle={(tag) => pick({ tag: filter.tag === tag ? undefined : tag })}
      />
      <FacetGroup
        title={t('detail.batch')}
        values={
          counts?.batches.flatMap(({ value, count }) =>
            value === null ? [] : [{ value, label: nameOf(value), count }],
          ) ?? []
        }
        selected={listed(filter.batchId)}
        toggle={(batchId) => pick({ batchId: filter.batchId === batchId ? undefined : batchId })}
      />
      <FacetGroup
        title={t('columns.origin')}
        values={present([
          { value: 'synthetic', label: t('facets.synthetic'), count: counts?.synthetic ?? 0 },
          { value: 'returned', label: t('facets.returned'), count: returned },
        ])}
        selected={filter.synthetic === undefined ? [] : [filter.synthetic ? 'synthetic' : 'returned']}
        toggle={(value) => {
          const synthetic = value === 'synthetic'
          pick({ synthetic: filter.synthetic === synthetic ? undefined : synthetic })
        }}
      />
    </FacetNav>
  )
}

const present = <V extends { count: number }>(values: V[]): V[] => values.filter(({ count }) => count > 0)

/** Loads the counts of each facet without that facet's own filter. Identical requests share one call. */
function useFacets({ text, filter }: Question) {
  const useWith = (change: Parameters<typeof changed>[1]) =>
    useCall('samples.facets', toListParams({ text, filter: changed(filter, change) }))
  const all = useWith({})
  const stages = useWith({ stages: undefined })
  const groups = useWith({ group: undefined })
  const tags = useWith({ tag: undefined })
  const batches = useWith({ batchId: undefined })
  const origins = useWith({ synthetic: undefined })
  const facetCalls = [all, stages, groups, tags, batches, origins]
  const counts: Omit<SampleFacets, 'withoutResult'> | undefined = all.data && {
    total: all.data.total,
    stages: stages.data?.stages ?? [],
    groups: groups.data?.groups ?? [],
    tags: tags.data?.tags ?? [],
    batches: batches.data?.batches ?? [],
    synthetic: origins.data?.synthetic ?? 0,
  }
  return {
    counts,
    returned: (origins.data?.total ?? 0) - (origins.data?.synthetic ?? 0),
    failure: facetCalls.find(({ failure }) => failure)?.failure ?? null,
    retry: () => {
      for (const { refetch } of facetCalls) void refetch()
    },
  }
}
