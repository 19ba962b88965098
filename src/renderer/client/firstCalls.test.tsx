import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import { joinMessages } from '../../shared/words/message.ts'

const requests: string[] = []
let first: unknown[]

beforeEach(() => {
  vi.resetModules()
  requests.length = 0
  sessionStorage.clear()
  localStorage.clear()
  vi.stubGlobal('WebSocket', class {})
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    const isSession = path === '/session'
    const body = isSession ? { headerToken: 'h1', pushes: 0, first } : { ok: true, value: `again: ${path}` }
    return new Response(JSON.stringify(body))
  })
  history.replaceState(null, '', '/#token=once')
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete window.pathclock
})

async function answers() {
  await import('../firstRequest.ts')
  const { beginFirstCalls } = await import('./firstCalls.ts')
  const { all } = beginFirstCalls()
  return Promise.all(all.map(async ({ name, answer }) => [name, await answer.catch(String)]))
}

it('use the replies sent with the session, and repeat only calls without one', async () => {
  const failure = new Failure('offline', joinMessages([`Not there.`]), { reason: 'network' }).toData()
  first = [{ ok: true, value: 'settings' }, { ok: false, failure }, null, { ok: true, value: [] }]
  expect(await answers()).toEqual([
    ['settings.get', 'settings'],
    ['app.status', expect.stringContaining('Not there.')],
    ['studies.list', 'again: /call/studies.list'],
    ['jobs.list', []],
  ])
  expect(requests).toEqual(['/session', '/call/studies.list'])
})

it('are sent to the bridge in the installed app, and repeated if it fails', async () => {
  let calls = 0
  window.pathclock = {
    call: async (name) => {
      if (name === 'jobs.list' && calls++ === 0) throw new Error('gone')
      return { ok: true, value: name }
    },
    listen: () => () => undefined,
  }
  const names = ['settings.get', 'app.status', 'studies.list', 'jobs.list']
  expect(await answers()).toEqual(names.map((name) => [name, name]))
  expect(requests).toEqual([])
})
