import { limiterNames, variantNames } from '../shared/domain/app/referenceService.ts'
import { realDrugCount } from './model/catalogue.ts'

/** The kinds of rate limit headers; see http/limiters.ts. */
const rateHeaderNames = ['none', 'ietf', 'draft', 'x'] as const
/** The forms of `Retry-After` in a 429; `none`: the header is absent. */
const retryAfterNames = ['seconds', 'date', 'none'] as const

/** Options of the service without the faults, which `index.ts` adds. */
export type ServiceOptions = {
  /** 0 or left out: any free port. */
  port?: number
  /** All names, ids and numbers follow from it; default 1. */
  seed?: number
  /** The number of drugs; those beyond the real ones are generated. Default: the real ones. */
  drugs?: number
  /** Requests allowed per window and credential; default 100 per 60 s (service-interface, "Limits"). */
  rate?: { requests: number; windowS: number }
  limiter?: string
  /** Default `none`: service-interface shows no such headers. */
  rateHeaders?: string
  /** Default `seconds`. */
  retryAfter?: string
  variants?: string[]
  /** Orders and tasks ripen this many times faster than 60 s and 15 s. */
  speed?: number
  /** Milliseconds since 1970; default: the system's clock. */
  now?: () => number
  /** Waits for the delay of a fault; default: real time. Rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Default: one that follows from the seed. */
  apiKey?: string
  /** The storage of orders, tasks and sign-ins across restarts; default: none. */
  store?: Store
  /** The secret that the token endpoint then requires, in the body or as Basic; default: a public client. */
  clientSecret?: string
  /** Default: 24 hours and 30 days (service-interface, "Tokens"). */
  accessLifetimeS?: number
  refreshLifetimeS?: number
  /** True to serve the metadata document of RFC 8414; default: true. */
  metadata?: boolean
}

export type Store = { load(): string | null; save(text: string): void }

/** The options with their defaults, checked. */
export type Settings = ReturnType<typeof checkOptions>
export type LimiterName = Settings['limiter']

const dayS = 24 * 60 * 60
const maxDrugs = 2_000_000
const maxPort = 65_535

/** Fills in the defaults. Throws a RangeError that names the option and what it may be. */
export function checkOptions(options: ServiceOptions) {
  const rate = options.rate ?? { requests: 100, windowS: 60 }
  return {
    port: checkWholeNumber('port', options.port ?? 0, 0, maxPort),
    seed: checkWholeNumber('seed', options.seed ?? 1, 0, Number.MAX_SAFE_INTEGER),
    drugs: checkWholeNumber('drugs', options.drugs ?? realDrugCount, 0, maxDrugs),
    rate: {
      requests: checkWholeNumber('rate.requests', rate.requests, 1, 1_000_000),
      windowS: checkPositive('rate.windowS', rate.windowS),
    },
    limiter: checkOneOf('limiter', limiterNames, options.limiter ?? 'bucket'),
    rateHeaders: checkOneOf('rateHeaders', rateHeaderNames, options.rateHeaders ?? 'none'),
    retryAfter: checkOneOf('retryAfter', retryAfterNames, options.retryAfter ?? 'seconds'),
    variants: (options.variants ?? []).map((name) => checkOneOf('variant', variantNames, name)),
    speed: checkPositive('speed', options.speed ?? 1),
    now: options.now ?? Date.now,
    signIn: {
      clientSecret: options.clientSecret ?? null,
      accessLifetimeS: checkPositive('accessLifetimeS', options.accessLifetimeS ?? dayS),
      refreshLifetimeS: checkPositive('refreshLifetimeS', options.refreshLifetimeS ?? 30 * dayS),
      metadata: options.metadata ?? true,
    },
  }
}

function checkOneOf<T extends string>(option: string, names: readonly T[], value: string): T {
  const found = names.find((name) => name === value)
  if (found === undefined)
    throw new RangeError(`Unknown ${option} "${value}". Use one of: ${names.join(', ')}.`)
  return found
}

function checkWholeNumber(option: string, value: number, min: number, max: number): number {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value
  throw new RangeError(`${option} must be a whole number from ${min} to ${max}, not ${value}.`)
}

function checkPositive(option: string, value: number): number {
  if (Number.isFinite(value) && value > 0) return value
  throw new RangeError(`${option} must be a number above 0, not ${value}.`)
}
