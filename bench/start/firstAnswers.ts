import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { built, signIn, startHost } from './host.ts'

export type FirstAnswers = { bareMs: number; listeningMs: number; hostMs: number; commandMs: number }

const text = 'rapa'

/** From the start of a process until something is on its output. */
async function firstOutputMs(args: string[]): Promise<number> {
  const startMs = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const ms = performance.now() - startMs
  child.stdout.resume()
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
  return ms
}

/** From the start of the process until its first call, a search of the cached drugs, is answered. */
async function hostMs(dataFolder: string): Promise<{ listeningMs: number; hostMs: number }> {
  const startMs = performance.now()
  const host = await startHost({ dataFolder })
  try {
    const call = await signIn(host)
    const { hits } = await call('drugs.search', { text, from: 'cache' })
    if (hits.length === 0) throw new Error('The search found none of the kept drugs.')
    return { listeningMs: host.listeningMs, hostMs: performance.now() - startMs }
  } finally {
    await host.end()
  }
}

/** The wait until the compile cache is written, which happens 10 s after the start. */
const storedAfterMs = 12_000

/** Compiles on the first starts of a new version and stores the code that later starts run. */
export async function storeCompiled(dataFolder: string): Promise<void> {
  await measureFirstAnswers(dataFolder)
  const host = await startHost({ dataFolder })
  try {
    await (await signIn(host))('drugs.search', { text, from: 'cache' })
    await wait(storedAfterMs)
  } finally {
    await host.end()
  }
}

/** One start of each: Node alone, the loopback host, the command line. */
export async function measureFirstAnswers(dataFolder: string): Promise<FirstAnswers> {
  const bareMs = await firstOutputMs(['-e', 'process.stdout.write("1")'])
  const host = await hostMs(dataFolder)
  const search = ['drugs', 'search', text, '--offline', '--json', '--data', dataFolder]
  return { bareMs, ...host, commandMs: await firstOutputMs([built('cli.js'), ...search]) }
}
