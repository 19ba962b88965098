import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scale } from '../../testing/faults.ts'

/** The speed of the clock, which runs faster in the quick form. */
const speed = scale(15, 1)
const limitMs = 30_000 / speed
/**
 * The tolerance. A collection every 100 ms leaves little time for other work, especially on a busy computer. A call
 * that hangs would never end.
 */
const slackMs = scale(20_000, 3000)
const client = fileURLToPath(new URL('testing/collectedClient.ts', import.meta.url))

const server = createServer(({ url = '' }, response) => {
  if (!url.includes('trickles')) return
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
})
// A proxy that never opens the tunnel.
server.on('connect', () => undefined)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-deadlines-'))
  await writeFile(join(folder, 'browser'), '#!/bin/sh\nexec sleep 600\n')
  await chmod(join(folder, 'browser'), 0o755)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

it('every call ends at its time limit or when it is canceled, even with frequent garbage collections', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', client, url, String(speed)],
    { env: { ...process.env, HANGING_BROWSER: join(folder, 'browser') }, timeout: limitMs * 2 + 80_000 },
  )
  const ended = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; code: string; tookMs: number })
  const calls = ['read', 'order', 'report', 'sign-in'].flatMap((call) => [
    `${call} hangs`,
    `${call} trickles`,
  ])
  const names = [...calls, 'PDF hangs'].flatMap((name) => [name, `${name}, cancelled`])
  expect(new Set(ended.map(({ name }) => name))).toEqual(new Set([...names, 'proxy hangs']))
  for (const { name, code, tookMs } of ended) {
    const isCancelled = name.endsWith('cancelled')
    const expected = isCancelled ? /cancelled/ : name === 'proxy hangs' ? /offline|timeout/ : /timeout/
    expect(code, name).toMatch(expected)
    expect(tookMs, name).toBeLessThan((isCancelled ? 500 : limitMs) + slackMs)
  }
})
