import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { ScreeningTask } from '../../shared/domain/screening.ts'
import {
  type Clock,
  OutcomeUnknown,
  type RemoteService,
  type ScreeningResponse,
  type ServiceResponse,
} from '../ports.ts'
import type { Tasks } from './tasks.ts'

export type StartScreeningDeps = {
  remote: Pick<RemoteService, 'createScreening' | 'virtualScreening' | 'sampleStatus'>
  /** Address of the service, for requests that it did not answer. */
  service: string
  clock: Clock
}
type ScreeningRequest = Pick<ScreeningTask, 'sampleId' | 'endpoint'> & { pendingId: string }

/**
 * Sends the one request for a new screening, which is written down before it leaves: a screening that may have begun
 * must not be begun again by a person who sees none.
 */
export async function startScreening(
  { remote, service, clock }: StartScreeningDeps,
  tasks: Tasks,
  request: ScreeningRequest,
): Promise<ServiceResponse<ScreeningResponse>> {
  const { sampleId, endpoint, pendingId } = request
  const beforeSend = () => tasks.addPending({ ...request, service, at: new Date(clock.now()).toISOString() })
  const options = { priority: 'interactive', beforeSend } as const
  try {
    return endpoint === 'screening'
      ? await remote.createScreening({ sampleId }, options)
      : await remote.virtualScreening({ sampleId }, options)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw outcomeUnknownFailure(error, pendingId)
    await tasks.removePending(pendingId)
    throw isFailure(error, 'notFound') ? await explainNotFound(remote, request, error) : error
  }
}

const outcomeUnknownFailure = ({ failure }: OutcomeUnknown, pendingId: string): Failure =>
  new Failure(
    failure.code,
    `${failure.message} The screening may have begun, and its request is kept among the screenings as ${pendingId}: look for it at the service before you start another one for this sample.`,
    failure.details,
    { cause: failure },
  )

/** “Not found” may mean the sample or the endpoint; which of the two, one more question tells. */
async function explainNotFound(
  remote: StartScreeningDeps['remote'],
  { sampleId, endpoint }: ScreeningRequest,
  failure: Failure,
): Promise<Failure> {
  const status = await remote.sampleStatus(sampleId, { priority: 'interactive' }).catch(() => null)
  if (!status) return failure
  const [path, other] =
    endpoint === 'screening'
      ? ['POST /screening', 'virtual-screening']
      : ['POST /moa/virtual-screening', 'screening']
  return new Failure(
    'serviceFailed',
    `The service knows the sample and answered “not found” to ${path}, so it seems to lack this endpoint. Use the other one: ${other}, on the command line --endpoint ${other}.`,
    { status: 404, endpoint: path },
    { cause: failure },
  )
}
