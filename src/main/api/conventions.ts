import { assumed, type ConventionSettings } from '../../shared/domain/app/convention.ts'
import { standardRate } from '../../shared/domain/app/profile.ts'
import { type Direction, drugFieldNames } from '../../shared/domain/drugs/drug.ts'

/**
 * The assumptions about points that the interface leaves open, all in one place. The first entry of each list is the
 * default; the others are understood too. Names are compared without case, `_` and `-`, so camelCase needs no entry.
 * Source: docs on service conventions.
 */
export const defaultConventions = {
  /** The path prefix, appended to the origin of the base address. */
  basePath: assumed.base_path,
  /** The envelope codes that mean success. Only 200 is documented; other 2xx codes are accepted too. */
  successCodes: [200, 201, 202, 204],
  syntheticHeader: 'X-Synthetic-Data',
  requestIdHeader: 'X-Request-Id',
  idempotencyHeader: 'Idempotency-Key',

  fields: {
    /** `code` and `data` are documented. */
    envelopeCode: ['code', 'status_code', 'error_code', 'err_code', 'ret_code', 'ret'],
    envelopeData: ['data', 'result', 'results', 'payload', 'response', 'body'],

    message: [
      'message',
      'msg',
      'detail',
      'title',
      'error_description',
      'error_message',
      'err_msg',
      'description',
      'reason',
    ],
    problems: ['errors', 'problems', 'invalid_params', 'details', 'data'],
    problemField: ['field', 'name', 'param', 'path', 'pointer', 'loc'],
    problemText: ['message', 'reason', 'detail', 'msg', 'error'],

    items: ['items', 'list', 'rows', 'records', 'results'],
    total: ['total', 'total_count', 'count'],
    /** The fields with information about pages, besides the response itself. */
    pages: ['links', '_links', 'pagination', 'paging', 'page_info', 'response_metadata', 'meta'],
    /** The addresses of the next page, or a record that contains one. */
    nextLink: ['next', 'next_link', 'next_url', 'next_page_url', '@odata.nextLink'],
    /** The address in such a record. */
    linkAddress: ['href', 'url', 'link'],
    hasMore: ['has_more', 'has_next', 'has_next_page', 'more'],

    sampleId: ['sample_id', 'id'],
    status: ['status', 'state'],
    createdAt: ['created_at', 'create_time', 'created'],

    scores: ['pathway_scores', 'scores', 'pathways'],
    pathwayName: ['pathway', 'pathway_name', 'name'],
    activity: ['activity'],
    agingOffset: ['aging_offset'],

    drugId: drugFieldNames.drugId,
    drugName: drugFieldNames.name,
    synonyms: drugFieldNames.synonyms,
    category: drugFieldNames.category,
    description: drugFieldNames.description,
    drugPathways: ['pathways', 'associations', 'items', 'list', 'rows', 'records', 'results'],
    direction: ['direction', 'effect', 'relation'],
    evidence: ['evidence', 'source', 'reference'],

    taskId: ['task_id', 'id'],
    progress: ['progress'],
    hits: ['results', 'hits', 'items', 'list', 'rows', 'records', 'result'],
    rank: ['rank'],
    score: ['score'],

    userId: ['user_id', 'id', 'sub'],
    userName: ['name', 'display_name', 'username'],
    email: ['email'],
    organization: ['organization', 'organisation', 'company'],
    plan: ['plan'],
    scopes: ['scopes', 'scope', 'permissions'],
  },

  /** The names of cursors to the next page, each with the parameter that takes it. */
  cursors: {
    next_cursor: 'cursor',
    next_page_token: 'page_token',
    next_token: 'next_token',
    continuation_token: 'continuation_token',
    end_cursor: 'after',
    after: 'after',
    next_page: 'page',
    next_offset: 'offset',
    cursor: 'cursor',
  } as Readonly<Record<string, string>>,

  /** Words for the direction of a drug's effect; any other word is an association of unknown direction. */
  directions: {
    inhibits: [
      'inhibits',
      'inhibit',
      'inhibitor',
      'inhibition',
      'inhibited',
      'down',
      'decreases',
      'suppresses',
      'antagonist',
      'negative',
      '-',
      '-1',
    ],
    activates: [
      'activates',
      'activate',
      'activator',
      'activation',
      'activated',
      'up',
      'increases',
      'stimulates',
      'agonist',
      'positive',
      '+',
      '1',
      '+1',
    ],
  } satisfies Record<Exclude<Direction, 'unknown'>, string[]>,

  /** The scope that a call may need, a guess that appears only in messages after a 403. */
  scopes: {
    samples: 'read:sample',
    pathways: 'read:pathway',
    screening: 'write:screening',
    drugs: 'read:drug',
  },
}

