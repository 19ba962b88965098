import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '../../src/shared/contract/contract.ts'
import { signIn, startHost } from './host.ts'
import type { Command, MemorySample } from './virtualDay.ts'

/** By then the cached drugs, which are read through 10 s after the first call, have been. */
const idleAfterMs = 40_000
const pollMs = 500

/** Returns the resident memory of a process with all its threads, in MB. */
function memoryMb(pid: number): number {
  if (process.platform === 'linux')
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1000
}

/** MB: `peak`, while the cached drugs are read through in the background, and `idle`, when nothing is done any more. */
export type Idle = { peak: number; idle: number }

/** Measures the host after its page has made its first calls and no others. */
export async function measureIdle(dataFolder: string): Promise<Idle> {
  const host = await startHost({ dataFolder })
  try {
    const call = await signIn(host)
    await call('app.status', {})
    await call('settings.get', {})
    await call('drugs.search', { text: '', from: 'cache', limit: 100 })
    await call('drugs.facets', {})
    const untilMs = performance.now() + idleAfterMs
    let peak = 0
    for (; performance.now() < untilMs; await wait(pollMs))
      peak = Math.max(peak, memoryMb(host.process.pid ?? 0))
    return { peak, idle: memoryMb(host.process.pid ?? 0) }
  } finally {
    await host.end()
  }
}

/** The same of a Node that does nothing, in MB. */
export async function measureBareNode(): Promise<number> {
  const node = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log()'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(node, 'exit')
  await once(node.stdout, 'data')
  const bareMb = memoryMb(node.pid ?? 0)
  node.kill('SIGKILL')
  await exited
  return bareMb
}

const hours = 24
const hourMs = 60 * 60_000
/** The rounds of work before each idle hour: viewing, searching and sorting stored data. */
const roundsPerHour = 10

/**
 * Samples the heap after each hour of a virtual day that runs as fast as its work allows. `preload`: virtualDay,
 * bundled.
 */
export async function runDay(dataFolder: string, preload: string): Promise<MemorySample[]> {
  const nodeArgs = ['--expose-gc', '--import', preload]
  const host = await startHost({ dataFolder, nodeArgs, ipc: true })
  try {
    const call = await signIn(host)
    const samples: MemorySample[] = []
    for (let hour = 0; hour < hours; hour++) {
      for (let round = 0; round < roundsPerHour; round++) await work(call, hour * roundsPerHour + round)
      await request(host.process, { advanceMs: hourMs })
      samples.push((await request(host.process, { measure: true })) as MemorySample)
    }
    return samples
  } finally {
    await host.end()
  }
}

async function request(host: ChildProcess, order: Command): Promise<unknown> {
  const reply = once(host, 'message')
  host.send(order)
  return (await reply)[0]
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Makes the calls of a window while the user moves from screen to screen. */
async function work(call: Call, round: number): Promise<void> {
  const letter = letters[round % letters.length] ?? ''
  await call('app.status', {})
  await call('drugs.search', { text: letter, from: 'cache', page: 1 + (round % 3) })
  await call('drugs.facets', { text: letter })
  const { rows } = await call('samples.list', { text: round % 2 === 0 ? '' : letter })
  const sampleId = rows[round % Math.max(1, rows.length)]?.sampleId
  if (sampleId) await call('results.sample', { sampleId })
  await call('settings.set', { density: round % 2 === 0 ? 'compact' : 'comfortable' })
  await call('jobs.list', {})
}
