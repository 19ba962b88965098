import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { ScreeningTask } from '../../shared/domain/screening.ts'
import {
  type Answer,
  type Clock,
  OutcomeUnknown,
  type RemoteService,
  type ScreeningAnswer,
} from '../ports.ts'
import type { Tasks } from './tasks.ts'

export type BeginParts = {
  remote: Pick<RemoteService, 'createScreening' | 'virtualScreening' | 'sampleStatus'>
  /** Address of the service, for requests that it did not answer. */
  service: string
  clock: Clock
}
type Asked = Pick<ScreeningTask, 'sampleId' | 'endpoint'> & { askedId: string }

/**
 * Sends the one request for a new screening, which is written down before it leaves: a screening that may have begun
 * must not be begun again by a person who sees none.
 */
export async function begin(
  { remote, service, clock }: BeginParts,
  tasks: Tasks,
  asked: Asked,
): Promise<Answer<ScreeningAnswer>> {
  const { sampleId, endpoint, askedId } = asked
  const onLeave = () => tasks.asking({ ...asked, service, at: new Date(clock.now()).toISOString() })
  const options = { priority: 'interactive', onLeave } as const
  try {
    return endpoint === 'screening'
      ? await remote.createScreening({ sampleId }, options)
      : await remote.virtualScreening({ sampleId }, options)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw inDoubt(error, askedId)
    await tasks.refused(askedId)
    throw isFailure(error, 'notFound') ? await whyNotFound(remote, asked, error) : error
  }
}

const inDoubt = ({ failure }: OutcomeUnknown, askedId: string): Failure =>
  new Failure(
    failure.code,
    `${failure.message} The screening may have begun, and its request is kept among the screenings as ${askedId}: look for it at the service before you start another one for this sample.`,
    failure.details,
    { cause: failure },
  )

/** “Not found” may mean the sample or the endpoint; which of the two, one more question tells. */
async function whyNotFound(
  remote: BeginParts['remote'],
  { sampleId, endpoint }: Asked,
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
