import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createNetwork } from './network.ts'
import { createNodeTransport } from './transport.ts'

it.each([
  ['Node', undefined],
  ['another host', () => createNodeTransport({})],
])(
  'each request through the transport of %s names the app and its version',
  async (_host, createTransport) => {
    const userAgents: unknown[] = []
    const server = createServer((request, response) => {
      userAgents.push(request.headers['user-agent'])
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const network = createNetwork({
      createTransport,
      useProxy: undefined,
      proxy: () => ({ mode: 'none' }),
      version: '1.2.3',
      offlineSwitch: () => false,
      onChange: () => undefined,
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const init of [undefined, { method: 'POST', body: '{}', headers: { Accept: 'application/json' } }])
      await (await network.transport(url, init)).text()
    expect(userAgents).toEqual(['Pathclock/1.2.3', 'Pathclock/1.2.3'])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
)
