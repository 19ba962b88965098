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

/** One request of the check. What it asks may follow from the answers before it. */
type Step = {
  endpoint: string
  /** null: it would show nothing, and is no line of the report. */
  next(answers: readonly Exchange[]): ExchangeSpec | { skip: Message } | null
}

export type KnownSample = { sampleId: string; status: string; state: SampleState }
type PlanInput = {
  samples: readonly KnownSample[]
  /** Origin of the service. */
  origin: string
  /** Issuer of the sign-in server, where it is not the service. */
  authServer: string | null
  signIn: SignInObservation
}

const { fields } = defaultConventions

/**
 * What is safe to ask, in order: reading only, and nothing that the service could charge for. One of the samples in
 * the register is requested, and things that cannot exist, to see how the service refuses.
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

/** Another piece of the list of drugs, where it can show how this service counts its pages. */
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

/** The first drug of the list that was answered. */
function firstDrug(answers: readonly Exchange[]): unknown {
  const drugs = answers.find((answer) => answer.endpoint === endpoints.drugs && isSuccess(answer))
  return findList(drugs?.body)?.items[0]
}

function drugSpec(answers: readonly Exchange[], endpoint: string, rest: string): ReturnType<Step['next']> {
  const drugId = readId(pick(firstDrug(answers), fields.drugId))
  // Dots alone would climb to another endpoint, even when encoded.
  if (drugId === null || /^\.+$/.test(drugId)) return { skip: message`The search found no drug to check.` }
  return toSpec(endpoint, `/drugs/${encodeURIComponent(drugId)}${rest}`)
}

function drugPathwaySpec(answers: readonly Exchange[]): ReturnType<Step['next']> {
  const name = readText(pick(firstDrug(answers), fields.drugName))?.trim()
  if (!name) return { skip: message`The search found no drug to check.` }
  return { ...toSpec(endpoints.drugPathway, '/moa/drug-pathway'), query: { drug: name } }
}

/** Before a sample is finished there is no report: asking for it would only be refused. */
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

/** Asked without the credential. The request for tokens names a grant that nobody gives, so nothing is spent. */
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

/** What came of one step. */
export type ProbeResult = { endpoint: string } & (
  | { exchange: Exchange }
  | { error: unknown }
  /** Why it was not tried. */
  | { skip: Message }
)

/** Tried again and again, a service that is not there would keep a person waiting for minutes. */
const maxInitialFailures = 2

/**
 * Takes the steps one by one; a request that fails is noted and ends nothing, unless nothing has answered at all.
 * Throws `notSignedIn` where there is no credential to ask with, and `offline` where the offline switch lets nothing out.
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

/** The offline switch is on: no request leaves. */
export const isSwitchedOff = (error: unknown): boolean =>
  isFailure(error, 'offline') && error.details.reason === 'switch'
