import type { Call } from '../../../../shared/contract/contract.ts'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import type { FileHandle } from '../../../../shared/contract/state.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { type AppOptions, type Dialogs, type HostedApp } from '../../../ports.ts'
import type { Output, Streams } from '../output/output.ts'
import type { HelpTexts } from './helpTexts.ts'
import type { OptionValues } from './values.ts'

/** A command in the list of commands.ts. Its texts are in commandLine.json. */
export type CommandSpec = {
  /** The name as typed: `samples import`. */
  name: keyof HelpTexts['commands']
  /** A name of earlier versions. It still works but is not shown. */
  formerName?: string
  /** The arguments in commander's notation: `<BATCH> <ROW>`, `[ID...]`. */
  takes?: string
  /** The valid values of the argument. */
  choices?: readonly string[]
  /** The heading in the help. */
  group: keyof HelpTexts['groups']
  /** A function, because some choices come from schemas, which take milliseconds of each start to build. */
  options?(): readonly OptionSpec[]
  /** The examples, without the word `pathclock`. */
  examples: readonly [string, string, ...string[]]
  /** Runs the command. Returns an exit code other than 0, or throws `UsageError`, `Failure`, `CommandFailed`, `Interrupted`. */
  run(run: Run): Promise<number | void>
}

/**
 * An option by its flags: `--limit <N>`, `--samples <ID,...>` for a list, `--map <A=B>...` for a repeatable one.
 * Shells complete FILE and DIR as paths. `initial`: a default for the help. `goesWith`: the option that it depends on.
 */
export type OptionSpec =
  | string
  | { flags: string; choices?: readonly string[]; initial?: string; goesWith?: string }

/** Returns the options under one heading of the help. */
export const goingWith = (goesWith: string, options: readonly OptionSpec[]): OptionSpec[] =>
  options.map((one) => ({ ...(typeof one === 'string' ? { flags: one } : one), goesWith }))

export type Run = {
  commands: readonly CommandSpec[]
  texts: HelpTexts
  globals: Globals
  values: OptionValues
  operands: string[]
  output: Output
  streams: Streams
  env: Readonly<Record<string, string | undefined>>
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal
  deps: CliDeps
  /** The profile in use, once it is open. Error messages depend on how it signs in. */
  profile: Profile | null
}

export type Globals = {
  data: string | undefined
  profile: string | undefined
  service: string | undefined
  offline: boolean
  json: boolean
}

/** The dependencies from the entry: the composition, the loopback host and the reference service. */
export type CliDeps = {
  version: string
  /** The folder of the entry and its extension: built `.js`, or `.ts` from source. */
  entry: { folder: string; extension: string }
  /** Returns the absolute data folder: `--data`, else the one in the environment, else the app's own. */
  chooseDataFolder(option: string | undefined, env: Run['env']): string
  compose(options: AppOptions): Promise<HostedApp>
  serve(options: {
    compose(dialogs: Dialogs): Promise<HostedApp>
    port: number
    opensDemo: boolean
    open: boolean
  }): Promise<{ url: string; close(): Promise<void> }>
  /** Throws an Error whose message names the invalid option, file or port. */
  startReferenceService(options: ReferenceOptions): Promise<ReferenceService>
}

export type ReferenceOptions = {
  port?: number
  seed?: number
  drugs?: number
  rate?: { requests: number; windowS: number }
  limiter?: string
  variants?: string[]
  faultsFile?: string
  speed?: number
}

type ReferenceService = {
  url: string
  apiKey: string
  clientId: string
  summary(): { orders: number; tasks: number; requests: number; by_status: Record<string, number> }
  close(): Promise<void>
}

/** The app for commands. Calls throw `Interrupted` as soon as the run is stopped. */
export type OpenedApp = {
  call: Call
  /** Works even after the run was stopped, to report or cancel what is left. */
  callAnyway: Call
  listen(listener: (event: PushedEvent) => void): () => void
  /** Ends the jobs of a stopped run. It waits less for running requests than a cancellation in the app. */
  endJobs(): Promise<void>
  /** Returns a handle for a file that will be written at `path`. */
  saveAt(path: string): FileHandle
  run: Run
  output: Output
}
