/**
 * Measures how soon a batch resumes after its sending process was killed: `node bench/crash.ts`. The time runs from the
 * start of `pathclock samples resume` to its first order at the service. The baseline is a sender stopped with Ctrl+C,
 * which releases its lease. Needs `npm run build`. Exits 1 if a crash costs more than 1.5 times as much.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startReferenceService } from '../src/demoService/index.ts'
import { atMost, head, median, print, reportTargets, row } from './report.ts'
import { built } from './start/host.ts'

const rounds = Number(process.argv[2] ?? 5)
const samples = 60
const stopAfter = 20
const maxRatio = 1.5

/** Stops an import in the middle with `signal`; gives the ms until the next command's first order. */
async function resumedAfterMs(signal: 'SIGKILL' | 'SIGINT'): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-crash-'))
  const faults = [{ match: { method: 'POST' }, fault: 'delay', delayMs: 50 }] as const
  const service = await startReferenceService({ rate: { requests: 10_000, windowS: 60 }, faults })
  const start = (...command: string[]): ChildProcess =>
    spawn(
      process.execPath,
      [built('cli.js'), ...command, '--json', '--data', join(folder, 'data'), '--service', service.url],
      { stdio: 'ignore', env: { ...process.env, PATHCLOCK_API_KEY: service.apiKey } },
    )
  const ordersOver = async (count: number) => {
    while (service.summary().orders <= count) await wait(2)
  }
  try {
    const file = join(folder, 'samples.csv')
    const lines = Array.from({ length: samples }, (_, sample) => `S-${sample},${20 + sample}`)
    writeFileSync(file, ['sample,age', ...lines].join('\n'))
    const importing = start('samples', 'import', file, '--yes')
    await ordersOver(stopAfter)
    const ended = once(importing, 'exit')
    importing.kill(signal)
    await ended
    // Orders already sent have arrived by then.
    await wait(300)
    const orders = service.summary().orders
    const startMs = performance.now()
    const resuming = start('samples', 'resume')
    const resumed = once(resuming, 'exit')
    await ordersOver(orders)
    const ms = performance.now() - startMs
    await resumed
    return ms
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const took: { SIGKILL: number[]; SIGINT: number[] } = { SIGKILL: [], SIGINT: [] }
for (let round = 0; round < rounds; round++)
  for (const signal of ['SIGINT', 'SIGKILL'] as const) took[signal].push(await resumedAfterMs(signal))
const [killed, stopped] = [median(took.SIGKILL), median(took.SIGINT)]
print(`# Going on after a crash (ms to the first order, medians of ${rounds})\n`)
head(['the sender was', 'first order after'])
row(['stopped with Ctrl+C', stopped.toFixed(0)])
row(['killed', killed.toFixed(0)])
reportTargets([atMost('going on after a kill, beside after Ctrl+C', killed / stopped, maxRatio, ' ×', 2)])
