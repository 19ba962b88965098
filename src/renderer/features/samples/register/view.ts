import type { Input } from '../../../../shared/contract/contract.ts'
import {
  type SampleFilter,
  type SampleStage,
  sampleStage,
  sampleStages,
  sampleStateSchema,
} from '../../../../shared/domain/samples/sample.ts'
import type { SearchParams } from '../../../state/searchParams.ts'

export type Question = { text: string; filter: SampleFilter }

/** The state in the address of the register: the query and the open sample. */
export type View = Question & { sample: string | undefined }

type SamplesSearch = SearchParams<'/study/$studyId/samples'>

export function parseView({
  text,
  state,
  group,
  nogroup,
  tag,
  batch,
  result,
  data,
  sample,
}: SamplesSearch): View {
  const named = (state ?? '').split(',').flatMap(toStages)
  const stages = result
    ? result === 'yes'
      ? ['analyzed' as const]
      : sampleStages.filter((stage) => stage !== 'analyzed')
    : named
  return {
    text: text ?? '',
    filter: given({
      stages: stages.length > 0 ? [...new Set(stages)] : undefined,
      group: nogroup ? null : group,
      tag,
      batchId: batch,
      synthetic: data && data === 'synthetic',
    }),
    sample,
  }
}

/** Returns the stages of a word in the address. Views saved by earlier versions use the states of the service. */
const toStages = (word: string): SampleStage[] => {
  const stage = sampleStages.find((each) => each === word)
  if (stage) return [stage]
  const { data } = sampleStateSchema.safeParse(word)
  if (!data) return []
  return data === 'succeeded' ? ['ready', 'analyzed'] : [sampleStage(data, false)]
}

/** Returns the search params of a view, without unset ones. */
export function toSearch({ text, filter, sample }: View): SamplesSearch {
  const { stages, group, tag, batchId, synthetic } = filter
  return {
    text: text || undefined,
    state: stages?.join(','),
    group: group ?? undefined,
    nogroup: group === null ? true : undefined,
    tag,
    batch: batchId,
    data: synthetic === undefined ? undefined : synthetic ? 'synthetic' : 'returned',
    sample,
  }
}

/** Returns the filter with some conditions replaced; undefined removes one. */
export const changed = (
  filter: SampleFilter,
  change: { [K in keyof SampleFilter]?: SampleFilter[K] | undefined },
): SampleFilter => given({ ...filter, ...change })

/** Returns true if the filter narrows down the samples of a study. */
export const hasFilter = (filter: SampleFilter): boolean => Object.keys(filter).some((key) => key !== 'study')

/** Returns the parameters of the call; an empty filter is left out. */
export const toListParams = ({ text, filter }: Question): Pick<Input<'samples.list'>, 'text' | 'filter'> =>
  Object.keys(filter).length > 0 ? { text, filter } : { text }

function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
