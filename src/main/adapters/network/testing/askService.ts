/**
 * Requests one address through Node's transport, in a process and environment of its own, and prints the outcome as
 * JSON. `--old`: simulates Node without support for proxies and the system's certificates. `--ways=` with proxy
 * settings: uses each in turn, and prints a list.
 */
import '../../../../shared/words/testing/englishTexts.ts'
import http from 'node:http'
import tls from 'node:tls'
import { isFailure } from '../../../../shared/contract/failures.ts'
import { proxySchema } from '../../../../shared/domain/app/settings.ts'
import { explainNetworkError } from '../../../api/http/networkErrors.ts'
import { createNodeTransport } from '../transport.ts'

const [address = '', ...flags] = process.argv.slice(2)
if (flags.includes('--old')) {
  Reflect.set(http, 'setGlobalProxyFromEnv', undefined)
  Reflect.set(tls, 'setDefaultCACertificates', undefined)
}
const proxiesJson = flags.find((flag) => flag.startsWith('--ways='))?.slice('--ways='.length)

const settings = { proxy: proxySchema.parse({ mode: 'system' }) }
const transport = createNodeTransport(process.env, undefined, () => settings.proxy)
const callService = () =>
  transport(address).then(
    async (response) => ({ status: response.status, body: await response.text() }),
    (error: unknown) => ({
      ...explainNetworkError(error),
      ...(isFailure(error) && { refusal: error.message }),
      code: codeOf(error) ?? codeOf(error instanceof Error ? error.cause : null),
      trace: JSON.stringify(error, ['message', 'code', 'cause']),
    }),
  )

const replies: unknown[] = []
for (const proxy of proxiesJson === undefined
  ? [settings.proxy]
  : proxySchema.array().parse(JSON.parse(proxiesJson))) {
  settings.proxy = proxy
  replies.push(await callService())
}
process.stdout.write(JSON.stringify(proxiesJson === undefined ? replies[0] : replies), () => process.exit())

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
