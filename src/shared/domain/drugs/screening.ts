import type { Message } from '../../messages/message.ts'
import type { SampleState } from '../samples/sample.ts'

/** One ranked drug of a screening; unknown fields of the service stay in `raw`. */
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
  /** Of its sample, as the register has it; left out where the register does not have the sample. */
  clientReference?: string
  /** Its request has left and no answer came: whether the service began it is not known here. The id is our own. */
  unanswered?: true
}

/**
 * `raw`: the answer that brought the hits, as it came; null before. `jobId`: the job that asks for its state at this
 * time; null where none does.
 */
export type ScreeningResult = ScreeningTask & {
  hits: ScreeningHit[]
  raw: unknown
  fetchedAt: string | null
  jobId: string | null
  /** Why nothing asks for it any more, in a sentence, where that was since the start. */
  whyStopped?: Message
  /** Its hits were lost here, and the service did not give them once more: why not, in a sentence. */
  whyNoHits?: Message
}
