import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { systemClock } from '../system.ts'
import { createHelperClient, forkHelper, startHelper } from './helperClient.ts'
import { createSecretStore } from './secretStore.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

let folder = ''

async function writeScript(name: string, text: string): Promise<string> {
  folder = newFolder()
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

/** Limits each call to 300 ms instead of 4 s: enough to launch a process, and far below the test's timeout. */
const impatient: Clock = {
  now: () => Date.now(),
  sleep: (_ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, 300)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
}

describe('the helper process', () => {
  it('is killed when it hangs, and the secret is held in memory', async () => {
    const hanging = await writeScript('hanging.mjs', `process.on('message', () => { for (;;); })`)
    const store = createSecretStore({ launch: forkHelper(hanging), clock: impatient })
    await store.set('a', 'kept')
    expect(await store.get('a')).toBe('kept')
    expect(store.status()).toMatchObject({ kind: 'session', cause: expect.stringContaining('not answer') })
  })

  it('may crash without crashing the app', async () => {
    const crashing = await writeScript('crashing.mjs', `process.on('message', () => process.abort())`)
    const store = createSecretStore({ launch: forkHelper(crashing), clock: impatient })
    await store.set('a', 'kept')
    expect(await store.get('a')).toBe('kept')
    expect(store.status().kind).toBe('session')
  })

  it('neither keeps the app from exiting nor outlives it', async () => {
    const idle = await writeScript(
      'idle.mjs',
      `process.on('message', ({ id }) => process.send({ id, ok: true, value: String(process.pid) }))
       process.on('disconnect', () => process.exit())`,
    )
    const app = join(folder, 'app.ts')
    await writeFile(
      app,
      `import { forkHelper } from ${JSON.stringify(here('./helperClient.ts'))}
       import { createSecretStore } from ${JSON.stringify(here('./secretStore.ts'))}
       import { systemClock } from ${JSON.stringify(here('../system.ts'))}
       const store = createSecretStore({ launch: forkHelper(${JSON.stringify(idle)}), clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(15 * ms, signal) } })
       process.stdout.write(await store.get('pid') ?? '')`,
    )
    const { stdout } = await promisify(execFile)(process.execPath, [app])
    const helperPid = Number(stdout)
    expect(helperPid).toBeGreaterThan(0)
    await expect.poll(() => isRunning(helperPid)).toBe(false)
  })
})

describe('the helper of a command that runs in Electron', () => {
  beforeEach(() => {
    Object.defineProperty(process.versions, 'electron', { value: '45.4.1', configurable: true })
  })
  afterEach(() => {
    Reflect.deleteProperty(process.versions, 'electron')
  })

  it('is a thread of this process, which replies and is terminated when it hangs', async () => {
    const script = await writeScript(
      'thread.mjs',
      `import { parentPort } from 'node:worker_threads'
       parentPort.on('message', ({ id, name }) => {
         if (name === 'hang') for (;;);
         parentPort.postMessage({ id, ok: true, value: String(process.pid) })
       })`,
    )
    const client = createHelperClient(startHelper(script), systemClock)
    expect(await client.request({ operation: 'get', name: 'pid' })).toBe(String(process.pid))
    await expect(client.request({ operation: 'get', name: 'hang' })).rejects.toThrow('not-answering')
    expect(await client.request({ operation: 'get', name: 'pid' })).toBe(String(process.pid))
    client.close()
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
