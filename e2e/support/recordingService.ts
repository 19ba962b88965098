import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startReferenceService } from '../../src/demoService/index.ts'
import type { Transport } from '../../src/main/ports.ts'
import { recordTokens } from '../../src/main/testing/secrets/leakyService.ts'

/** Starts a service with marked credentials. Tokens from its token endpoint are added to `secrets`. */
export async function startRecordingService({
  apiKey,
  clientSecret,
}: Record<'apiKey' | 'clientSecret', string>) {
  const secrets = new Map([
    ['api key', apiKey],
    ['client secret', clientSecret],
  ])
  const service = await startReferenceService({ apiKey, clientSecret, rate: { requests: 6000, windowS: 60 } })
  const send = recordTokens((target, init) => fetch(target, { ...init, redirect: 'manual' }), secrets)
  let url = ''

  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const answer = await send(...(await toRequest(request, service.url)))
      // The service's sign-in responses contain its own address.
      const body = (await answer.text()).replaceAll(service.url, url)
      const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofTheBody.includes(name)))
      response.writeHead(answer.status, headers).end(body)
    }
    pass().catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    clientId: service.clientId,
    secrets,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await service.close()
    },
  }
}

/** Headers that are set again for the forwarded body. */
const ofTheBody = ['content-encoding', 'content-length', 'transfer-encoding', 'connection']

async function toRequest(message: IncomingMessage, origin: string): Promise<Parameters<Transport>> {
  const chunks: Buffer[] = []
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk)
  const { host: _other, connection: _own, 'content-length': _length, ...headers } = message.headers
  const { method = 'GET' } = message
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks).toString() } : {}
  const init = { method, headers: headers as Record<string, string>, ...body }
  return [new URL(message.url ?? '/', origin).href, init]
}