export type Conventions = typeof defaultConventions

/**
 * Returns the envelope codes that mean success: 200 (documented), other 2xx codes, and those configured or detected.
 */
export const successCodes = ({ success_code, success_codes = [] }: ConventionSettings): readonly number[] => [
  ...(success_code === 0 ? [0] : []),
  ...success_codes,
  ...defaultConventions.successCodes,
]

type Convention = {
  /** snake_case, stable: scripts and the connection check rely on it. */
  name: string
  /** The assumption if no response shows it and the user has not set it. */
  default: string
  /** The variants understood besides the default. */
  variants: readonly string[]
  /** The setting for it: one of the profile's conventions or the profile's own limit. Null if there is none. */
  setting: keyof ConventionSettings | 'requestsPerMinute' | null
  /** The description for the documentation: the assumption and the treatment of variants. */
  about: string
}

type PathName = Extract<keyof ConventionSettings, `${string}_path`> &
  Exclude<keyof ConventionSettings, 'base_path'>

const atPath = <N extends PathName>(name: N, about: string) => ({
  name,
  default: 'by its usual names',
  variants: ['any path'],
  setting: name,
  about: `${about} A path with $ begins at the whole answer, any other at the record it is about.`,
})

/**
 * Every line of the docs on service conventions, in the order of the connection check. Those without a setting do not
 * need one, since the responses themselves distinguish the variants.
 */
