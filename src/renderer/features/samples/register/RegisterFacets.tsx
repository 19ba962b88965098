import { Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { sampleStages } from '../../../../shared/domain/samples/sample.ts'
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
  const { stages: counted, groups, tags, batches, origins, failure, retry } = useFacets({ text, filter })
  const files = useCall('batches.list', {}).data ?? []
  const nameOf = (batchId: string) => files.find((batch) => batch.batchId === batchId)?.fileName ?? batchId
  const listed = <V,>(value: V | undefined): V[] => (value === undefined ? [] : [value])
  const stages = filter.stages ?? []
  const synthetic = origins.data?.synthetic ?? 0
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
          const count = counted.data?.stages.find(({ value }) => value === stage)?.count ?? 0
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
          groups.data?.groups.map(({ value, count }) => ({
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
        values={tags.data?.tags.map(({ value, count }) => ({ value, label: value, count })) ?? []}
        selected={listed(filter.tag)}
        toggle={(tag) => pick({ tag: filter.tag === tag ? undefined : tag })}
      />
      <FacetGroup
        title={t('detail.batch')}
        values={
          batches.data?.batches.flatMap(({ value, count }) =>
            value === null ? [] : [{ value, label: nameOf(value), count }],
          ) ?? []
        }
        selected={listed(filter.batchId)}
        toggle={(batchId) => pick({ batchId: filter.batchId === batchId ? undefined : batchId })}
      />
      <FacetGroup
        title={t('columns.origin')}
        values={present([
          { value: 'synthetic', label: t('facets.synthetic'), count: synthetic },
          { value: 'returned', label: t('facets.returned'), count: (origins.data?.total ?? 0) - synthetic },
        ])}
        selected={filter.synthetic === undefined ? [] : [filter.synthetic ? 'synthetic' : 'returned']}
        toggle={(value) => {
          const isSynthetic = value === 'synthetic'
          pick({ synthetic: filter.synthetic === isSynthetic ? undefined : isSynthetic })
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
  const calls = {
    stages: useWith({ stages: undefined }),
    groups: useWith({ group: undefined }),
    tags: useWith({ tag: undefined }),
    batches: useWith({ batchId: undefined }),
    origins: useWith({ synthetic: undefined }),
  }
  const all = Object.values(calls)
  return {
    ...calls,
    failure: all.find(({ failure }) => failure)?.failure ?? null,
    retry: () => {
      for (const { refetch } of all) void refetch()
    },
  }
}
