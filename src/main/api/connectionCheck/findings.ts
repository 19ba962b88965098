import {
  type ConventionSettings,
  type Finding,
  formatConvention,
} from '../../../shared/domain/app/convention.ts'
import { standardRate } from '../../../shared/domain/app/profile.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { type ConventionName, conventionList } from '../conventions.ts'
import type { Exchange } from '../http/exchange.ts'
import { endpoints, isErrorResponse, type Observations, type Shown, statusOf } from './observations.ts'
import { drugPathwaysShape, pathwayNames, stateWords } from './responseContents.ts'
import * as forms from './responseShapes.ts'
import { listCounting, requestedDrugCount } from './responseShapes.ts'
import { clientAuthentication, issuer, signInEndpoint, tokenAnswer, whyAssumed } from './signIn.ts'

/** The headers in which services state their limits (RFC 6585, the IETF draft, and common practice). */
const rateLimitHeaderNames = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Rate-Limit-Limit',
  'X-Rate-Limit-Remaining',
  'X-Rate-Limit-Reset',
  'Retry-After',
]

const minuteMs = 60_000

function rateLimitHeaders({ exchanges }: Observations): Shown {
  if (exchanges.length === 0) return null
  const seen = rateLimitHeaderNames.filter((name) => exchanges.some(({ headers }) => headers.has(name)))
  return { value: seen.length === 0 ? 'none' : seen.join(', ') }
}

/** Reads the limit in effect if the service's headers stated it. */
function requestsPerMinute(observations: Observations): Shown {
  const { quota, requestsPerMinute: configuredLimit } = observations
  const learned = Math.round((quota.limit * minuteMs) / quota.windowMs)
  if (learned === configuredLimit || !Number.isFinite(learned)) return null
  return {
    value: String(learned),
    note: message`Learned from the service; the profile has ${configuredLimit}.`,
  }
}

/** The deviation worth reporting: tokens and orders carry times. */
const clockToleranceS = 120

/**
 * Returns how far this computer's clock is ahead, in whole seconds: the median over all dated responses, or null
 * without any.
 */
export function clockAhead(exchanges: readonly Exchange[]): number | null {
  const aheads = exchanges
    .flatMap(({ headers, fetchedAt, ms }) => {
      // `Date` is cut to whole seconds, and was written about halfway between sending and the last byte.
      const theirs = Date.parse(headers.get('Date') ?? '') + 500
      const ahead = (Date.parse(fetchedAt) - ms / 2 - theirs) / 1000
      return Number.isFinite(ahead) ? [ahead] : []
    })
    .toSorted((a, b) => a - b)
  const median = aheads[Math.floor(aheads.length / 2)]
  return median === undefined ? null : Math.round(median) + 0
}

function clock({ exchanges }: Observations): Shown {
  const ahead = clockAhead(exchanges)
  if (ahead === null) return null
  if (Math.abs(ahead) <= clockToleranceS) return { value: 'in-step' }
  const by =
    ahead > 0
      ? message`${Math.abs(ahead)} s ahead of that of the service`
      : message`${Math.abs(ahead)} s behind that of the service`
  return {
    value: ahead > 0 ? 'ahead' : 'behind',
    note: message`This computer's clock is ${by}. Set it by a time server: sign-ins may end early, and times of orders will not fit.`,
  }
}

type Reader = {
  /** Reads the value from the responses. Absent if no safe request shows it. */
  read?: (observations: Observations) => Shown
  /** The note about the assumption if no response shows the value. */
  why?: Message | ((observations: Observations) => Message | null)
}

const notDocumented = message`Unit and range are not documented; values are shown as the service returns them.`
const commonNamesNote = message`Set it only where an answer cannot be read.`
const singleUseNote = message`Never tried out: codes and refresh tokens serve once.`

