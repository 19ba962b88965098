import type { ConventionSettings, Finding } from '../../../shared/domain/convention.ts'
import * as forms from './answerForms.ts'
import { isRefusal, statusOf } from './answers.ts'
import { drugPathwaysShape, pathwayNames, stateWords } from './contents.ts'
import { endpoints } from './endpoints.ts'
import type { Evidence, Shown } from './evidence.ts'
import { clock, rateLimitHeaders, requestsPerMinute, standardPerMinute } from './limits.ts'
import { clientAuthentication, tokenAnswer, tokenEndpoint } from './signIn.ts'

/** How many drugs the check asks for. */
export const askedDrugs = 2

type Line = {
  name: string
  /** Assumed where no answer shows it. */
  fallback: string
  /** Reads it from the answers; left out where nothing safe to ask would show it. */
  read?: (evidence: Evidence) => Shown
  /** What a person set; null where nothing is set. */
  set?: (evidence: Evidence) => string | null
  /** What to know of the assumption. */
  why?: string | ((evidence: Evidence) => string | null)
}

const setting =
  (name: Exclude<keyof ConventionSettings, 'order_fields'>) =>
  ({ set }: Evidence): string | null => {
    const value = set[name]
    return value === undefined ? null : String(value)
  }

const path = (text: string): string => (text === '' ? '/' : text)
const notDocumented = 'Unit and range are not documented; values are shown as the service returns them.'
const serveOnce = 'Never tried out: codes and refresh tokens serve once.'

/** Every convention of the check, in the order in which it is told (docs on service conventions). */
const lines: readonly Line[] = [
  {
    name: 'base_path',
    fallback: '/api/v1',
    read: basePath,
    set: ({ set }) => (set.base_path === undefined ? null : path(set.base_path)),
  },
  { name: 'field_names', fallback: 'snake_case', read: forms.fieldNames },
  { name: 'id_fields', fallback: 'kind_id', read: forms.idFields },
  { name: 'envelope', fallback: 'code+data', read: forms.envelope },
  { name: 'success_code', fallback: '200', read: forms.successCode, set: setting('success_code') },
  { name: 'error_status', fallback: 'http', read: forms.errorStatus },
  { name: 'error_shape', fallback: 'envelope', read: forms.errorShape },
  { name: 'list_shape', fallback: 'data.items', read: forms.listShape },
  { name: 'paging', fallback: 'limit+total', read: (evidence) => forms.paging(evidence, askedDrugs) },
  { name: 'report_format', fallback: 'application/json', read: forms.reportFormat, why: noReport },
  {
    name: 'state_words',
    fallback: 'known',
    read: stateWords,
    why: 'The register holds no sample of this service yet.',
  },
  { name: 'drug_pathways_shape', fallback: 'records', read: drugPathwaysShape },
  {
    name: 'clock_shape',
    fallback: 'pathways',
    why: 'Not asked: it takes an analysis. The shape of the pathway analysis is understood too.',
  },
  {
    name: 'screening_answer',
    fallback: 'task-or-results',
    why: 'Not asked: it takes a screening. A task is polled, results are shown.',
  },
  {
    name: 'order_fields',
    fallback: 'unchanged',
    set: orderFields,
    why: 'Columns are sent under their own names.',
  },
  {
    name: 'idempotency',
    fallback: 'unknown',
    set: setting('idempotency'),
    why: 'Only placing an order twice would show it, so it is not tried. An order whose answer is lost is shown and never sent again by itself.',
  },
  {
    name: 'requests_per_minute',
    fallback: String(standardPerMinute),
    read: requestsPerMinute,
    set: ({ requestsPerMinute: limit }) => (limit === standardPerMinute ? null : String(limit)),
  },
  { name: 'rate_limit_headers', fallback: 'none', read: rateLimitHeaders },
  { name: 'token_endpoint', fallback: '/oauth/token', read: tokenEndpoint },
  { name: 'token_body', fallback: 'form', set: setting('token_body'), why: serveOnce },
  {
    name: 'token_answer',
    fallback: 'plain',
    read: tokenAnswer,
    why: 'The refusal of an empty request did not show it.',
  },
  {
    name: 'client_secret_in',
    fallback: 'body',
    set: setting('client_secret_in'),
    why: (evidence) => clientAuthentication(evidence) ?? serveOnce,
  },
  {
    name: 'scopes',
    fallback: 'unknown',
    read: scopes,
    why: 'Neither the credential nor the service tells them.',
  },
  { name: 'activity_unit', fallback: 'not-documented', set: setting('activity_unit'), why: notDocumented },
  {
    name: 'aging_offset_unit',
    fallback: 'not-documented',
    set: setting('aging_offset_unit'),
    why: notDocumented,
  },
  {
    name: 'positive_offset',
    fallback: 'older',
    why: 'Assumed: a positive aging offset means older than expected. Not documented.',
  },
  {
    name: 'pathway_names',
    fallback: 'mTOR, AMPK, NF_KB',
    read: pathwayNames,
    why: 'The documented names; others may follow.',
  },
  { name: 'events', fallback: 'polling', why: 'No events are documented: states are asked for.' },
  { name: 'payload_limits', fallback: 'none', why: 'None is documented, and none is tried out.' },
  { name: 'clock', fallback: 'unknown', read: clock, why: 'The answers carry no date.' },
]

/** What the answers show of every convention; what a person set counts before what was seen. Pure. */
export const toFindings = (evidence: Evidence): Finding[] => lines.map((line) => toFinding(line, evidence))

function toFinding({ name, fallback, read, set, why }: Line, evidence: Evidence): Finding {
  const shown = read?.(evidence) ?? null
  const chosen = set?.(evidence) ?? null
  if (chosen !== null) {
    const differs = shown !== null && shown.value !== chosen
    const note = differs ? `Set for this profile; the answers show ${shown.value}.` : 'Set for this profile.'
    return { name, value: chosen, how: 'set', note }
  }
  if (shown) return { name, value: shown.value, how: 'probed', note: shown.note ?? null }
  const reason = typeof why === 'function' ? why(evidence) : why
  return { name, value: fallback, how: 'default', note: reason ?? null }
}

function basePath({ exchanges, service }: Evidence): Shown {
  const me = exchanges.find(({ endpoint }) => endpoint === endpoints.me)
  if (!me || (me.body === undefined && isRefusal(me)) || statusOf(me) === 404) return null
  return { value: path(new URL(service).pathname.replace(/\/+$/, '')) }
}

function orderFields({ set }: Evidence): string | null {
  const renamed = Object.entries(set.order_fields ?? {})
  return renamed.length === 0 ? null : renamed.map(([ours, theirs]) => `${ours}=${theirs}`).join(', ')
}

function scopes({ scopes: carried }: Evidence): Shown {
  return carried === null ? null : { value: carried.length === 0 ? 'none' : carried.join(' ') }
}

function noReport({ exchanges }: Evidence): string {
  const asked = exchanges.some(({ endpoint }) => endpoint === endpoints.report)
  return asked ? 'No report came.' : 'Not asked: the register holds no finished sample.'
}
