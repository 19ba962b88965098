import { isFailure } from '../../../shared/contract/failures.ts'
import { parseState, type SampleState } from '../../../shared/domain/samples/sample.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { ExchangeSpec } from '../api.ts'
import { defaultConventions } from '../conventions.ts'
import type { Exchange } from '../http/exchange.ts'
import { pick, readId, readText, unwrap } from '../responses/jsonFields.ts'
import {
  assumedTokenPath,
  endpoints,
  findList,
  impossibleId,
  isSuccess,
  metadataPath,
  openidMetadataPath,
  payloadOf,
  type SignInObservation,
} from './observations.ts'
import { areOtherPages, isFullPage, isSamePage, requestedDrugCount } from './responseShapes.ts'
import { namesEndpoints, tokenPath } from './signIn.ts'

/** One request of the check. It may depend on earlier responses. */
type Step = {
  endpoint: string
  /** Returns null if the request would show nothing. It then has no line in the report. */
  next(answers: readonly Exchange[]): ExchangeSpec | { skip: Message } | null
}

export type KnownSample = { sampleId: string; status: string; state: SampleState }
type PlanInput = {
  samples: readonly KnownSample[]
  /** The origin of the service. */
  origin: string
  /** The issuer of the sign-in server if it is not the service, else null. */
  authServer: string | null
  signIn: SignInObservation
}

const { fields } = defaultConventions

/**
 * Returns the safe requests in order. They only read, and the service charges for none of them. They request one sample
 * of the register, and also identifiers that cannot exist, to see how the service refuses.
 */
export function planProbes(input: PlanInput): Step[] {
  const [sample] = input.samples
  const noSample = { skip: message`The register has no sample of this service yet.` }
  return [
    { endpoint: endpoints.me, next: () => toSpec(endpoints.me, '/users/me') },
    {
      endpoint: endpoints.drugs,
      next: () => ({ ...toSpec(endpoints.drugs, '/drugs'), query: { limit: requestedDrugCount } }),
    },
    { endpoint: endpoints.drug, next: (answers) => drugSpec(answers, endpoints.drug, '') },
    {
      endpoint: endpoints.drugPathways,
      next: (answers) => drugSpec(answers, endpoints.drugPathways, '/pathways'),
    },
    { endpoint: endpoints.drugPathway, next: drugPathwaySpec },
    { endpoint: endpoints.sample, next: () => toSpec(endpoints.sample, `/samples/${impossibleId}`) },
    { endpoint: endpoints.task, next: () => toSpec(endpoints.task, `/screening/${impossibleId}`) },
    {
      endpoint: endpoints.sample,
      next: () =>
        sample ? toSpec(endpoints.sample, `/samples/${encodeURIComponent(sample.sampleId)}`) : noSample,
    },
    { endpoint: endpoints.report, next: (answers) => (sample ? reportSpec(sample, answers) : noSample) },
    ...signInSteps(input),
    pagingStep(endpoints.drugsPage1, { page: 1 }, isFullPage),
    pagingStep(endpoints.drugsPage0, { page: 0 }, (answers) =>
      areOtherPages(answers, endpoints.drugs, endpoints.drugsPage1),
    ),
    pagingStep(endpoints.drugsPage2, { page: 2 }, (answers) =>
      isSamePage(answers, endpoints.drugs, endpoints.drugsPage1),
    ),
    pagingStep(endpoints.drugsOffset, { offset: requestedDrugCount }, (answers) =>
      isSamePage(answers, endpoints.drugs, endpoints.drugsPage2),
    ),
  ]
}

/** A request for another page of the drug list, if that can show how the service counts its pages. */
const pagingStep = (
  endpoint: string,
  query: Record<string, number>,
  isUseful: (answers: readonly Exchange[]) => boolean,
): Step => ({
  endpoint,
  next: (answers) =>
    isUseful(answers)
      ? { ...toSpec(endpoint, '/drugs'), query: { ...query, limit: requestedDrugCount } }
      : null,
})

const toSpec = (endpoint: string, path: string): ExchangeSpec => ({ endpoint, path })

/** Returns the first drug of the list in the responses. */
function firstDrug(answers: readonly Exchange[]): unknown {
  const drugs = answers.find((answer) => answer.endpoint === endpoints.drugs && isSuccess(answer))
  return findList(drugs?.body)?.items[0]
}

