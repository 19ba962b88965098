import { z } from 'zod'
import { isMessage, type Message, message } from '../../messages/message.ts'
import { sampleStateSchema } from '../samples/sample.ts'

/** A path from the root of an origin, without a trailing slash. '' is the root itself. */
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

/** True if data sent to the address stays private: it uses https, or is this computer. */
function isSecureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.includes(hostname))
}

/** True if the sign-in page can redirect the browser to the address: plain http on this computer (RFC 8252, 7.3). */
function isRedirectAddress(text: string): boolean {
  if (!isSecureAddress(text)) return false
  const { protocol, search } = new URL(text)
  return protocol === 'http:' && search === ''
}

/** A text, or an empty string that clears the setting. */
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

/** The user's settings for signing in with the browser. An empty text clears a setting. */
const signInSettingsSchema = z.object({
  /** Endpoints of the sign-in server that override those in its metadata. */
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  revocation_endpoint: endpoint,
  /**
   * Separated by spaces (RFC 6749, 3.3). Replaces the documented scopes and `offline_access`, which is added if the
   * server offers it.
   */
  requested_scopes: optionalText(
    2000,
    (text) => /^[\x21\x23-\x5b\x5d-\x7e]+( +[\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text),
    message`must be scopes separated by spaces`.template,
  ),
  /**
   * The intended recipient of the token: the `audience` parameter of some sign-in servers, and `resource` of RFC 8707.
   */
  audience: optionalText(2000, (text) => !/[\p{Cc}]/u.test(text), message`must be one line of text`.template),
  resource: optionalText(
    2000,
    (text) => URL.canParse(text) && !text.includes('#'),
    message`must be a whole address without #, such as https://api.example.org`.template,
  ),
  /**
   * The prompts of the sign-in page (OpenID Connect Core, 3.1.2.1). Replaces `consent`, the default if `offline_access`
   * is requested.
   */
  prompt: optionalText(
    100,
    (text) => /^[a-z_]+( [a-z_]+)*$/.test(text),
    message`must be words such as login or select_account`.template,
  ),
  /** The registered redirect address. Without a port, any free port is used. */
  redirect_uri: optionalText(
    500,
    isRedirectAddress,
    message`must be an address of this computer without ?, such as http://127.0.0.1:8400/oauth/callback`
      .template,
  ),
  /** The encoding of the token endpoint's parameters. */
  token_body: z.enum(['form', 'json']),
  /** The place of a client secret in the request, for services that require one. */
  client_secret_in: z.enum(['body', 'header']),
})

/**
 * The position of a value: names separated by dots, and list indexes in brackets (`order.id`, `[0].scores`,
 * `['a.b'].c`). A path that starts with `$` is relative to the whole response (`$.data.order_id`), any other to the
 * record that the response is about.
 */
const jsonPath = optionalText(
  300,
  (text) => /^(\$|[\p{L}\p{N}_@-]+|\[(\d+|'[^']+')\])(\.[\p{L}\p{N}_@$-]+|\[(\d+|'[^']+')\])*$/u.test(text),
  message`must be a path such as order_id, result.scores or $.data[0].id`.template,
)

/**
 * The settings for choices that the interface leaves to a service. Each name matches a line of the connection check.
 * Every other convention is understood in all its variants and needs no setting.
 */
export const conventionSettingsSchema = z
  .object({
    /** The path between the origin and the endpoint. Absent: detected at the first call. */
    base_path: basePath,
    /** The envelope's `code` that means success. */
    success_code: z.union([z.literal(200), z.literal(0)]),
    /** Further envelope codes that mean success. */
    success_codes: z.array(z.number().int().min(-999_999_999).max(999_999_999)).max(20),
    /** Paths of the identifiers and the status in responses, if their names are not the usual ones. */
    sample_id_path: jsonPath,
    task_id_path: jsonPath,
    drug_id_path: jsonPath,
    user_id_path: jsonPath,
    status_path: jsonPath,
    /** Paths of lists, their totals, pathway scores and screening hits. */
    items_path: jsonPath,
    total_path: jsonPath,
    scores_path: jsonPath,
    hits_path: jsonPath,
    /** Maps the service's words for states of samples and tasks to our states. */
    state_words: z.record(fieldName, sampleStateSchema.exclude(['unknown'])),
    /** The place of a new item's identifier: in the body, or at the end of the Location header. */
    created_id: z.enum(['body', 'location']),
    /**
     * The way to get a result that is not ready. `location`: requests the address in the Location header with GET, and
     * does nothing without that header. `repeat`: repeats the request, which must be free of charge at this service.
     */
    pending_results: z.enum(['location', 'repeat']),
    /** The HTTP statuses that mean a result is not ready. */
    pending_statuses: z.array(z.union([202, 404, 409, 425].map((status) => z.literal(status)))),
    /**
     * The service's treatment of a repeated order. `honoured`: the same `Idempotency-Key` never places a second order.
     * `client_reference`: it refuses a second order with the same reference. `none`: neither. `unknown`: treated as
     * `none`.
     */
    idempotency: z.enum(['unknown', 'honoured', 'client_reference', 'none']),
    /** Maps our names of order fields to the service's. Other fields keep their names. */
    order_fields: z.record(fieldName, fieldName),
    /** The numbering of list pages: from 1, from 0, or by the number of items before the page. */
    paging: z.enum(['page', 'page_from_0', 'offset']),
    /** The parameter for the cursor of the next page. Absent: derived from the name of the cursor. */
    cursor_parameter: z.string().trim().max(200),
    /** The path of the next page in a list response: an address or a cursor. */
    next_page_path: jsonPath,
    ...signInSettingsSchema.shape,
    /** Unit labels of the values, shown on screen and in exports. Empty: not documented. */
    activity_unit: z.string().trim().max(60),
    aging_offset_unit: z.string().trim().max(60),
  })
  .partial()
  .strict()
export type ConventionSettings = z.infer<typeof conventionSettingsSchema>
export type SignInSettings = Pick<ConventionSettings, keyof z.infer<typeof signInSettingsSchema>>

/** The settings that may be empty: an empty base path and an empty label are valid values. */
const mayBeEmpty: ReadonlySet<string> = new Set([
  'base_path',
  'order_fields',
  'activity_unit',
  'aging_offset_unit',
])

const isEmpty = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Removes the settings that an empty text or list clears. */
export const withoutBlanks = (settings: ConventionSettings): ConventionSettings =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => mayBeEmpty.has(name) || !isEmpty(value)),
  )

