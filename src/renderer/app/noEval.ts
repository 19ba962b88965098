import { config } from 'zod'

/**
 * Schemas try out once whether functions may be made of text, and swallow the answer; the policy of the page forbids it,
 * and each try is a violation. Imported before anything that makes a schema.
 */
config({ jitless: true })
