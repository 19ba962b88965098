/**
 * Asks one address through Node's transport, in a process of its own with an environment of its own, and prints what
 * came of it as JSON. `--old`: as Node was before it knew of proxies and of the system's certificates.
 */
import http from 'node:http'
import tls from 'node:tls'
import { explainNetworkError } from '../../service/networkErrors.ts'
import { createNodeTransport } from '../transport.ts'

const [address = '', age] = process.argv.slice(2)
if (age === '--old') {
  Reflect.set(http, 'setGlobalProxyFromEnv', undefined)
  Reflect.set(tls, 'setDefaultCACertificates', undefined)
}

const told = await createNodeTransport()(new Request(address)).then(
  async (response) => ({ status: response.status, body: await response.text() }),
  (error: unknown) => ({
    ...explainNetworkError(error),
    code: codeOf(error) ?? codeOf(error instanceof Error ? error.cause : null),
    trace: JSON.stringify(error, ['message', 'code', 'cause']),
  }),
)
process.stdout.write(JSON.stringify(told))

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
