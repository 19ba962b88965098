/**
 * Loaded first in a process, its workers and its children (NODE_OPTIONS=--import). Appends every attempt to reach another
 * process or computer to the file named in its own URL (`?file=`), and refuses the attempt while a file of that name with
 * `.closed` exists. Incoming connections are not affected.
 */
import childProcess, { type ChildProcess as Child, ChildProcess } from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync, existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import workerThreads, { threadId, Worker, type WorkerOptions } from 'node:worker_threads'

type Method = (this: unknown, ...args: unknown[]) => unknown

const file = new URL(import.meta.url).searchParams.get('file') ?? ''
const isClosed = (): boolean => existsSync(`${file}.closed`)
const write = (kind: string, target: string, refused: boolean): void => {
  const stack = (new Error().stack ?? '').split('\n').slice(3, 12)
  const line = { kind, target, refused, at: Date.now(), pid: process.pid, thread: threadId, stack }
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** Notes the attempt; true when it must not be made. */
function recordAndCheck(kind: string, target: unknown): boolean {
  const refused = isClosed()
  write(kind, typeof target === 'string' ? target : (JSON.stringify(target) ?? ''), refused)
  return refused
}

const refusal = (): Error => Object.assign(new Error('refused by the guard'), { code: 'EGUARD' })

function replace(owner: object, name: string, make: (original: Method) => Method): void {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original === 'function') Reflect.set(owner, name, make(original as Method))
}

const outgoing = new WeakSet<object>()

function guardSockets(): void {
  replace(
    net.Socket.prototype,
    'connect',
    (original) =>
      function connect(this: unknown, ...args) {
        const socket = this as net.Socket
        const [first] = args.flat() as [{ host?: string; port?: number; path?: string } | number]
        const target = typeof first === 'object' ? (first.path ?? `${first.host}:${first.port}`) : first
        outgoing.add(socket)
        if (!recordAndCheck('connect', String(target))) return Reflect.apply(original, socket, args)
        process.nextTick(() => socket.destroy(refusal()))
        return socket
      },
  )
  // A request over a connection that was made before is an attempt too.
  replace(
    net.Socket.prototype,
    '_writeGeneric',
    (original) =>
      function writeGeneric(this: unknown, ...args) {
        const socket = this as net.Socket
        if (!outgoing.has(socket) || !isClosed()) return Reflect.apply(original, socket, args)
        recordAndCheck('write', `${socket.remoteAddress}:${socket.remotePort}`)
        return void socket.destroy(refusal())
      },
  )
  for (const name of ['send', 'connect'])
    replace(
      dgram.Socket.prototype,
      name,
      (original) =>
        function datagram(this: unknown, ...args) {
          if (recordAndCheck('dgram', args.slice(1).filter(isPlain).join(':'))) throw refusal()
          return Reflect.apply(original, this, args)
        },
    )
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** A numeric address needs no name lookup. */
const isName = (name: unknown): boolean => typeof name === 'string' && net.isIP(name) === 0

function guardNames(): void {
  const promising = [dns.promises, dns.promises.Resolver.prototype]
  for (const owner of [dns, dns.Resolver.prototype, ...promising])
    for (const name of Object.getOwnPropertyNames(owner).filter((one) =>
      /^(lookup|resolve|reverse)/.test(one),
    ))
      replace(
        owner,
        name,
        (original) =>
          function resolveName(this: unknown, ...args) {
            if (isName(args[0]) && recordAndCheck(`dns.${name}`, args[0])) {
              const answer = args.at(-1)
              if (typeof answer !== 'function') return Promise.reject(refusal())
              return process.nextTick(() => void Reflect.apply(answer, undefined, [refusal()]))
            }
            return Reflect.apply(original, this, args)
          },
      )
}

/** The keychain's helper alone, which is guarded like this process, and what a test starts as it. */
const isHelper = (args: unknown): boolean =>
  /keychainHelper\.[jt]s|memoryHelper\.ts/.test(JSON.stringify(args))

/** The browser that makes a PDF, which finds no name and no address with these arguments. */
const isPrinter = (args: unknown): boolean =>
  Array.isArray(args) &&
  ['--no-proxy-server', '--host-resolver-rules=MAP * ~NOTFOUND'].every((rule) => args.includes(rule)) &&
  args.some((arg) => String(arg).startsWith('--print-to-pdf='))

function guardProcesses(): void {
  const prototype: Child = ChildProcess.prototype
  replace(
    prototype,
    'spawn',
    (original) =>
      function spawn(this: unknown, ...args) {
        const { file: command, args: given } = args[0] as { file: string; args: unknown }
        const isKnown = isHelper(given) || isPrinter(given)
        if (!isKnown && recordAndCheck('spawn', [command, given])) throw refusal()
        return Reflect.apply(original, this, args)
      },
  )
  for (const name of ['spawnSync', 'execSync', 'execFileSync'])
    replace(
      childProcess,
      name,
      (original) =>
        function spawnSync(this: unknown, ...args) {
          if (recordAndCheck(name, args.slice(0, 2))) throw refusal()
          return Reflect.apply(original, this, args)
        },
    )
}

/** Guarded whatever arguments and environment it is given. */
class GuardedWorker extends Worker {
  constructor(name: string | URL, options: WorkerOptions = {}) {
    super(name, { ...options, execArgv: [...(options.execArgv ?? []), '--import', import.meta.url] })
  }
}

if (file !== '') {
  guardSockets()
  guardNames()
  guardProcesses()
  workerThreads.Worker = GuardedWorker
  syncBuiltinESMExports()
  write('guarded', process.argv[1] ?? '', false)
}
