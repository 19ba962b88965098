import { z } from 'zod'
import { isMessage, type Message, message } from '../../messages/message.ts'
import { sampleStateSchema } from '../samples/sample.ts'

/** A path from the root of an origin, without a slash at its end; '' for the root itself. */
const basePath = z
  .string()
  .max(500)
  .regex(/^(\/[\w.~-]+)*$/, message`must be a path such as /api/v1, or empty`.template)
  .refine(
    (path) => !path.split('/').some((part) => part === '.' || part === '..'),
    message`must not contain . or .. as a part`.template,
  )

const fieldName = z.string().trim().min(1).max(200)

const loopbackHosts: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/** Whether what is sent there stays private: https, or this computer itself. */
function isSecureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.includes(hostname))
}

/** Whether the sign-in page can send the browser back there: plain http on this computer (RFC 8252, 7.3). */
function isRedirectAddress(text: string): boolean {
  if (!isSecureAddress(text)) return false
  const { protocol, search } = new URL(text)
  return protocol === 'http:' && search === ''
}

/** A text that is set, or empty: nothing is set. */
const optionalText = (maxLength: number, isValid: (text: string) => boolean, message: string) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => text === '' || isValid(text), message)

const endpoint = optionalText(
  2000,
  isSecureAddress,
  message`must be a whole address that begins with https:// (http:// only on this computer)`.template,
)

