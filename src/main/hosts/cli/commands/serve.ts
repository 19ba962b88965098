import { limiterNames, variantNames } from '../../../../shared/domain/app/referenceService.ts'
import { composeOptions, profileOptions } from '../app.ts'
import { formatPairs } from '../output/output.ts'
import { type CommandSpec, type ReferenceOptions, type Run } from '../program/command.ts'
import { UsageError } from '../program/exitCodes.ts'
import { defined, isSet, parseRate, positiveOf, textOf, textsOf, wholeOf } from '../program/values.ts'

const maxPort = 65_535

const stopped = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))

export const serve: CommandSpec = {
  name: 'serve',
  group: 'Servers',
  options: () => ['--port <N>', '--demo', '--no-open'],
  examples: ['serve', 'serve --port 8400 --no-open'],
  async run(run) {
    const { values, output, signal, deps } = run
    const profile = isSet(values, 'demo') ? {} : profileOptions(run)
    const host = await deps.serve({
      compose: (dialogs) => deps.compose({ ...composeOptions(run, dialogs), ...profile, host: 'loopback' }),
      port: wholeOf(values, 'port', 0, maxPort) ?? 0,
      opensDemo: isSet(values, 'demo'),
      open: !isSet(values, 'no-open'),
    })
    output.record({ type: 'listening', url: host.url })
    output.print(
      `Pathclock is open at ${host.url}\nThe address works in the first browser that opens it. Ctrl+C stops Pathclock.`,
    )
    await stopped(signal)
    await host.close()
  },
}

export const demoService: CommandSpec = {
  name: 'demo-service',
  group: 'Servers',
  options: () => [
    '--port <N>',
    '--seed <N>',
    '--drugs <N>',
    '--rate <N/SECONDS>',
    { flags: '--limiter <NAME>', choices: limiterNames },
    { flags: '--variant <NAME>...', choices: variantNames },
    '--faults <FILE>',
    '--speed <X>',
  ],
  examples: ['demo-service --port 0 --seed 7', 'demo-service --rate 20/10 --variant bare-arrays+camel-case'],
  async run(run) {
    const { output, signal } = run
    const service = await startService(run)
    const { url, apiKey, clientId } = service
    output.record({ type: 'listening', url, apiKey, clientId })
    output.print(
      formatPairs([
        ['Service', url],
        ['API key', apiKey],
        ['Client id', clientId],
      ]),
    )
    output.print('Its data is synthetic. Ctrl+C stops it.')
    await stopped(signal)
    const summary = service.summary()
    await service.close()
    output.summary(summary)
    output.print(
      formatPairs([
        ['Orders', summary.orders],
        ['Tasks', summary.tasks],
        ['Requests', summary.requests],
        ...Object.entries(summary.by_status).map(([status, count]) => [`  ${status}`, count] as const),
      ]),
    )
  },
}

/** Starts the service. Its errors about an option, a fault file or a port count as wrong usage. */
async function startService(run: Run) {
  const options = referenceOptions(run)
  try {
    return await run.deps.startReferenceService(options)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function referenceOptions({ values }: Run): ReferenceOptions {
  const rate = textOf(values, 'rate')
  return defined({
    port: wholeOf(values, 'port', 0, maxPort),
    seed: wholeOf(values, 'seed', 0, Number.MAX_SAFE_INTEGER),
    drugs: wholeOf(values, 'drugs', 0, 2_000_000),
    rate: rate === undefined ? undefined : parseRate(rate),
    limiter: textOf(values, 'limiter'),
    variants: textsOf(values, 'variant').flatMap((text) => text.split('+')),
    faultsFile: textOf(values, 'faults'),
    speed: positiveOf(values, 'speed'),
  })
}