/** Merges settings. State words are added to the earlier ones; an empty set of words removes them all. */
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

/** The conventions assumed of a service unless they were detected or set (docs on service conventions). */
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

/** Formats a convention as users type it on the command line and in the settings: `0, 20000`, `Released=succeeded`. */
export function formatConvention(value: ConventionSettings[ConventionName]): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value)
  const isPlain = entries.every((pair) => pair.every((text) => !/[=,{}]/.test(text)))
  return isPlain ? entries.map((pair) => pair.join('=')).join(', ') : JSON.stringify(value)
}

/**
 * Returns a service's word for use in a command to copy, or a placeholder if a shell might interpret its characters.
 */
export const toTypedWord = (word: string): string => (/^[\p{L}\p{N} _.-]{1,60}$/u.test(word) ? word : 'WORD')

/** Parses a typed convention without validating it. Throws a SyntaxError if the text is neither JSON nor pairs. */
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

/** A message in stored JSON, or a plain string from an earlier version. */
const storedMessageSchema = z.union([
  z.string().transform((text) => message`${text}`),
  z.custom<Message>(isMessage),
])

const findingSchema = z.object({
  /** In snake_case. Scripts may rely on it, so it never changes. */
  name: z.string(),
  /** A value that scripts can compare, such as `camelCase` or `/api/v1`. */
  value: z.string(),
  /** Detected from a response, assumed, or set by the user for this profile. */
  how: z.enum(['probed', 'default', 'set']),
  /** A remark for the user, or null. */
  note: storedMessageSchema.nullable(),
})
/** One line of the connection check. */
export type Finding = z.infer<typeof findingSchema>

const checkedCallSchema = z.object({
  /** Method and path template. */
  endpoint: z.string(),
  outcome: z.enum(['answered', 'refused', 'forbidden', 'not-found', 'failed', 'not-tried']),
  /** The HTTP status, or null if no response arrived or nothing was sent. */
  status: z.number().nullable(),
  /** The time from sending to the last byte, in ms. */
  ms: z.number().nullable(),
  requestId: z.string().nullable(),
  /** The reason why the call was not tried or failed; null if it succeeded. */
  note: storedMessageSchema.nullable(),
})
/** One request of the connection check, with its outcome. */
export type CheckedCall = z.infer<typeof checkedCallSchema>

/** The result of the connection check, stored with the profile. */
export const connectionReportSchema = z.object({
  profile: z.string(),
  /** Origin and base path. */
  service: z.string(),
  /** ISO 8601. */
  checkedAt: z.string(),
  findings: z.array(findingSchema),
  calls: z.array(checkedCallSchema),
  /** The scopes of the credential; null if neither the token nor the service lists them. */
  scopes: z.array(z.string()).nullable(),
  /** Seconds by which this computer's clock is ahead of the service's; null if the service sends no date. */
  clockAheadS: z.number().nullable(),
  /** True if the service marked its data as synthetic. */
  synthetic: z.boolean(),
})
export type ConnectionReport = z.infer<typeof connectionReportSchema>
