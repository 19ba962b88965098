import { existsSync, globSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type ReferenceOptions, startReferenceService } from '../../../demoService/index.ts'
import { withSql } from '../../adapters/sqlite/inspect.ts'

/** The one journal under a data folder; null where there is none yet. */
export const journalIn = (data: string): string | null =>
  existsSync(data)
    ? (globSync('**/journal.db', { cwd: data }).map((name) => join(data, name))[0] ?? null)
    : null

/**
 * Starts the reference service behind a check: whenever an order arrives, it looks in the journal under `data()` for
 * the order's row, marked as being sent. `onOrder` gets the number of the order, starting at 1.
 */
export async function startWatchedService(options: {
  data: () => string
  onOrder: (count: number) => void
  options: ReferenceOptions
}) {
  let savedStore = '{"orders":[]}'
  const store = { load: () => null, save: (text: string) => void (savedStore = text) }
  const service = await startReferenceService({ ...options.options, store })
  const figures = { arrived: 0, withoutRow: 0 }

  const stateOf = (reference: string): unknown => {
    const file = journalIn(options.data())
    if (file === null) return null
    const sql = `SELECT state FROM ledger WHERE client_reference = ? AND withdrawn IS NULL ORDER BY sent_at DESC`
    return withSql(file, ({ rows }) => rows(sql, [reference])[0]?.['state'], { readOnly: true })
  }
  const checkOrder = (body: Buffer): void => {
    figures.arrived += 1
    const { client_reference: reference } = JSON.parse(body.toString()) as { client_reference: string }
    if (stateOf(reference) !== 'sending') figures.withoutRow += 1
    options.onOrder(figures.arrived)
  }
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const { method = 'GET', url = '/' } = request
    if (method === 'POST' && url.endsWith('/samples')) checkOrder(body)
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
        ? [[name, value]]
        : [],
    )
    const answer = await fetch(service.url + url, { method, headers, ...(body.length > 0 ? { body } : {}) })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: service.apiKey,
    figures,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await service.close()
    },
    /** Returns the placed orders, once the service is closed. */
    orders: () =>
      (JSON.parse(savedStore) as { orders: { id: string; fields: { client_reference: string } }[] }).orders,
  }
}