function drugSpec(answers: readonly Exchange[], endpoint: string, rest: string): ReturnType<Step['next']> {
  const drugId = readId(pick(firstDrug(answers), fields.drugId))
  // Dots alone would lead to another endpoint, even when encoded.
  if (drugId === null || /^\.+$/.test(drugId)) return { skip: message`The search found no drug to check.` }
  return toSpec(endpoint, `/drugs/${encodeURIComponent(drugId)}${rest}`)
}

function drugPathwaySpec(answers: readonly Exchange[]): ReturnType<Step['next']> {
  const name = readText(pick(firstDrug(answers), fields.drugName))?.trim()
  if (!name) return { skip: message`The search found no drug to check.` }
  return { ...toSpec(endpoints.drugPathway, '/moa/drug-pathway'), query: { drug: name } }
}

/** Requests the report of a finished sample. Before that there is no report, and the request would only be refused. */
function reportSpec(sample: KnownSample, answers: readonly Exchange[]): ReturnType<Step['next']> {
  const sampleStatuses = answers.flatMap((answer) => {
    const isSample = answer.endpoint === endpoints.sample && isSuccess(answer)
    const word = isSample ? pick(unwrap(payloadOf(answer), fields.sampleId), fields.status) : null
    return readText(word) ?? []
  })
  const states = [sample.state, ...sampleStatuses.map((word) => parseState(word))]
  if (!states.includes('succeeded')) return { skip: message`The register has no finished sample yet.` }
  const path = `/samples/${encodeURIComponent(sample.sampleId)}/report`
  return { ...toSpec(endpoints.report, path), anyContent: true }
}

/**
 * Returns the requests to the sign-in server, without the credential. The token request uses a grant type that does not
 * exist, so it consumes nothing.
 */
function signInSteps({ origin, authServer, signIn }: PlanInput): Step[] {
  const elsewhere =
    authServer === null || new URL(authServer).origin === origin
      ? null
      : { skip: message`The sign-in server is ${authServer}; only the service itself is checked.` }
  const form = { grant_type: 'connection_check' }
  const request = { anonymous: true, absolute: true } as const
  return [
    {
      endpoint: endpoints.metadata,
      next: () => elsewhere ?? { ...toSpec(endpoints.metadata, metadataPath), ...request },
    },
    {
      endpoint: endpoints.openidMetadata,
      next(answers) {
        if (!elsewhere && namesEndpoints(answers))
          return { skip: message`The first metadata name the endpoints.` }
        return elsewhere ?? { ...toSpec(endpoints.openidMetadata, openidMetadataPath), ...request }
      },
    },
    {
      endpoint: `POST ${assumedTokenPath}`,
      next(answers) {
        const path = tokenPath(answers, origin, signIn)
        if (elsewhere || path === null)
          return elsewhere ?? { skip: message`The token endpoint is at another server.` }
        return { ...toSpec(`POST ${path}`, path), ...request, method: 'POST', form }
      },
    },
  ]
}

/** The result of one step. */
export type ProbeResult = { endpoint: string } & (
  | { exchange: Exchange }
  | { error: unknown }
  /** The reason why it was not sent. */
  | { skip: Message }
)

/** The failures after which the check stops, so that the user does not wait for minutes on a service that is down. */
const maxInitialFailures = 2

/**
 * Runs the steps one at a time. A request that fails is recorded and the check continues, unless no response has
 * arrived at all. Throws `notSignedIn` if there is no credential, and `offline` while the offline switch is on.
 */
export async function runProbes(
  steps: readonly Step[],
  exchange: (spec: ExchangeSpec) => Promise<Exchange>,
): Promise<ProbeResult[]> {
  const results: ProbeResult[] = []
  const answers: Exchange[] = []
  let failures = 0
  for (const { endpoint, next } of steps) {
    const spec = next(answers)
    if (spec === null) continue
    if ('skip' in spec) {
      results.push({ endpoint, ...spec })
      continue
    }
    if (answers.length === 0 && failures >= maxInitialFailures) {
      results.push({ endpoint, skip: message`Not checked, because the service did not respond before.` })
      continue
    }
    try {
      const answer = await exchange(spec)
      answers.push(answer)
      results.push({ endpoint: spec.endpoint, exchange: answer })
    } catch (error) {
      if (answers.length === 0 && (isFailure(error, 'notSignedIn') || isSwitchedOff(error))) throw error
      failures += isSwitchedOff(error) ? maxInitialFailures : 1
      results.push({ endpoint: spec.endpoint, error })
    }
  }
  return results
}

/** Returns true if the offline switch prevented the request. */
export const isSwitchedOff = (error: unknown): boolean =>
  isFailure(error, 'offline') && error.details.reason === 'switch'
