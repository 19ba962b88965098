import * as childProcess from 'node:child_process'
import type { ForkOptions, UtilityProcess } from 'electron'
import { checkOptions, SimulatedEmitter, strict } from '../strict.ts'
import { requireReady, type World } from './world.ts'

/** Node's `fork`, saved before boot.ts blocks it for the app. */
const forkNode = childProcess.fork
const boot = new URL('../utilityBoot.ts', import.meta.url).href

export class SimulatedHelper
  extends SimulatedEmitter
  implements Pick<UtilityProcess, 'postMessage' | 'kill'>
{
  pid: number | undefined
  private readonly child: childProcess.ChildProcess

  constructor(modulePath: string, args: string[], env: NodeJS.ProcessEnv) {
    super('UtilityProcess')
    this.child = forkNode(modulePath, args, {
      env,
      serialization: 'advanced',
      execArgv: ['--no-warnings', '--import', boot],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.pid = this.child.pid
    this.child.on('spawn', () => this.emit('spawn'))
    this.child.on('message', (message) => this.emit('message', message))
    this.child.on('exit', (code) => {
      this.pid = undefined
      this.emit('exit', code ?? 1)
    })
  }
  postMessage(message: unknown): void {
    // Throws for values that cannot be cloned, before anything is sent.
    structuredClone(message)
    if (this.child.connected) this.child.send(message as object, () => undefined)
  }
  kill(): boolean {
    return this.child.kill()
  }
}

export function createUtilityProcess(world: World) {
  return {
    fork: (modulePath: string, args: string[] = [], options: ForkOptions = {}): SimulatedHelper => {
      requireReady(world, 'utilityProcess cannot be created before app is ready')
      checkOptions(options, 'ForkOptions', 'utilityProcess.fork')
      const { serviceName = null, env: given, ...others } = options
      const env = (given ?? process.env) as NodeJS.ProcessEnv
      world.recorded.helpers.push({
        modulePath,
        args,
        serviceName,
        env: Object.keys(env).toSorted(),
        options: JSON.parse(JSON.stringify(others)) as Record<string, unknown>,
      })
      return strict(new SimulatedHelper(modulePath, args, env), 'utilityProcess', 'UtilityProcess')
    },
  }
}