/** What a person may set of signing in with the browser. An empty text takes a setting back. */
const signInSettingsSchema = z.object({
  /** Endpoints of the sign-in server, in place of those that its metadata name. */
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  revocation_endpoint: endpoint,
  /** Separated by blanks (RFC 6749, 3.3), in place of the documented ones and `offline_access` where it is offered. */
  requested_scopes: optionalText(
    2000,
    (text) => /^[\x21\x23-\x5b\x5d-\x7e]+( +[\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text),
    message`must be scopes separated by spaces`.template,
  ),
  /** For whom the token is: the parameter `audience` of some sign-in servers, and `resource` of RFC 8707. */
  audience: optionalText(2000, (text) => !/[\p{Cc}]/u.test(text), message`must be one line of text`.template),
  resource: optionalText(
    2000,
    (text) => URL.canParse(text) && !text.includes('#'),
    message`must be a whole address without #, such as https://api.example.org`.template,
  ),
  /** What the sign-in page asks again (OpenID Connect Core, 3.1.2.1), in place of `consent` where `offline_access` is requested. */
  prompt: optionalText(
    100,
    (text) => /^[a-z_]+( [a-z_]+)*$/.test(text),
    message`must be words such as login or select_account`.template,
  ),
  /** Where the sign-in page sends the browser back to, as it is registered; without a port any free one is used. */
  redirect_uri: optionalText(
    500,
    isRedirectAddress,
    message`must be an address of this computer without ?, such as http://127.0.0.1:8400/oauth/callback`
      .template,
  ),
  /** How the token endpoint takes its parameters. */
  token_body: z.enum(['form', 'json']),
  /** How a client secret is sent, where the service insists on one. */
  client_secret_in: z.enum(['body', 'header']),
})

/**
 * Where a value stands: names with dots between them and numbers of list entries in brackets (`order.id`, `[0].scores`,
 * `['a.b'].c`). One that begins with `$` counts from the whole answer (`$.data.order_id`), any other from the record
 * that the answer is about.
 */
const jsonPath = optionalText(
  300,
  (text) => /^(\$|[\p{L}\p{N}_@-]+|\[(\d+|'[^']+')\])(\.[\p{L}\p{N}_@$-]+|\[(\d+|'[^']+')\])*$/u.test(text),
  message`must be a path such as order_id, result.scores or $.data[0].id`.template,
)

/**
 * What may be set for one service where its interface leaves a choice; each name is that of a line of the
 * connection check. Every other convention is understood in all its variants and needs no setting.
 */
export const conventionSettingsSchema = z
  .object({
    /** What stands between the origin and the path of an endpoint. Left out: found out at the first call. */
    base_path: basePath,
    /** The envelope's `code` that means success. */
    success_code: z.union([z.literal(200), z.literal(0)]),
    /** Further codes of the envelope that mean success. */
    success_codes: z.array(z.number().int().min(-999_999_999).max(999_999_999)).max(20),
    /** Where answers name what they are about, under other names than the usual ones. */
    sample_id_path: jsonPath,
    task_id_path: jsonPath,
    drug_id_path: jsonPath,
    user_id_path: jsonPath,
    status_path: jsonPath,
    /** Where lists, their totals, scores of pathways and hits of a screening stand. */
    items_path: jsonPath,
    total_path: jsonPath,
    scores_path: jsonPath,
    hits_path: jsonPath,
    /** Words of the service for states of samples and tasks -> what they stand for. */
    state_words: z.record(fieldName, sampleStateSchema.exclude(['unknown'])),
    /** Where the identifier of what was just made stands: in the body, or at the end of the header Location. */
    created_id: z.enum(['body', 'location']),
    /**
     * What is done about a result that is not ready. `location`: the address of the header Location is requested with GET,
     * and nothing is done without one. `repeat`: the same request is sent again, which must cost nothing there.
     */
    pending_results: z.enum(['location', 'repeat']),
    /** HTTP statuses by which the service says that a result is not ready. */
    pending_statuses: z.array(z.union([202, 404, 409, 425].map((status) => z.literal(status)))),
    /**
     * What the service does with a repeated order. `honoured`: the same `Idempotency-Key` never places a second one;
     * `client_reference`: it refuses a second order with the same reference; `none`: neither; `unknown`: treated as `none`.
     */
    idempotency: z.enum(['unknown', 'honoured', 'client_reference', 'none']),
    /** Names under which fields of an order are sent: ours -> the service's. Others go under their own names. */
    order_fields: z.record(fieldName, fieldName),
    /** How the pages of a list are counted: from 1, from 0, or by the number of items before them. */
    paging: z.enum(['page', 'page_from_0', 'offset']),
    /** The parameter that takes the cursor of the next page; left out: as the cursor's own name suggests. */
    cursor_parameter: z.string().trim().max(200),
    /** Where an answer with a list names the next page: an address or a cursor. */
    next_page_path: jsonPath,
    ...signInSettingsSchema.shape,
    /** Labels for the units of the values, shown and exported beside them; empty: not documented. */
    activity_unit: z.string().trim().max(60),
    aging_offset_unit: z.string().trim().max(60),
  })
  .partial()
  .strict()
export type ConventionSettings = z.infer<typeof conventionSettingsSchema>
export type SignInSettings = Pick<ConventionSettings, keyof z.infer<typeof signInSettingsSchema>>

/** An empty base path is one, and so is a label that says nothing. */
const mayBeEmpty: ReadonlySet<string> = new Set([
  'base_path',
  'order_fields',
  'activity_unit',
  'aging_offset_unit',
])

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Without the settings that an empty text or list took back. */
export const withoutBlanks = (settings: ConventionSettings): ConventionSettings =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => mayBeEmpty.has(name) || !isEmpty(value)),
  )

/** Settings with others over them; a word for a state is added to those before, and none at all takes all back. */
export function withSettings(
  before: ConventionSettings = {},
  more: ConventionSettings = {},
): ConventionSettings {
  const { state_words: words } = more
  const isMore = words !== undefined && Object.keys(words).length > 0
  return withoutBlanks({
    ...before,
    ...more,
    ...(isMore && { state_words: { ...before.state_words, ...words } }),
  })
}

/** What holds of a service where nothing was found and nothing is set (docs on service conventions). */
export const assumed = {
  base_path: '/api/v1',
  success_code: 200,
  success_codes: [],
  sample_id_path: '',
  task_id_path: '',
  drug_id_path: '',
  user_id_path: '',
  status_path: '',
  items_path: '',
  total_path: '',
  scores_path: '',
  hits_path: '',
  state_words: {},
  created_id: 'body',
  pending_results: 'location',
  pending_statuses: [202, 425],
  idempotency: 'unknown',
  order_fields: {},
  authorization_endpoint: '',
  token_endpoint: '',
  revocation_endpoint: '',
  requested_scopes: '',
  audience: '',
  resource: '',
  prompt: '',
  redirect_uri: '',
  paging: 'page',
  cursor_parameter: '',
  next_page_path: '',
  token_body: 'form',
  client_secret_in: 'body',
  activity_unit: '',
  aging_offset_unit: '',
} as const satisfies Required<ConventionSettings>

