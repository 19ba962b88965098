/** The rate limiters that the reference service can run with. */
export const limiterNames = ['bucket', 'sliding', 'two-window', 'fixed'] as const

/** Variants of responses that a real service may have; each is one line of docs on service conventions. */
export const variantNames = [
  'bare-arrays',
  'camel-case',
  'code-zero',
  'error-in-200',
  'problem-json',
  'html-errors',
  'base-v1',
  'pdf-reports',
  'unknown-states',
  'no-idempotency',
  'enveloped-oauth',
  'other-envelope',
  'own-code',
  'cursor-pages',
  'zero-pages',
  'offset-pages',
  'location-only',
  'pending-results',
] as const
