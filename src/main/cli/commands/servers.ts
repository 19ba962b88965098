import { composeOptions, profileOptions } from '../app.ts'
import type { Command, ReferenceOptions, Run } from '../command.ts'
import { exitCodes, UsageError } from '../endings.ts'
import { formatPairs } from '../text.ts'
import { isSet, parseRate, positiveOf, textOf, textsOf, wholeOf } from '../values.ts'

const maxPort = 65_535

const stopped = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))

export const serve: Command = {
  words: ['serve'],
  usage: '[--port N] [--demo] [--no-open]',
  about: 'serve the app to a browser on this computer',
  operands: { least: 0, most: 0 },
  options: {
    port: { type: 'string', value: 'N', about: 'port on 127.0.0.1; default: any free one' },
    demo: { type: 'boolean', about: 'open the demo; a first start offers it' },
    'no-open': { type: 'boolean', about: 'do not open the browser' },
  },
  async run(run) {
    const { values, output, signal, parts } = run
    const profile = isSet(values, 'demo') ? {} : profileOptions(run)
    const host = await parts.serve({
      compose: (dialogs) => parts.compose({ ...composeOptions(run, dialogs), ...profile, host: 'loopback' }),
      port: wholeOf(values, 'port', 0, maxPort) ?? 0,
      demo: isSet(values, 'demo'),
      open: !isSet(values, 'no-open'),
    })
    output.record({ type: 'listening', url: host.url })
    output.say(`Pathclock is open at ${host.url}\nThe address is good for one browser. Ctrl+C ends it.`)
    await stopped(signal)
    await host.close()
    return exitCodes.done
  },
}

export const demoService: Command = {
  words: ['demo-service'],
  usage:
    '[--port N] [--seed N] [--drugs N] [--rate N/SECONDS] [--limiter bucket|sliding|two-window|fixed] [--variant NAME] [--faults FILE] [--speed X]',
  about: 'run the reference service alone, with synthetic data',
  operands: { least: 0, most: 0 },
  options: {
    port: { type: 'string', value: 'N', about: 'port on 127.0.0.1; default: any free one' },
    seed: { type: 'string', value: 'N', about: 'what all names, ids and numbers follow from; default 1' },
    drugs: { type: 'string', value: 'N', about: 'how many drugs there are' },
    rate: { type: 'string', value: 'N/SECONDS', about: 'requests per window; default 100/60' },
    limiter: { type: 'string', value: 'NAME', about: 'bucket, sliding, two-window or fixed' },
    variant: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      about:
        'answer as another service might: bare-arrays, camel-case, code-zero, error-in-200, problem-json, html-errors, base-v1, pdf-reports, unknown-states, no-idempotency, enveloped-oauth, other-envelope, own-code, cursor-pages, zero-pages, offset-pages, location-only, pending-results; several joined by +',
    },
    faults: { type: 'string', value: 'FILE', about: 'faults to play, as JSON' },
    speed: { type: 'string', value: 'X', about: 'orders and tasks ripen X times faster' },
  },
  async run(run) {
    const { output, signal } = run
    const service = await startService(run)
    const { url, apiKey, clientId } = service
    output.record({ type: 'listening', url, apiKey, clientId })
    output.say(
      formatPairs([
        ['Service', url],
        ['API key', apiKey],
        ['Client id', clientId],
      ]),
    )
    output.say('Its data are synthetic. Ctrl+C ends it.')
    await stopped(signal)
    const summary = service.summary()
    await service.close()
    output.record({ type: 'summary', ...summary })
    output.say(
      formatPairs([
        ['Orders', summary.orders],
        ['Tasks', summary.tasks],
        ['Requests', summary.requests],
        ...Object.entries(summary.by_status).map(([status, count]) => [`  ${status}`, count] as const),
      ]),
    )
    return exitCodes.done
  },
}

/** Starts it; what it says about an impossible option, file of faults or port is wrong usage. */
async function startService(run: Run) {
  const options = referenceOptions(run)
  try {
    return await run.parts.startReferenceService(options)
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

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const defined = <T extends object>(options: T): Defined<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>