/** The readers that derive each convention from the responses. */
const readers: Record<ConventionName, Reader> = {
  base_path: { read: basePath },
  field_names: { read: forms.fieldNames },
  id_fields: { read: forms.idFields },
  envelope: { read: forms.envelope },
  success_code: { read: forms.successCode },
  success_codes: { why: message`No other code counts as success.` },
  sample_id_path: { why: commonNamesNote },
  task_id_path: { why: commonNamesNote },
  drug_id_path: { why: commonNamesNote },
  user_id_path: { why: commonNamesNote },
  status_path: { why: commonNamesNote },
  items_path: { why: commonNamesNote },
  total_path: { why: commonNamesNote },
  next_page_path: { why: commonNamesNote },
  scores_path: { why: commonNamesNote },
  hits_path: { why: commonNamesNote },
  cursor_parameter: { why: message`Only sent where an answer names a cursor.` },
  created_id: { why: message`Not checked, because this would place an order.` },
  pending_results: {
    why: message`Not checked, because this would start an analysis. Pathclock never repeats a request that may cost.`,
  },
  pending_statuses: { why: message`Not checked, because this would start an analysis.` },
  error_status: { read: forms.errorStatus },
  error_shape: { read: forms.errorShape },
  list_shape: { read: forms.listShape },
  paging: {
    read: (observations) => listCounting(observations) ?? forms.paging(observations, requestedDrugCount),
  },
  report_format: { read: forms.reportFormat, why: noReport },
  state_words: { read: stateWords, why: message`The register has no sample of this service yet.` },
  drug_pathways_shape: { read: drugPathwaysShape },
  clock_shape: {
    why: message`Not checked, because this would start an analysis. Pathclock also reads the format of the pathway analysis.`,
  },
  screening_answer: {
    why: message`Not checked, because this would start a screening. Pathclock polls tasks and shows results.`,
  },
  order_fields: { why: message`Columns are sent under their own names.` },
  idempotency: {
    why: message`Only placing an order twice would show it, so it is not tried. An order whose answer is lost is shown and never sent again by itself.`,
  },
  requests_per_minute: { read: requestsPerMinute },
  rate_limit_headers: { read: rateLimitHeaders },
  issuer: { read: issuer, why: whyAssumed },
  authorization_endpoint: { read: signInEndpoint('authorization'), why: whyAssumed },
  token_endpoint: { read: signInEndpoint('token'), why: whyAssumed },
  revocation_endpoint: { read: signInEndpoint('revocation'), why: message`The sign-in server names none.` },
  requested_scopes: { why: message`Those of the documentation; offline_access too where it is offered.` },
  audience: { why: message`Sent only where it is set.` },
  resource: { why: message`Sent only where it is set.` },
  prompt: { why: message`Sent with offline_access, or where it is set.` },
  redirect_uri: { why: message`On any free port.` },
  token_body: { why: singleUseNote },
  token_answer: { read: tokenAnswer, why: message`The refusal of an empty request did not show it.` },
  client_secret_in: { why: (observations) => clientAuthentication(observations) ?? singleUseNote },
  scopes: { read: scopes, why: message`Neither the credential nor the service lists them.` },
  activity_unit: { why: notDocumented },
  aging_offset_unit: { why: notDocumented },
  positive_offset: {
    why: message`Assumed: a positive aging offset means older than expected. Not documented.`,
  },
  pathway_names: { read: pathwayNames, why: message`The documented names; others may follow.` },
  events: { why: message`No events are documented, so Pathclock polls for states.` },
  payload_limits: { why: message`None is documented, and none is tried out.` },
}

/** Derives a finding for every convention. Configured values take precedence over observed ones. Pure. */
export function toFindings(observations: Observations): Finding[] {
  const conventions = conventionList.map(({ name, default: assumed, setting }) => {
    const chosen = setting === null ? null : configuredValue(setting, observations)
    return toFinding({ name, assumed, chosen }, readers[name], observations)
  })
  const clockLine = { name: 'clock', assumed: 'unknown', chosen: null }
  return [
    ...conventions,
    toFinding(clockLine, { read: clock, why: message`The answers carry no date.` }, observations),
  ]
}

type ConventionLine = { name: string; assumed: string; chosen: string | null }

function toFinding(
  { name, assumed, chosen }: ConventionLine,
  { read, why }: Reader,
  observations: Observations,
): Finding {
  const shown = read?.(observations) ?? null
  if (chosen !== null) {
    const differs = shown !== null && shown.value !== chosen
    const note = differs
      ? message`Set for this profile; the answers show ${shown.value}.`
      : message`Set for this profile.`
    return { name, value: chosen, how: 'set', note }
  }
  if (shown) return { name, value: shown.value, how: 'probed', note: shown.note ?? null }
  const reason = typeof why === 'function' ? why(observations) : why
  return { name, value: assumed, how: 'default', note: reason ?? null }
}

/** Returns the configured value as text, or null. */
function configuredValue(
  setting: keyof ConventionSettings | 'requestsPerMinute',
  observations: Observations,
): string | null {
  const { set, requestsPerMinute: limit } = observations
  if (setting === 'requestsPerMinute') return limit === standardRate ? null : String(limit)
  if (setting === 'base_path') return set.base_path === undefined ? null : pathText(set.base_path)
  return formatConvention(set[setting]) || null
}

const pathText = (text: string): string => (text === '' ? '/' : text)

function basePath({ exchanges, service }: Observations): Shown {
  const me = exchanges.find(({ endpoint }) => endpoint === endpoints.me)
  if (!me || (me.body === undefined && isErrorResponse(me)) || statusOf(me) === 404) return null
  return { value: pathText(new URL(service).pathname.replace(/\/+$/, '')) }
}

function scopes({ scopes: carried }: Observations): Shown {
  return carried === null ? null : { value: carried.length === 0 ? 'none' : carried.join(' ') }
}

function noReport({ exchanges }: Observations): Message {
  const isReportRequested = exchanges.some(({ endpoint }) => endpoint === endpoints.report)
  return isReportRequested
    ? message`No report came.`
    : message`Not checked, because the register has no finished sample.`
}
