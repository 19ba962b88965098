import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { CheckedCall } from '../../../shared/domain/app/connectionReport.ts'
import { mergeDialects, type ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { isDotsAlone, parseState, type SampleState } from '../../../shared/domain/samples/sample.ts'
import { isMessage, joinMessages, type Message, message } from '../../../shared/words/message.ts'
import type { ExchangeSpec } from '../api.ts'
import { detectEnvelope } from '../basePath.ts'
import { endpoints } from '../endpoints/endpoints.ts'
import { readList, readNext } from '../endpoints/pagination.ts'
import { fields } from '../fieldNames.ts'
import type { Exchange } from '../http/exchange.ts'
import { openEnvelope } from '../responses/envelope.ts'
import { findRecord, findValue, pick, readText } from '../responses/jsonFields.ts'

/** A response of the check. `status` is the effective one, `data` the content without its envelope. */
export type Answer = {
  endpoint: string
  exchange: Exchange
  status: number
  data: unknown
  synthetic: boolean
  /** The dialect in use when the response arrived. */
  dialect: ServiceDialect
}

export type KnownSample = { sampleId: string; status: string; state: SampleState }

/** An identifier that no service assigns. In the service's logs it shows where the request came from. */
export const impossibleId = 'pathclock-connection-check'
/** The number of drugs on a page of the check. */
export const pageLimit = 2
/** The failures after which the check stops, so that the user does not wait for minutes on a service that is down. */
const maxInitialFailures = 2

export type CheckCalls = {
  answers: Answer[]
  outcomes: { endpoint: string; outcome: Answer | Message | { error: unknown } }[]
}

/**
 * Sends the requests of the check, one at a time; they only read, for free. They request one sample of the register,
 * and identifiers that cannot exist, to see how the service refuses. A request that fails is recorded. Throws
 * `notSignedIn` without a credential, and `offline` while the offline switch is on.
 */
export async function sendCheckCalls(
  exchange: (spec: ExchangeSpec) => Promise<Exchange>,
  samples: readonly KnownSample[],
  dialect: () => ServiceDialect,
): Promise<CheckCalls> {
  const calls: CheckCalls = { answers: [], outcomes: [] }
  let failures = 0
  /** Sends one request. `path` may be the reason why it is not sent. */
  const ask: Ask = async (endpoint, path, options = {}) => {
    const isDown = calls.answers.length === 0 && failures >= maxInitialFailures
    const skip = isDown ? message('connection.notCheckedBecauseService') : path
    if (typeof skip !== 'string') {
      calls.outcomes.push({ endpoint, outcome: skip })
      return null
    }
    try {
      const answer = toAnswer(await exchange({ endpoint, path: skip, ...options }), calls, dialect())
      calls.answers.push(answer)
      calls.outcomes.push({ endpoint, outcome: answer })
      return isSuccess(answer) ? answer : null
    } catch (error) {
      if (calls.answers.length === 0 && (isFailure(error, 'notSignedIn') || isSwitchedOff(error))) throw error
      failures += isSwitchedOff(error) ? maxInitialFailures : 1
      calls.outcomes.push({ endpoint, outcome: { error } })
      return null
    }
  }

  await ask('GET /users/me', '/users/me')
  const drugs = await ask('GET /drugs', '/drugs', { query: { limit: pageLimit } })
  const [drug] = drugs ? drugsOn(drugs) : []
  const drugId = drug === undefined || isDotsAlone(drug.id) ? null : encodeURIComponent(drug.id)
  const noDrug = message('connection.searchFoundNoDrug')
  await ask('GET /drugs/{drug_id}', drugId === null ? noDrug : `/drugs/${drugId}`)
  await ask('GET /drugs/{drug_id}/pathways', drugId === null ? noDrug : `/drugs/${drugId}/pathways`)
  const query = drug?.name ? { query: { drug: drug.name } } : {}
  await ask('GET /moa/drug-pathway', drug?.name ? '/moa/drug-pathway' : noDrug, query)
  await ask('GET /samples/{sample_id}', `/samples/${impossibleId}`)
  await ask('GET /screening/{task_id}', `/screening/${impossibleId}`)
  await askSample(ask, samples)
  if (drugs && isFullPage(drugs)) await askPages(ask, drugs)
  return calls
}

type Ask = (
  endpoint: string,
  path: string | Message,
  options?: Pick<ExchangeSpec, 'query' | 'anyContent'>,
) => Promise<Answer | null>

/** Requests a sample of the register, and its report if it is finished: before that there is none. */
async function askSample(ask: Ask, [sample]: readonly KnownSample[]): Promise<void> {
  const path = sample
    ? `/samples/${encodeURIComponent(sample.sampleId)}`
    : message('connection.registerNoSampleService')
  const answer = await ask('GET /samples/{sample_id}', path)
  const states = [sample?.state, answer && stateIn(answer)]
  const isFinished = typeof path === 'string' && states.includes('succeeded')
  const noReport = typeof path === 'string' ? message('connection.registerNoFinishedSample') : path
  await ask('GET /samples/{sample_id}/report', isFinished ? `${path}/report` : noReport, { anyContent: true })
}

const stateIn = (answer: Answer): SampleState => parseState(wordOf(answer) ?? '', answer.dialect.state_words)

export const wordOf = ({ data, exchange, dialect }: Answer): string | null => {
  const response = { data, raw: exchange.body }
  const { record } = findRecord(response, fields.sampleId, dialect.id?.sample)
  return readText(findValue(record, response, fields.status, dialect.status))
}

async function askPages(ask: Ask, drugs: Answer): Promise<void> {
  const page = (endpoint: string, query: Record<string, number>) =>
    ask(endpoint, '/drugs', { query: { ...query, limit: pageLimit } })
  const first = await page('GET /drugs?page=1', { page: 1 })
  if (!first) return
  if (!isSamePage(drugs, first)) return void (await page('GET /drugs?page=0', { page: 0 }))
  const second = await page('GET /drugs?page=2', { page: 2 })
  if (second && isSamePage(drugs, second)) await page('GET /drugs?offset', { offset: pageLimit })
}

/** Returns true if more drugs follow but the response names no next page. */
const isFullPage = (drugs: Answer): boolean => drugsOn(drugs).length === pageLimit && !namesNext(drugs)

export const namesNext = ({ data, exchange: { body: raw, headers }, dialect }: Answer): boolean =>
  readNext({ data, raw, headers, dialect }, new URL('https://service.invalid/drugs')).more

/** Returns the drugs of a page that have an identifier. */
export function drugsOn({ data, exchange, dialect }: Answer): { id: string; name: string | null }[] {
  const list = readList({ data, raw: exchange.body, dialect }, { page: 1, limit: pageLimit })
  return (list?.items ?? []).flatMap((item) => {
    const { record, id } = findRecord({ data: item, raw: item }, fields.drugId, dialect.id?.drug)
    return id === null ? [] : [{ id, name: readText(pick(record, fields.drugName))?.trim() ?? null }]
  })
}

export const isSamePage = (one: Answer, other: Answer): boolean =>
  JSON.stringify(drugsOn(one)) === JSON.stringify(drugsOn(other))

/** Opens a response. Before the envelope is known, that of the calling user shows it. */
function toAnswer(exchange: Exchange, { answers }: CheckCalls, dialect: ServiceDialect): Answer {
  const me = answers[0]?.exchange ?? exchange
  const opened = openEnvelope(exchange.status, exchange.body, mergeDialects(detectEnvelope(me), dialect))
  const { endpoint, status } = exchange
  const { data, synthetic } = opened.ok ? opened : { data: null, synthetic: false }
  return { endpoint, exchange, status: opened.ok ? status : opened.status, data, synthetic, dialect }
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

export const isSwitchedOff = (error: unknown): boolean =>
  isFailure(error, 'offline') && error.details.reason === 'switch'

/** Returns the scope suggested by the wording of service-interface, "Scopes", which names no calls. */
function likelyScope(endpoint: string): string | null {
  const [withoutQuery] = endpoint.split('?')
  const found = Object.values(endpoints).find((one) => one.endpoint === withoutQuery)
  return found && 'scope' in found ? found.scope : null
}

/** Returns the lines of the report. `scopes` are those of the credential, or null if they are not known. */
export const toCheckedCalls = ({ outcomes }: CheckCalls, scopes: string[] | null): CheckedCall[] =>
  outcomes.map(({ endpoint, outcome }) => {
    const unsent = { endpoint, status: null, ms: null, requestId: null }
    if (isMessage(outcome)) return { ...unsent, outcome: 'not-tried', note: outcome }
    if ('exchange' in outcome) return answeredCall(outcome, scopes)
    const { error } = outcome
    const note = error instanceof Failure ? error.userMessage : message('connection.requestFailed')
    if (isSwitchedOff(error)) return { ...unsent, outcome: 'not-tried', note }
    return { ...unsent, outcome: isFailure(error, 'notFound') ? 'not-found' : 'failed', note }
  })

function answeredCall(answer: Answer, scopes: string[] | null): CheckedCall {
  const { endpoint, status, exchange } = answer
  const outcome = outcomeOf(answer)
  const notes = [
    exchange.path.endsWith(`/${impossibleId}`) ? message('connection.requestedSomethingCannotExist') : null,
    status === exchange.status
      ? null
      : message('connection.httpSaysEnvelopeSays', { status: exchange.status, exchange: status }),
    outcome === 'forbidden' ? scopesNote(endpoint, scopes) : explain(answer, outcome),
  ].filter((note) => note !== null)
  return {
    endpoint,
    outcome,
    status: exchange.status,
    ms: Math.round(exchange.ms),
    requestId: exchange.requestId,
    note: notes.length === 0 ? null : joinMessages(notes),
  }
}

function outcomeOf({ endpoint, status, exchange }: Answer): CheckedCall['outcome'] {
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'not-found'
  if (status === 429 || status >= 500 || status < 200 || (status >= 300 && status < 400)) return 'failed'
  if (status >= 400) return 'refused'
  const isReadable = endpoint.endsWith('/report')
    ? exchange.bytes.byteLength > 0
    : exchange.body !== undefined
  return isReadable ? 'answered' : 'failed'
}

function explain({ status, exchange }: Answer, outcome: CheckedCall['outcome']): Message | null {
  if (status === 401) return message('connection.serviceNotAcceptCredential')
  if (outcome !== 'failed') return null
  if (status >= 300 && status < 400) return message('connection.redirectNotFollowedCredential')
  if (status === 429) return message('connection.serviceTakesNoMore')
  if (status >= 500) return message('connection.serviceFailed')
  return exchange.bytes.byteLength === 0
    ? message('connection.answerEmpty')
    : message('connection.answerNotJson')
}

function scopesNote(endpoint: string, scopes: string[] | null): Message {
  const carried =
    scopes === null
      ? message('connection.serviceNotListScopes')
      : scopes.length === 0
        ? message('connection.credentialCarriesNoScopes')
        : message('connection.credentialCarries', { scopes: scopes.join(', ') })
  const likely = likelyScope(endpoint)
  return joinMessages([
    carried,
    message('connection.noScopeDocumentedCall'),
    likely === null ? null : message('connection.likelyOne', { likelyScope: likely }),
  ])
}