export const conventionList = [
  {
    name: 'base_path',
    default: assumed.base_path,
    variants: ['base + /api/v1', 'base without its version + /api/v1', 'base without /api/v1'],
    setting: 'base_path',
    about:
      'What stands between the origin and the path of an endpoint. At the first call GET users/me is tried at each, at the same origin only; the first JSON answer that is no 404 wins and is remembered. The connection check looks again where that place answers 404.',
  },
  {
    name: 'field_names',
    default: 'snake_case',
    variants: ['camelCase', 'kebab-case'],
    setting: null,
    about: 'Names of fields are compared blind to case, _ and -. Unknown fields are kept raw and shown.',
  },
  {
    name: 'id_fields',
    default: 'kind_id',
    variants: ['id'],
    setting: null,
    about: 'Of sample, drug, task and user only the identifier is required: `sample_id` or `id`, and so on.',
  },
  atPath('sample_id_path', 'The identifier of a sample, such as order_id, $.data (a bare text) or [0].id.'),
  atPath('task_id_path', 'The identifier of a screening task.'),
  atPath('drug_id_path', 'The identifier of a drug, from each record of a list.'),
  atPath('user_id_path', 'The identifier of the calling user.'),
  atPath('status_path', 'The state of a sample or a task.'),
  atPath('items_path', 'The items of a list.'),
  atPath('total_path', 'How many items there are in all.'),
  atPath('next_page_path', 'The address or the cursor of the next page.'),
  atPath('scores_path', 'The scores of a pathway analysis or a pathway clock, such as result.scores.'),
  atPath('hits_path', 'The hits of a screening.'),
  {
    name: 'envelope',
    default: 'code+data',
    variants: [
      'data',
      'code',
      'none',
      'status_code, error_code, err_code, ret_code or ret as the code',
      'result, results, payload, response or body as the data',
      'success+any of these',
    ],
    setting: null,
    about:
      'An answer stands in `data` beside a `code`, or in one field of another usual name beside a code or `success: true`, where nothing beside it names a record. Without an envelope the body is its own data.',
  },
  {
    name: 'success_code',
    default: String(assumed.success_code),
    variants: ['0'],
    setting: 'success_code',
    about:
      'The code of the envelope that means success; 201, 202 and 204 are read so too. 0 means success only where it was found at the first call or is set.',
  },
  {
    name: 'success_codes',
    default: 'none',
    variants: ['any other codes'],
    setting: 'success_codes',
    about:
      'Further codes of the envelope that mean success, such as 20000. Found at the first call where such a code comes with HTTP 200 and the calling user.',
  },
  {
    name: 'error_status',
    default: 'http',
    variants: ['in-200'],
    setting: null,
    about: 'HTTP 200 with an error code in the envelope is an error of that code.',
  },
  {
    name: 'error_shape',
    default: 'envelope',
    variants: ['problem+json', 'error-object', 'oauth', 'html', 'text', 'empty'],
    setting: null,
    about:
      'What an error says: {code, message, data?}, RFC 9457, {error: {…}}, {error, error_description}. HTML and empty bodies say nothing; the status counts.',
  },
  {
    name: 'list_shape',
    default: 'data.items',
    variants: ['data', 'data.list', 'data.rows', 'data.records', 'data.results', 'the body itself'],
    setting: null,
    about: 'Where the items of a list stand; the total is `total`, `count` or `total_count`.',
  },
  {
    name: 'paging',
    default: 'limit+total',
    variants: ['limit', 'ignored', 'page_from_0', 'offset', 'next'],
    setting: 'paging',
    about:
      'page, limit, fields, sort and order are sent with the drug search only. Where an answer names its next page (a link in links.next, _links.next.href or the header Link, or a cursor such as next_cursor or next_page_token), that is asked, at the same origin only; else pages are numbered from 1, from 0, or by offset. The end is a page that names no next one, or a short, empty or repeated page.',
  },
  {
    name: 'cursor_parameter',
    default: "by the cursor's name",
    variants: ['any other name'],
    setting: 'cursor_parameter',
    about:
      'next_cursor and cursor are sent as cursor, next_page_token as page_token, end_cursor as after, and so on, in the spelling of the answer.',
  },
  {
    name: 'report_format',
    default: 'application/json',
    variants: ['application/pdf', 'text/html', 'text/plain', 'text/csv'],
    setting: null,
    about: 'A report is kept as it came, byte for byte; its content type says what it is.',
  },
  {
    name: 'state_words',
    default: 'known',
    variants: ['any other word'],
    setting: 'state_words',
    about:
      'queued, running, succeeded, failed, cancelled and a table of synonyms, blind to case; the meaning of any other word may be set. An unknown word is not final, is shown as it came and asked about; such a sample is asked for less often.',
  },
  {
    name: 'drug_pathways_shape',
    default: 'records',
    variants: ['names', 'map'],
    setting: null,
    about: 'Pathways of a drug with direction and evidence; without a direction it is an association.',
  },
  {
    name: 'clock_shape',
    default: 'pathways',
    variants: ['pathway_scores', 'any numbers'],
    setting: null,
    about:
      'The pathway clock is asked as the pathway analysis is; every number of its answer is shown under its own name.',
  },
  {
    name: 'screening_answer',
    default: 'task-or-results',
    variants: ['task', 'results'],
    setting: null,
    about: 'Decided by what comes back: a task is polled, results are shown.',
  },
  {
    name: 'order_fields',
    default: 'unchanged',
    variants: ['ours=theirs'],
    setting: 'order_fields',
    about:
      'An order is sent as the mapped columns and `client_reference`, under the names set for the profile.',
  },
  {
    name: 'idempotency',
    default: assumed.idempotency,
    variants: ['honoured', 'client_reference', 'none'],
    setting: 'idempotency',
    about:
      'Each order carries an Idempotency-Key. Only where it is known to be honoured is an order whose answer was lost sent again, with the same key; else its outcome is unknown.',
  },
  {
    name: 'created_id',
    default: assumed.created_id,
    variants: ['location'],
    setting: 'created_id',
    about:
      'An order or a task that was made is named in the body. Without a name there, a header Location right below the endpoint names it; the end of any other Location only where that is set.',
  },
  {
    name: 'pending_results',
    default: assumed.pending_results,
    variants: ['repeat'],
    setting: 'pending_results',
    about:
      'A pathway analysis or clock that is not ready is asked for with GET at the address of the header Location, for 15 minutes at most. The request itself is sent again only where that is set, since it may cost.',
  },
  {
    name: 'pending_statuses',
    default: assumed.pending_statuses.join(', '),
    variants: ['404', '409'],
    setting: 'pending_statuses',
    about: 'HTTP statuses by which the service says that such a result is not ready.',
  },
  {
    name: 'requests_per_minute',
    default: String(standardRate),
    variants: ['any other number'],
    setting: 'requestsPerMinute',
    about:
      'Counted per 60 s from the receipt of answers, shared by all who use the credential, remembered over restarts.',
  },
  {
    name: 'rate_limit_headers',
    default: 'none',
    variants: ['Retry-After', 'RateLimit', 'RateLimit-*', 'X-RateLimit-*'],
    setting: null,
    about:
      'Where the service tells its limit, it is kept to; a limit is never raised by a header without a window.',
  },
  {
    name: 'issuer',
    default: 'the origin of the service',
    variants: ['any other, also with a path'],
    setting: null,
    about:
      'The sign-in server, named when signing in. Its metadata are read at /.well-known/oauth-authorization-server (RFC 8414), then at /.well-known/openid-configuration, and must name exactly this issuer.',
  },
  {
    name: 'authorization_endpoint',
    default: '/oauth/authorize',
    variants: ['RFC 8414 metadata', 'OpenID metadata'],
    setting: 'authorization_endpoint',
    about:
      'Where a person signs in: as set, else as the metadata name it, else the assumed path of the issuer.',
  },
  {
    name: 'token_endpoint',
    default: '/oauth/token',
    variants: ['RFC 8414 metadata', 'OpenID metadata'],
    setting: 'token_endpoint',
    about:
      'As set, else as the metadata name it, else POST to the assumed path of the issuer. Metadata that name another server are refused until a person sets that endpoint.',
  },
  {
    name: 'revocation_endpoint',
    default: 'none',
    variants: ['RFC 8414 metadata', 'OpenID metadata'],
    setting: 'revocation_endpoint',
    about: 'Where a sign-out revokes its tokens (RFC 7009); a sign-out never waits for it longer than 5 s.',
  },
  {
    name: 'requested_scopes',
    default: 'the documented scopes',
    variants: ['any others'],
    setting: 'requested_scopes',
    about:
      'The scopes that a sign-in asks for: those documented, and offline_access where the metadata offer it; set, exactly those that are set.',
  },
  {
    name: 'audience',
    default: 'none',
    variants: ['any text'],
    setting: 'audience',
    about: 'Sent with the authorization request, for sign-in servers that serve several services.',
  },
  {
    name: 'resource',
    default: 'none',
    variants: ['any address'],
    setting: 'resource',
    about: 'RFC 8707: sent with the authorization request and with every request for tokens.',
  },
  {
    name: 'prompt',
    default: 'consent with offline_access',
    variants: ['login', 'select_account'],
    setting: 'prompt',
    about:
      'What the sign-in page asks again. With offline_access it is `consent`, which OpenID Connect wants before it gives a refresh token; set, what is set.',
  },
  {
    name: 'redirect_uri',
    default: 'http://127.0.0.1/oauth/callback',
    variants: ['any other of this computer'],
    setting: 'redirect_uri',
    about:
      'Where the sign-in page sends the browser back to, on any free port unless the address has one. Set it where the provider wants another one, such as http://localhost:8400/callback.',
  },
  {
    name: 'token_body',
    default: assumed.token_body,
    variants: ['json'],
    setting: 'token_body',
    about: 'How the token endpoint takes its parameters. Never found out by trying: codes serve once.',
  },
  {
    name: 'token_answer',
    default: 'plain',
    variants: ['enveloped'],
    setting: null,
    about: 'Tokens stand in the answer itself, or in the `data` of an envelope.',
  },
  {
    name: 'client_secret_in',
    default: assumed.client_secret_in,
    variants: ['header'],
    setting: 'client_secret_in',
    about:
      'How a client secret is sent, where the service insists on one: as set, else as the metadata say (header where they say nothing, RFC 8414), else in the body. Never found out by trying.',
  },
  {
    name: 'scopes',
    default: 'unknown',
    variants: ['in the token', 'in users/me'],
    setting: null,
    about: 'Advisory: nothing is disabled, and after a 403 the message names the scope that may be missing.',
  },
  {
    name: 'activity_unit',
    default: 'not-documented',
    variants: ['any label'],
    setting: 'activity_unit',
    about: 'Values are shown as the service returns them; a label is kept with every export.',
  },
  {
    name: 'aging_offset_unit',
    default: 'not-documented',
    variants: ['any label'],
    setting: 'aging_offset_unit',
    about: 'Values are shown as the service returns them; a label is kept with every export.',
  },
  {
    name: 'positive_offset',
    default: 'older',
    variants: [],
    setting: null,
    about: 'A positive aging offset is assumed to mean older than expected, and marked as assumed.',
  },
  {
    name: 'pathway_names',
    default: 'mTOR, AMPK, NF_KB',
    variants: ['any other name'],
    setting: null,
    about:
      'The full list is learned from answers; spellings of one pathway are merged, and it is shown which.',
  },
  {
    name: 'events',
    default: 'polling',
    variants: [],
    setting: null,
    about: 'States are asked for: after 2 s, then ever longer up to 60 s, and not while offline.',
  },
  {
    name: 'payload_limits',
    default: 'none',
    variants: ['413', '400 naming pathways'],
    setting: null,
    about:
      'A list of pathways that is too long is halved, sent in parts and put together, with a note; once only where the service does not say that it is the length.',
  },
] as const satisfies readonly Convention[]

export type ConventionName = (typeof conventionList)[number]['name']