type ConventionName = keyof ConventionSettings
export const conventionNames = (): readonly string[] => Object.keys(conventionSettingsSchema.shape)
const numberLists: ReadonlySet<string> = new Set(['success_codes', 'pending_statuses'])
const pairs: ReadonlySet<string> = new Set(['order_fields', 'state_words'])

/** A convention as it is typed on the command line and in the settings: `0, 20000`, `Released=succeeded`. */
export function formatConvention(value: ConventionSettings[ConventionName]): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value)
  const isPlain = entries.every((pair) => pair.every((text) => !/[=,{}]/.test(text)))
  return isPlain ? entries.map((pair) => pair.join('=')).join(', ') : JSON.stringify(value)
}

/** A word of a service as a part of a command to be copied: other signs may mean something to a shell. */
export const toTypedWord = (word: string): string => (/^[\p{L}\p{N} _.-]{1,60}$/u.test(word) ? word : 'WORD')

/** What was typed, not checked yet. Throws a SyntaxError where it is neither JSON nor pairs. */
export function parseConvention(name: string, text: string): unknown {
  if (name === 'success_code') return /^\d+$/.test(text) ? Number(text) : text
  if (numberLists.has(name))
    return text.split(/[,;\s]+/).flatMap((part) => (part === '' ? [] : [Number(part)]))
  if (!pairs.has(name)) return text
  if (/^\s*[[{]/.test(text)) return JSON.parse(text)
  return Object.fromEntries(
    text
      .split(/[,;]/)
      .filter((part) => part.trim() !== '')
      .map(toPair),
  )
}

function toPair(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new SyntaxError()
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** A message in stored JSON; a plain string was stored by an earlier version. */
const storedMessageSchema = z.union([
  z.string().transform((text) => message`${text}`),
  z.custom<Message>(isMessage),
])

const findingSchema = z.object({
  /** snake_case, stable: scripts may rely on it. */
  name: z.string(),
  /** In words that a script may compare, such as `camelCase` or `/api/v1`. */
  value: z.string(),
  /** Seen in an answer, assumed, or set by a person for this profile. */
  how: z.enum(['probed', 'default', 'set']),
  /** What a person should know beside it; null where the value says it all. */
  note: storedMessageSchema.nullable(),
})
/** One line of the connection check. */
export type Finding = z.infer<typeof findingSchema>

const checkedCallSchema = z.object({
  /** Method and path template. */
  endpoint: z.string(),
  outcome: z.enum(['answered', 'refused', 'forbidden', 'not-found', 'failed', 'not-tried']),
  /** HTTP status; null where no answer came or nothing was sent. */
  status: z.number().nullable(),
  /** From sending to the last byte, ms. */
  ms: z.number().nullable(),
  requestId: z.string().nullable(),
  /** Why it was not tried, or what was wrong; null where all is well. */
  note: storedMessageSchema.nullable(),
})
/** One request of the connection check, and what came of it. */
export type CheckedCall = z.infer<typeof checkedCallSchema>

/** What the connection check found, stored with the profile. */
export const connectionReportSchema = z.object({
  profile: z.string(),
  /** Origin and base path. */
  service: z.string(),
  /** ISO 8601. */
  checkedAt: z.string(),
  findings: z.array(findingSchema),
  calls: z.array(checkedCallSchema),
  /** Scopes that the credential carries; null where neither the token nor the service says. */
  scopes: z.array(z.string()).nullable(),
  /** How far this computer's clock is ahead of the service's, in seconds; null where the service sends no date. */
  clockAheadS: z.number().nullable(),
  /** The service marked its data as synthetic. */
  synthetic: z.boolean(),
})
export type ConnectionReport = z.infer<typeof connectionReportSchema>
