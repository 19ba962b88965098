import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { WireResponse } from './httpMessages.ts'

/**
 * Faults on demand, from a JSON file: a list of `{match, fault, …}`. The first one that matches a request and is due
 * applies. `path`: a prefix of the path, or a regular expression (`^…`, `/…/`). `times`: the total number of uses;
 * `every`: only each nth matching request, starting with the nth. The effects:
 *
 * | fault | the request is carried out | the client gets |
 * |---|---|---|
 * | `status` | no | `status` (502) with `headers` |
 * | `reset-before-commit` | no | a cut connection |
 * | `reset-after-commit` | yes | a cut connection |
 * | `status-after-commit` | yes | `status` (502) with `headers` |
 * | `commit-late` | after `delayMs` | a cut connection at once |
 * | `delay` | after `delayMs`, also when the client has left by then | the answer, late |
 * | `partial-body` | yes | half of the body, then a cut connection |
 * | `wrong-json` | yes | JSON that breaks off |
 * | `slow-headers` | yes | headers, a byte each 200 ms, that are not complete within `delayMs` (10 min) |
 * | `endless-body` | yes | JSON that never ends |
 * | `bomb` | yes | 1 MB of gzip that unpacks to 1 GiB of JSON |
 * | `deep-json` | yes | lists nested 100,000 deep |
 * | `html` | yes | a page in place of JSON, with `status` (200) and `headers` |
 * | `empty` | yes | no body, with `status` (that of the answer) |
 *
 * `delayMs` defaults to 1000, unless the table gives another default.
 */
const faultSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      path: z.string().refine(isReadable, 'path is no regular expression').optional(),
    })
    .default({}),
  fault: z.enum([
    'status',
    'reset-before-commit',
    'reset-after-commit',
    'status-after-commit',
    'delay',
    'partial-body',
    'wrong-json',
    'commit-late',
    'slow-headers',
    'endless-body',
    'bomb',
    'deep-json',
    'html',
    'empty',
  ]),
  status: z.number().int().min(200).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delayMs: z.number().min(0).max(600_000).optional(),
  times: z.number().int().min(1).optional(),
  every: z.number().int().min(1).optional(),
})

export type Fault = z.infer<typeof faultSchema>
/** An entry as a file or a test writes it. */
export type FaultEntry = z.input<typeof faultSchema>
export type Faults = { next(method: string, path: string): Fault | undefined }

/** Reads a file of faults, or takes the list given. Throws an Error that names the file and the entry that is wrong. */
export function readFaults(file: string | undefined, inline: readonly FaultEntry[] = []): Faults {
  if (file === undefined) return createFaults(check('faults', inline))
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(`The faults in ${file} could not be read: ${String(cause)}`, { cause })
  }
  return createFaults(check(file, parsed))
}

function check(source: string, entries: unknown): Fault[] {
  const checked = z.array(faultSchema).safeParse(entries)
  if (checked.success) return checked.data
  const issue = checked.error.issues[0]
  throw new Error(`${source}: entry ${issue?.path.join('.')}: ${issue?.message}`, { cause: checked.error })
}

function createFaults(list: Fault[]): Faults {
  const rules = list.map((fault) => ({ fault, matches: matcher(fault), matchCount: 0, playCount: 0 }))
  return {
    next(method, path) {
      for (const rule of rules) {
        if (!rule.matches(method, path)) continue
        rule.matchCount += 1
        const due = rule.matchCount % (rule.fault.every ?? 1) === 0
        if (!due || rule.playCount >= (rule.fault.times ?? Number.POSITIVE_INFINITY)) continue
        rule.playCount += 1
        return rule.fault
      }
      return undefined
    },
  }
}

function matcher({ match }: Fault): (method: string, path: string) => boolean {
  const pattern = match.path ?? '/'
  const expression = expressionOf(pattern)
  return (method, path) =>
    (match.method === undefined || match.method.toUpperCase() === method) &&
    (expression ? expression.test(path) : path.startsWith(pattern))
}

/** Parses a regular expression: it begins with `^`, or is between slashes and contains a special character. */
function expressionOf(path: string): RegExp | null {
  if (path.startsWith('^')) return new RegExp(path)
  const inner = /^\/(.+)\/$/.exec(path)?.[1]
  return inner !== undefined && /[\\^$.*+?()[\]{}|]/.test(inner) ? new RegExp(inner) : null
}

function isReadable(path: string): boolean {
  try {
    expressionOf(path)
    return true
  } catch {
    return false
  }
}

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

const deepLevels = 100_000
const memberBytes = 16 * 1024 * 1024
const bombMembers = 64
const headerPaceMs = 200
const defaultSlowMs = 600_000

/** Returns the response with a damaged body if the fault concerns the body. */
export function damagedResponse(response: WireResponse, fault: Fault | undefined): WireResponse {
  switch (fault?.fault) {
    case 'wrong-json':
      return { ...response, body: '{"code": 200, "data": {"' }
    case 'deep-json': {
      const nested = '['.repeat(deepLevels) + ']'.repeat(deepLevels)
      return { ...response, body: `{"code": 200, "data": ${nested}}` }
    }
    case 'html':
      return {
        status: fault.status ?? 200,
        headers: { ...response.headers, 'Content-Type': 'text/html; charset=utf-8', ...fault.headers },
        body: '<!doctype html><title>Sign in to the network</title><h1>Sign in to the network</h1>',
      }
    case 'empty':
      return { ...response, status: fault.status ?? response.status, body: '' }
    default:
      return response
  }
}

/** Sends a header line that never comes to its end, a byte at a time, and no body. */
export async function sendSlowHeaders(
  response: ServerResponse,
  { delayMs = defaultSlowMs }: Fault,
  wait: { sleep: Sleep; signal: AbortSignal },
): Promise<void> {
  const { socket } = response
  socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ')
  for (let passedMs = 0; passedMs < delayMs && socket?.writable; passedMs += headerPaceMs) {
    socket.write('.')
    await wait.sleep(headerPaceMs, wait.signal)
  }
  socket?.destroy()
}

/** Sends JSON text that never ends, as fast as it is read, until the reader leaves. */
export async function writeEndlessBody(
  response: ServerResponse,
  headers: WireResponse['headers'],
): Promise<void> {
  response.writeHead(200, headers)
  await send(response, function* () {
    yield Buffer.from('{"code": 200, "data": ["')
    const chunk = Buffer.alloc(64 * 1024, 'x')
    for (;;) yield chunk
  })
}

/**
 * Sends 1 GiB of JSON in 1 MB of gzip: members in a row are one file (RFC 1952, 2.2), so that no more than one of
 * them is ever held here.
 */
export async function writeBomb(response: ServerResponse, headers: WireResponse['headers']): Promise<void> {
  response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' })
  await send(response, function* () {
    yield gzipSync('{"code": 200, "data": "')
    const member = gzipSync(Buffer.alloc(memberBytes, ' '))
    for (let nth = 0; nth < bombMembers; nth++) yield member
    yield gzipSync('"}')
  })
}

/** A reader that leaves in between is no error of ours. */
const send = (response: ServerResponse, chunks: () => Iterable<Buffer>): Promise<void> =>
  pipeline(Readable.from(chunks()), response).catch(() => undefined)
