import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { PushedEvent } from '../../shared/contract/events.ts'
import type { Reply } from '../../shared/contract/failures.ts'
import type { FileHandle, Job } from '../../shared/contract/state.ts'
import { toEnglish } from '../../shared/words/message.ts'
import { createCall } from '../dispatch.ts'
import { firstLine, startCommand } from '../hosts/cli/testing/runCommand.ts'

export type ServedApp = Awaited<ReturnType<typeof serveApp>>

/** The command `serve` in a process of its own, spoken to as its page does. */
export async function serveApp(args: string[], env: Record<string, string>, { fromSource = false } = {}) {
  const { child, ended: commandEnded } = startCommand(['serve', '--no-open', '--json', ...args], {
    env,
    fromSource,
  })
  const { url } = await Promise.race([
    firstLine(child, 'listening'),
    commandEnded.then(({ code, stderr }) => {
      throw new Error(`serve ended with ${code}: ${stderr}`)
    }),
  ])
  const { origin, hash } = new URL(String(url))
  const headers = await signIn(origin, hash.slice('#token='.length))
  const events = await listen(origin, headers)

  const post = async (path: string, body: string, type: string): Promise<unknown> => {
    const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, body }
    return (await fetch(`${origin}${path}`, sent)).json()
  }
  const dispatch = (name: string, input: unknown) =>
    post(`/call/${name}`, JSON.stringify(input), 'application/json') as Promise<Reply<unknown>>
  const call = createCall(dispatch)
  return {
    pid: child.pid ?? 0,
    dispatch,
    call,
    events,
    upload: async (name: string, content: string): Promise<FileHandle> => {
      const reply = (await post(
        `/files?name=${name}`,
        content,
        'application/octet-stream',
      )) as Reply<FileHandle>
      if (!reply.ok) throw new Error(toEnglish(reply.failure.message))
      return reply.value
    },
    /** The job as it ended. */
    finish: async (jobId: string): Promise<Job> => {
      for (;;) {
        const pushed = events.next((event) => event.name === 'job.ended' && event.payload.jobId === jobId)
        const job = (await call('jobs.list', {})).find((one) => one.jobId === jobId)
        if (job && job.state !== 'running') return job
        await pushed
      }
    },
    close: async (signal: NodeJS.Signals = 'SIGTERM') => {
      events.close()
      child.kill(signal)
      return commandEnded
    },
  }
}

async function signIn(origin: string, token: string): Promise<Record<string, string>> {
  const headers = { origin, 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  })
  const { headerToken } = (await answer.json()) as { headerToken: string }
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { origin, cookie, 'x-pathclock-token': headerToken }
}

async function listen(origin: string, headers: Record<string, string>) {
  const protocol = `pathclock.${headers['x-pathclock-token']}`
  const { cookie = '' } = headers
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/events`, [protocol], {
    headers: { origin, cookie },
  })
  await once(socket, 'open')
  const listeners = new Set<(event: PushedEvent) => void>()
  socket.on('message', (data: Buffer) => {
    const event = JSON.parse(data.toString('utf8')) as PushedEvent
    for (const listener of listeners) listener(event)
  })
  return {
    /** The next pushed event of this kind. */
    next: (matches: (event: PushedEvent) => boolean): Promise<PushedEvent> =>
      new Promise((resolve) => {
        const listener = (event: PushedEvent) => {
          if (!matches(event)) return
          listeners.delete(listener)
          resolve(event)
        }
        listeners.add(listener)
      }),
    close: () => socket.terminate(),
  }
}
