import type { Transport } from '../ports.ts'

/**
 * Node's own fetch. Redirects come back as they are, never followed: a redirect could carry the credential to
 * another origin. Thrown errors keep Node's code in their cause (`ECONNREFUSED`, `ENOTFOUND`, …).
 */
export const createNodeTransport = (): Transport => (request) => fetch(request, { redirect: 'manual' })
