import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '../../dispatch.ts'
import type { Dialogs } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { openInBrowser } from '../openInBrowser.ts'
import { startLoopbackHost } from './host.ts'

const noFiles = (): never => {
  throw new Error('no files')
}

describe('the loopback host', () => {
  let pages: string
  let given: Dialogs | null = null
  let profiles: { signIn: string }[] = []
  const events: string[] = []
  beforeEach(async () => {
    events.length = 0
    profiles = []
    pages = newFolder()
    await writeFile(join(pages, 'index.html'), '<title>Pathclock</title>')
  })

  const compose = async (dialogs: Dialogs) => {
    given = dialogs
    const dispatch = async (name: string) => {
      events.push(name)
      return { ok: true as const, value: name === 'app.status' ? { profiles } : null }
    }
    return {
      dispatch,
      call: createCall(dispatch),
      listen: () => () => events.push('unlistened'),
      files: { adopt: noFiles, path: noFiles, reserve: noFiles },
      pages,
      recordCrash: () => {},
      endJobs: async () => {},
      close: async () => void events.push('closed'),
    }
  }

  it('opens the demo before it serves the page, and closes first the server and then the services', async () => {
    profiles = [{ signIn: 'demo' }]
    const host = await startLoopbackHost({ compose, port: 0, opensDemo: true, open: false })
    expect(events).toEqual(['app.status', 'session.startDemo'])
    expect((await fetch(host.url)).status).toBe(200)
    await host.close()
    expect(events).toEqual(['app.status', 'session.startDemo', 'unlistened', 'closed'])
    await expect(fetch(host.url)).rejects.toThrow('fetch failed')
  })

  it('leaves the first start to the welcome screen, which offers the demo', async () => {
    const host = await startLoopbackHost({ compose, port: 0, opensDemo: true, open: false })
    expect(events).toEqual(['app.status'])
    await host.close()
  })

  it('has no dialog to open a file, and opens no browser unless requested', async () => {
    const host = await startLoopbackHost({ compose, port: 0, opensDemo: false, open: false })
    await expect(given?.chooseOpen()).rejects.toThrow('uploads')
    await expect(given?.openExternal('https://service.example')).resolves.toBeUndefined()
    await host.close()
  })

  it('opens only web addresses', async () => {
    await expect(openInBrowser('file:///etc/passwd')).rejects.toThrow('Only web addresses')
  })

  it('reports a port in use and closes the services', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((done) => other.once('listening', done))
    const { port } = other.address() as { port: number }
    await expect(startLoopbackHost({ compose, port, opensDemo: false, open: false })).rejects.toThrow(
      `Port ${port} cannot be used: another program uses it`,
    )
    expect(events).toEqual(['closed'])
    other.close()
  })
})
