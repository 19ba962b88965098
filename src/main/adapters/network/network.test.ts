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
  "sends the app's name and version with each request through the transport of %s",
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
