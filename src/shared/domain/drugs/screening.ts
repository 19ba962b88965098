import type { Message } from '../../words/message.ts'
import type { SampleState } from '../samples/sample.ts'

/** One ranked drug of a screening. Unknown fields of the service stay in `raw`. */
export type ScreeningHit = {
  rank: number
  drugId: string | null
  name: string
  score: number | null
  raw: unknown
}

export type ScreeningTask = {
  taskId: string
  sampleId: string
  state: SampleState
  status: string
  progress: number | null
  createdAt: string
  checkedAt: string | null
  endpoint: 'screening' | 'virtual-screening'
  service: string
  synthetic: boolean
  /** The reference of its sample in the register. Absent if the register does not have the sample. */
  clientReference?: string
  /** Its request was sent but not answered, so it may or may not have started at the service. The id is our own. */
  unanswered?: true
}

/**
 * `raw`: the response that contained the hits, unchanged; null before. `jobId`: the job that currently polls its state,
 * or null.
 */
export type ScreeningResult = ScreeningTask & {
  hits: ScreeningHit[]
  raw: unknown
  fetchedAt: string | null
  jobId: string | null
  /** The reason why polling stopped in this run. */
  whyStopped?: Message
  /** The hits were lost on this computer; the reason why the service did not return them again. */
  whyNoHits?: Message
}
