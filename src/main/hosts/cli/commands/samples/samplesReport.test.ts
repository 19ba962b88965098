import { readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newFileFolder } from '../../../../testing/newFolder.ts'
import { commandsOn } from '../../testing/runCommand.ts'

const csv = 'pathway,activity\nmTOR,0.5\n'
const good = (response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Type': 'text/csv' }).end(csv)
const state = { answer: good }
const server = createServer(({ url = '' }, response) => {
  if (url.endsWith('/report')) return state.answer(response)
  response.setHeader('Content-Type', 'application/json')
  response.end('{"code":200,"data":{"user_id":"u-1"}}')
})
const folder = newFileFolder()
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

const out = (): string => join(folder, 'report.csv')
function fetchReport(...more: string[]) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { run } = commandsOn({ url, apiKey: 'key-0123456789' }, join(folder, 'data'))
  return run(['samples', 'report', 'S-1', '--out', out(), ...more])
}
const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end(`{"code":${code}}`)

it('"samples report" writes the stored copy if the service fails, marks it, and does not exit with 0', async () => {
  const first = await fetchReport()
  expect([first.code, first.lines.at(-1)]).toMatchObject([0, { stored: false }])
  const { fetched_at } = first.lines.at(-1) ?? {}
  for (const [answer, code] of [
    [status(403), 3],
    [status(500), 4],
    [status(502), 4],
    [status(302, { Location: '/elsewhere' }), 4],
    [status(202), 4],
    [(response: ServerResponse) => void response.destroy(), 4],
  ] as const) {
    state.answer = answer
    await rm(out(), { force: true })
    const again = await fetchReport()
    const summary = { type: 'summary', stored: true, fetched_at, reason: expect.any(String) as string }
    expect(again.lines.at(-1)).toMatchObject(summary)
    expect(again.stderr).toContain(`This is the report stored at ${String(fetched_at)}`)
    expect([again.code, await readFile(out(), 'utf8')]).toEqual([code, csv])
  }
  const offline = await fetchReport('--offline')
  expect([offline.code, offline.lines.at(-1)]).toMatchObject([0, { stored: true, fetched_at }])
})
