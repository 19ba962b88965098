import type { ConventionSettings } from '../../shared/domain/convention.ts'
import type { Direction } from '../../shared/domain/drug.ts'

/**
 * The one place for what the interface leaves open. Each entry is an assumption with its default; what is listed
 * besides the first is understood too. Names are compared blind to case, `_` and `-`, so camelCase needs no entry.
 * Source: docs on service conventions.
 */
export const defaultConventions = {
  /** How the base address combines with the path prefix: origin + this. */
  basePath: '/api/v1',
  /** Envelope codes that mean success; documented is 200 alone. Other 2xx are read as success too. */
  successCodes: [200, 201, 202, 204],
  syntheticHeader: 'X-Synthetic-Data',
  requestIdHeader: 'X-Request-Id',
  idempotencyHeader: 'Idempotency-Key',

  fields: {
    message: ['message', 'msg', 'detail', 'title', 'error_description', 'description', 'reason'],
    problems: ['errors', 'problems', 'invalid_params', 'details', 'data'],
    problemField: ['field', 'name', 'param', 'path', 'pointer', 'loc'],
    problemText: ['message', 'reason', 'detail', 'msg', 'error'],

    items: ['items', 'list', 'rows', 'records', 'results'],
    total: ['total', 'total_count', 'count'],

    sampleId: ['sample_id', 'id'],
    status: ['status', 'state'],
    createdAt: ['created_at', 'create_time', 'created'],

    scores: ['pathway_scores', 'scores', 'pathways'],
    pathwayName: ['pathway', 'pathway_name', 'name'],
    activity: ['activity'],
    agingOffset: ['aging_offset'],

    drugId: ['drug_id', 'id'],
    drugName: ['name', 'drug_name'],
    synonyms: ['synonyms', 'aliases'],
    category: ['category', 'drug_class', 'class'],
    description: ['description', 'summary'],
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

  /** Advisory: which scope a call may need. Only ever part of a message after a 403. */
  scopes: {
    samples: 'read:sample',
    pathways: 'read:pathway',
    screening: 'write:screening',
    drugs: 'read:drug',
  },
}

export type Conventions = typeof defaultConventions

/** Envelope codes that mean success: 200 is documented, other 2xx are read so too, 0 only where it is set or found. */
export const successCodes = ({ success_code }: ConventionSettings): readonly number[] =>
  success_code === 0 ? [0, ...defaultConventions.successCodes] : defaultConventions.successCodes
