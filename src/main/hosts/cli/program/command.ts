import { Option } from 'commander'
import type { Call } from '../../../../shared/contract/contract.ts'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import type { FileHandle } from '../../../../shared/contract/state.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { type AppOptions, type Dialogs, type HostedApp } from '../../../ports.ts'
import type { Output, Streams } from '../output/output.ts'
import type { OptionValues } from './values.ts'

/** One command of the list in commands.ts. */
export type CommandSpec = {
  /** As it is typed: `samples import`. */
  name: string
  /** A name of earlier versions, which still works and is shown nowhere. */
  formerName?: string
  /** Its arguments as commander reads them: `<BATCH> <ROW>`, `[ID...]`. */
  takes?: string
  /** What its argument may be. */
  choices?: readonly string[]
  /** The heading in the help. */
  group: 'Core' | 'Samples' | 'Drugs' | 'Results' | 'Data' | 'Servers' | 'Shell'
  /** One line, verb first. */
  summary: string
  details?: string
  /** Made for the command that is meant alone: making all of them at each start takes milliseconds. */
  options?(): readonly Option[]
  /** Without `pathclock` before them. */
  examples: readonly [string, string, ...string[]]
  /** Gives the exit code; throws `UsageError`, `Failure`, `CommandFailed` or `Interrupted`. */
  run(run: Run): Promise<number>
}

/**
 * `--limit <N>`; `--samples <ID,...>` for a list, `--map <A=B>...` for what may be repeated. A FILE or DIR is completed as
 * one. `initial`: what holds without it, in words.
 */
export function option(
  flags: string,
  description: string,
  { choices, initial }: { choices?: readonly string[] | undefined; initial?: string | undefined } = {},
): Option {
  const made = new Option(flags, description)
  if (choices) made.argChoices = [...choices]
  if (initial !== undefined) made.defaultValueDescription = initial
  if (/,\.\.\.>|>\.\.\.$/.test(flags))
    made.argParser((text, former: string[] | undefined) => [...(former ?? []), text])
  return made
}

/** One run of one command. */
export type Run = {
  /** All of them, for what describes the command line. */
  commands: readonly CommandSpec[]
  globals: Globals
  values: OptionValues
  operands: string[]
  output: Output
  streams: Streams
  env: Readonly<Record<string, string | undefined>>
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal
  deps: CliDeps
  /** The profile that is meant, once it is open: a failure is explained by how it signs in. */
  profile: Profile | null
}

export type Globals = {
  data: string | undefined
  profile: string | undefined
  service: string | undefined
  offline: boolean
  json: boolean
}

/** What the entry hands in: the composition, the loopback host and the reference service. */
export type CliDeps = {
  version: string
  /** Where the entry lies, and its extension: built `.js`, or `.ts` from source. */
  entry: { folder: string; extension: string }
  /** `--data`, else what the environment says, else the app's own folder; absolute. */
  chooseDataFolder(option: string | undefined, env: Run['env']): string
  compose(options: AppOptions): Promise<HostedApp>
  serve(options: {
    compose(dialogs: Dialogs): Promise<HostedApp>
    port: number
    opensDemo: boolean
    open: boolean
  }): Promise<{ url: string; close(): Promise<void> }>
  /** Throws an Error whose message says which option, file or port is impossible. */
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

/** The app as a command uses it. Calls end with `Interrupted` as soon as the run is stopped. */
export type OpenedApp = {
  call: Call
  /** Goes on after the run was stopped, for what is left to be reported or cancelled. */
  callAnyway: Call
  listen(listener: (event: PushedEvent) => void): () => void
  /** Whoever stops a run does not wait for what is on its way as long as one who cancels a job in the app. */
  endJobs(): Promise<void>
  /** A handle for a file that will be written at `path`. */
  saveAt(path: string): Promise<FileHandle>
  run: Run
}
