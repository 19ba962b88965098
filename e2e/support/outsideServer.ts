import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a foreign server that records the names of requests to `/<name>`. */
export async function listenOutside() {
  const reached = new Set<string>()
  const note = (url = ''): void => void reached.add(url.split('?')[0]?.slice(1) ?? '')
  const server = createServer((request, response) => {
    note(request.url)
    // A page does not navigate on a response without content.
    response.writeHead(204, { 'Access-Control-Allow-Origin': '*' }).end()
  })
  server.on('upgrade', (request, socket) => {
    note(request.url)
    socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    reached,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
