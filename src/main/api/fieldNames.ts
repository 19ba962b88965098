import { type Direction, drugFieldNames } from '../../shared/domain/drugs/drug.ts'

/*
 * The names under which values are looked for in responses, tried in order. They are compared without case, `_` and `-`, so
 * camelCase needs no entry. Only an identifier is required; the others may be missing. Source: docs on service conventions.
 */
export const fields = {
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
  /** The number of items per page, which may be lower than the requested one. */
  pageSize: ['limit', 'page_size', 'per_page'],
  /** The fields with information about pages, besides the response itself. */
  pages: ['links', '_links', 'pagination', 'paging', 'page_info', 'response_metadata', 'meta'],
  /** The address, page number or cursor of the next page, or a record with its address. */
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
}

/** The names of cursors to the next page, each with the parameter that takes it. */
export const cursors: Readonly<Record<string, string>> = {
  next_cursor: 'cursor',
  next_page_token: 'page_token',
  next_token: 'next_token',
  continuation_token: 'continuation_token',
  end_cursor: 'after',
  after: 'after',
  next_page: 'page',
  next_offset: 'offset',
  cursor: 'cursor',
}

/** Words for the direction of a drug's effect; any other word is an association of unknown direction. */
export const directions: Record<Exclude<Direction, 'unknown'>, readonly string[]> = {
  inhibits:
    'inhibits inhibit inhibitor inhibition inhibited down decreases suppresses antagonist negative - -1'.split(
      ' ',
    ),
  activates:
    'activates activate activator activation activated up increases stimulates agonist positive + 1 +1'.split(
      ' ',
    ),
}

export const headerNames = {
  synthetic: 'X-Synthetic-Data',
  requestId: 'X-Request-Id',
  idempotency: 'Idempotency-Key',
} as const
