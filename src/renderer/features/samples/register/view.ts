import type { Input } from '../../../../shared/contract/contract.ts'
import {
  type SampleFilter,
  type SampleState,
  sampleStateSchema,
} from '../../../../shared/domain/samples/sample.ts'
import type { SearchParams } from '../../../state/searchParams.ts'

/** Which samples of the register are asked for. */
export type Question = { text: string; filter: SampleFilter }

/** What the address of the register holds: the question, and the sample that is open. */
export type View = Question & { sample: string | undefined }

type SamplesSearch = SearchParams<'/samples'>

export function parseView({
  text,
  state,
  group,
  nogroup,
  tag,
  batch,
  study,
  result,
  data,
  sample,
}: SamplesSearch): View {
  const states = (state ?? '').split(',').flatMap(toState)
  return {
    text: text ?? '',
    filter: given({
      states: states.length > 0 ? states : undefined,
      group: nogroup ? null : group,
      tag,
      batchId: batch,
      study,
      hasResult: result && result === 'yes',
      synthetic: data && data === 'synthetic',
    }),
    sample,
  }
}

const toState = (word: string): SampleState[] => {
  const state = sampleStateSchema.safeParse(word)
  return state.success ? [state.data] : []
}

/** The view as an address holds it: nothing of what is not set. */
export function toSearch({ text, filter, sample }: View): SamplesSearch {
  const { states, group, tag, batchId, study, hasResult, synthetic } = filter
  return {
    text: text || undefined,
    state: states?.join(','),
    group: group ?? undefined,
    nogroup: group === null ? true : undefined,
    tag,
    batch: batchId,
    study,
    result: hasResult === undefined ? undefined : hasResult ? 'yes' : 'no',
    data: synthetic === undefined ? undefined : synthetic ? 'synthetic' : 'returned',
    sample,
  }
}

/** The filter with some conditions set anew; undefined takes one away. */
export const changed = (
  filter: SampleFilter,
  change: { [K in keyof SampleFilter]?: SampleFilter[K] | undefined },
): SampleFilter => given({ ...filter, ...change })

export const hasFilter = (filter: SampleFilter): boolean => Object.keys(filter).length > 0

/** What is asked of main; an empty filter is left out. */
export const toListParams = ({ text, filter }: Question): Pick<Input<'samples.list'>, 'text' | 'filter'> =>
  hasFilter(filter) ? { text, filter } : { text }

function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
