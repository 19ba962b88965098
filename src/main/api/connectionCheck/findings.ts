import type { QuotaStatus } from '../../../shared/contract/state.ts'
import type { Finding } from '../../../shared/domain/app/connectionReport.ts'
import { mergeDialects, type ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { type Profile, requestsPerMinuteOf } from '../../../shared/domain/app/profile.ts'
import { parseState } from '../../../shared/domain/samples/sample.ts'
import { isRecord } from '../../../shared/json.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import type { SignInEndpoints } from '../../ports.ts'
import { findTotal, readList } from '../endpoints/pagination.ts'
import { fields } from '../fieldNames.ts'
import { toPlainLine } from '../http/redaction.ts'
import { findEnvelope } from '../responses/envelope.ts'
import { pick, readTexts, unwrap } from '../responses/jsonFields.ts'
import { type Answer, drugsOn, isSamePage, isSuccess, namesNext, pageLimit, wordOf } from './checkCalls.ts'

/** The responses of a service, and the state of the profile that the findings are derived from. */
type Observations = {
  answers: readonly Answer[]
  /** Origin and base path. */
  service: string
  profile: Profile
  /** The dialect in use: the user's settings, else those detected. */
  dialect: ServiceDialect
  signIn: SignInEndpoints | { problem: Message } | null
  quota: Pick<QuotaStatus, 'limit' | 'windowMs'>
  /** The states in the register of samples, in the service's own words. */
  statusWords: readonly string[]
}

/** A value as read in the responses. Null if they do not show it. */
type Shown = { value: string; note?: Message } | null

/** A word of the service: one short line, without anything that looks like a token. */
const plainWord = (text: string): string => toPlainLine(text, 80)

/** Returns the most frequent value, with a note that names the others. */
function mostFrequent(values: readonly string[]): Shown {
  const groups = [...Map.groupBy(values, (value) => value).values()].toSorted((a, b) => b.length - a.length)
  const [value, ...others] = groups.flatMap(([first]) => first ?? [])
  if (value === undefined) return null
  return others.length === 0
    ? { value }
    : { value, note: message('connection.someAnswersShowInstead', { others: others.join(', ') }) }
}

const find = ({ answers }: Observations, endpoint: string): Answer | undefined =>
  answers.find((answer) => answer.endpoint === endpoint && isSuccess(answer))

const successes = ({ answers }: Observations): Answer[] => answers.filter(isSuccess)

const pathText = (path: string): string => (path === '' ? '/' : path)

function basePath({ answers, service }: Observations): Shown {
  const [me] = answers
  if (!me || me.status === 404 || (me.exchange.body === undefined && !isSuccess(me))) return null
  return { value: pathText(new URL(service).pathname.replace(/\/+$/, '')) }
}

function envelope(seen: Observations): Shown {
  const answers = successes(seen).filter(({ endpoint }) => !endpoint.endsWith('/report'))
  const forms = answers.flatMap(({ exchange: { body } }) => {
    if (!isRecord(body)) return []
    const found = findEnvelope(body)
    return [[found?.statusKey, found?.dataKey].filter(Boolean).join('+') || 'none']
  })
  const isBare = answers.some(({ exchange }) => Array.isArray(exchange.body))
  return mostFrequent(forms) ?? (isBare ? { value: 'none' } : null)
}

const successCode = (seen: Observations): Shown =>
  mostFrequent(successes(seen).flatMap(({ exchange }) => findEnvelope(exchange.body)?.code?.toString() ?? []))

/** Reads where the items of a list are: `data.items`, or `array` for the body itself. */
function listShape({ answers }: Observations): Shown {
  const drugs = answers.find(({ endpoint }) => endpoint === 'GET /drugs')
  if (!drugs || !isSuccess(drugs)) return null
  const { body } = drugs.exchange
  const list = readList({ ...drugs, raw: body }, { page: 1, limit: pageLimit })
  if (!list) return { value: 'unknown', note: message('connection.noListFoundAnswer') }
  return { value: pathTo(list.items, body) ?? 'unknown' }
}

function pathTo(items: unknown, value: unknown): string | null {
  if (value === items) return 'array'
  if (!isRecord(value)) return null
  for (const [key, inner] of Object.entries(value)) {
    const path = pathTo(items, inner)
    if (path !== null) return path === 'array' ? key : `${key}.${path}`
  }
  return null
}

/** Reads how a list continues: by the next page that it names, or by the numbering of its pages. */
function paging(seen: Observations): Shown {
  const drugs = find(seen, 'GET /drugs')
  if (!drugs) return null
  if (namesNext(drugs)) return { value: 'next', note: message('connection.eachPageNamesNext') }
  const [page1, page0, page2, offset] = ['page=1', 'page=0', 'page=2', 'offset'].map((query) =>
    find(seen, `GET /drugs?${query}`),
  )
  if (page0 && page1 && isSamePage(page0, drugs) && !isSamePage(page1, drugs))
    return { value: 'page_from_0', note: message('service.firstPageNumber0') }
  if (page2 && offset && isSamePage(page2, drugs) && !isSamePage(offset, drugs))
    return { value: 'offset', note: message('service.pageNumbersIgnoredOffset') }
  const count = drugsOn(drugs).length
  if (count > pageLimit)
    return {
      value: 'ignored',
      note: message('connection.requestedDrugsResponse', { requestedLimit: pageLimit, count }),
    }
  // A short page may contain all there is, so it does not show whether the limit is honored.
  if (count < pageLimit) return null
  return { value: findTotal(drugs.data, drugs.exchange.body) ? 'limit+total' : 'limit' }
}

function reportFormat(seen: Observations): Shown {
  const type = find(seen, 'GET /samples/{sample_id}/report')?.exchange.contentType.split(';')[0]?.trim()
  return type ? { value: plainWord(type.toLowerCase()) } : null
}

/** Reads the unknown state words, or `known`. Unknown words are shown as received and are never final. */
function stateWords({ answers, statusWords, dialect }: Observations): Shown {
  const samples = answers.filter(
    (answer) => answer.endpoint === 'GET /samples/{sample_id}' && isSuccess(answer),
  )
  const seen = [...statusWords, ...samples.flatMap((answer) => wordOf(answer) ?? [])].map(plainWord)
  const words = [...new Set(seen)].filter((word) => word !== '')
  if (words.length === 0) return null
  const unknown = words.filter((word) => parseState(word, dialect.state_words) === 'unknown').toSorted()
  if (unknown.length === 0)
    return { value: 'known', note: message('connection.seen', { words: words.join(', ') }) }
  return { value: unknown.join(', '), note: message('connection.pathclockNotKnowWord') }
}

/** The headers in which services state their limits (RFC 6585, the IETF draft, and common practice). */
const isLimitHeader = (name: string): boolean => /^((x-)?rate-?limit(-\w+)?|retry-after)$/i.test(name)

function rateLimitHeaders({ answers }: Observations): Shown {
  if (answers.length === 0) return null
  const names = answers.flatMap(({ exchange }) => [...exchange.headers.keys()].filter(isLimitHeader))
  return { value: [...new Set(names)].join(', ') || 'none' }
}

/** Reads the limit in effect if the service's headers stated it. */
function requestsPerMinute({ quota, profile }: Observations): Shown {
  const own = requestsPerMinuteOf(profile)
  const learned = Math.round((quota.limit * 60_000) / quota.windowMs)
  if (learned === own || !Number.isFinite(learned)) return null
  return {
    value: String(learned),
    note: message('connection.learnedServiceProfile', { configuredLimit: own }),
  }
}

/** The deviation worth reporting: tokens and orders carry times. */
const clockToleranceS = 120

/** Returns how many whole seconds this clock is ahead: the median over all dated responses; null without any. */
export function clockAhead(answers: readonly Answer[]): number | null {
  const aheads = answers
    .flatMap(({ exchange: { headers, fetchedAt, ms } }) => {
      // `Date` is cut to whole seconds, and was written about halfway between sending and the last byte.
      const theirs = Date.parse(headers.get('Date') ?? '') + 500
      const ahead = (Date.parse(fetchedAt) - ms / 2 - theirs) / 1000
      return Number.isFinite(ahead) ? [ahead] : []
    })
    .toSorted((a, b) => a - b)
  const median = aheads[Math.floor(aheads.length / 2)]
  return median === undefined ? null : Math.round(median) + 0
}

function clock({ answers }: Observations): Shown {
  const ahead = clockAhead(answers)
  if (ahead === null) return null
  if (Math.abs(ahead) <= clockToleranceS) return { value: 'in-step' }
  const by =
    ahead > 0
      ? message('connection.sAheadService', { ahead: Math.abs(ahead) })
      : message('connection.sBehindService', { ahead: Math.abs(ahead) })
  return { value: ahead > 0 ? 'ahead' : 'behind', note: message('connection.computersClockSetTime', { by }) }
}

/** The findings in the order of the report: name, the assumption if no response shows the value, and reader. */
export const readers: readonly (readonly [
  name: string,
  assumed: string,
  read: (seen: Observations) => Shown,
])[] = [
  ['base_path', '/api/v1', basePath],
  ['envelope', 'code+data', envelope],
  ['success_code', '200', successCode],
  ['list_shape', 'data.items', listShape],
  ['paging', 'limit+total', paging],
  ['report_format', 'application/json', reportFormat],
  ['state_words', 'known', stateWords],
  ['rate_limit_headers', 'none', rateLimitHeaders],
  ['requests_per_minute', '100', requestsPerMinute],
  ['clock', 'unknown', clock],
]

/** Returns what the check has read, what it assumes, and each setting of the dialect. */
export function toFindings(seen: Observations): Finding[] {
  const { dialect } = seen.profile
  const read = readers.map(([name, assumed, read]): Finding => {
    const shown = read(seen)
    return shown
      ? { name, value: shown.value, how: 'probed', note: shown.note ?? null }
      : { name, value: assumed, how: 'default', note: null }
  })
  const isSet = dialect.idempotency !== undefined
  const idempotency: Finding = {
    name: 'idempotency',
    value: dialect.idempotency ?? 'none',
    how: isSet ? 'set' : 'default',
    note: isSet ? null : message('connection.placingOrderTwiceShow'),
  }
  const settings = Object.entries(dialect).flatMap(([name, value]): Finding[] => {
    if (name === 'idempotency' || name === 'sign_in') return []
    const text = typeof value === 'object' ? JSON.stringify(value) : pathText(String(value))
    const note = message('connection.setProfile')
    return [{ name, value: text, how: 'set', note }]
  })
  const names = new Set(settings.map(({ name }) => name))
  return [...read.filter(({ name }) => !names.has(name)), idempotency, ...settings, ...signInFindings(seen)]
}

/** Returns the endpoints of the browser sign-in, and where each comes from. */
function signInFindings({ signIn }: Observations): Finding[] {
  if (signIn === null) return []
  if ('problem' in signIn)
    return [{ name: 'token_endpoint', value: 'unknown', how: 'default', note: signIn.problem }]
  const hows = { set: 'set', metadata: 'probed', assumed: 'default' } as const
  return (['authorization', 'token', 'revocation'] as const).flatMap((kind): Finding[] => {
    const endpoint = signIn[kind]
    if (!endpoint) return []
    const value = toPlainLine(endpoint.url, 300)
    const note =
      endpoint.how === 'metadata' && signIn.metadataUrl
        ? message('connection.namedMetadata', { metadataUrl: toPlainLine(signIn.metadataUrl, 300) })
        : null
    return [{ name: `${kind}_endpoint`, value, how: hows[endpoint.how], note }]
  })
}

/** Reads the scopes that the service lists for the calling user, or null. */
export function scopesOfUser(answers: readonly Answer[]): string[] | null {
  const user = answers.find(({ endpoint }) => endpoint === 'GET /users/me')?.data
  return readTexts(pick(unwrap(user, fields.userId), fields.scopes), /[\s,]+/)?.map(plainWord) ?? null
}

/** Returns the dialect in use, with the base path, the page numbering and the limit that the check has read. */
export function suggestDialect(seen: Observations): ServiceDialect {
  const base_path = basePath(seen) && new URL(seen.service).pathname.replace(/\/+$/, '')
  const pages = paging(seen)?.value
  const limit = requestsPerMinute(seen)
  const read: ServiceDialect = {
    ...(base_path !== null && { base_path }),
    ...((pages === 'page_from_0' || pages === 'offset') && { paging: pages }),
    ...(limit && { requests_per_minute: Number(limit.value) }),
  }
  return mergeDialects(read, seen.dialect)
}
