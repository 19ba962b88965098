/** What the check asks, by method and path template; the token endpoint's path may be another one. */
export const endpoints = {
  me: 'GET /users/me',
  drugs: 'GET /drugs',
  drugsPage1: 'GET /drugs?page=1',
  drugsPage0: 'GET /drugs?page=0',
  drugsPage2: 'GET /drugs?page=2',
  drugsOffset: 'GET /drugs?offset',
  drug: 'GET /drugs/{drug_id}',
  drugPathways: 'GET /drugs/{drug_id}/pathways',
  drugPathway: 'GET /moa/drug-pathway',
  sample: 'GET /samples/{sample_id}',
  report: 'GET /samples/{sample_id}/report',
  task: 'GET /screening/{task_id}',
  metadata: 'GET /.well-known/oauth-authorization-server',
  openidMetadata: 'GET /.well-known/openid-configuration',
} as const

/** RFC 8414, 3. */
export const metadataPath = '/.well-known/oauth-authorization-server'
/** OpenID Connect Discovery 1.0, 4. */
export const openidMetadataPath = '/.well-known/openid-configuration'
/** Assumed where no metadata says otherwise (docs on service conventions). */
export const assumedTokenPath = '/oauth/token'

/** An identifier that no service gives; whoever reads its logs sees where the request came from. */
export const impossibleId = 'pathclock-connection-check'
