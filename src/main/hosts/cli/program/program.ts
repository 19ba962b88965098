import { styleText } from 'node:util'
import { Command, CommanderError, Help, type Option } from 'commander'
import { normalizeOfflineArgument } from '../../../../shared/contract/offlineArgument.ts'
import { type CommandSpec, type Globals, option } from './command.ts'
import { exitCodes, UsageError } from './exitCodes.ts'
import { isSet, type OptionValues, textOf } from './values.ts'

/** The options of every command, before or after its words. */
export const globalOptions: readonly Option[] = [
  option('--data <DIR>', 'Use this data folder', { initial: "the app's own" }),
  option('--profile <NAME>', 'Use this profile; not needed if there is only one'),
  option('--service <URL>', 'Use the service at this address'),
  option('--offline', 'Send no requests (=false, =0, =no or =off turns this off)'),
  option('--json', 'Print one JSON object per line'),
]

/** The descriptions of the command groups. */
const families: Record<string, string> = {
  samples: 'Order samples and follow their orders',
  drugs: 'Search drugs and make them available offline',
  screen: 'Run virtual screenings',
  capsule: 'Verify and open study capsules',
  journal: 'Verify the journal of orders',
  workspace: 'Back up and restore a workspace',
}

export const environmentText = `
  PATHCLOCK_API_KEY  API key for this run, used with --service URL and never stored.
                     Pathclock uses or creates the profile of that service
  HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS
                     Proxy, addresses to reach without it, and certificates to trust
  PATHCLOCK_CHROMIUM Browser that prints reports as PDF without the desktop app
  NO_COLOR           Print without colors`

const meanings: Record<keyof typeof exitCodes, string> = {
  done: 'Done',
  someRowsFailed: 'Done, but some rows failed or have an unknown outcome',
  wrongUsage: 'Wrong usage, or a file or the output could not be read or written',
  notSignedIn: 'Not signed in, or forbidden',
  serviceFailed: 'Offline, or the service failed or refused',
  ordersUncertain: 'Stopped: after damage, orders may be missing; see pathclock journal acknowledge',
  bug: 'An error in Pathclock itself',
  interrupted: 'Interrupted; what was done is saved',
}

export const exitCodeText = Object.entries(exitCodes)
  .map(([name, code]) => `\n  ${String(code).padEnd(5)}${meanings[name as keyof typeof exitCodes]}`)
  .join('')

const footer = `
Environment variables:${environmentText}

Exit codes:${exitCodeText}

Run "pathclock COMMAND --help" for the options and examples of a command.`

export const listText = `
Give a list in one option or repeat the option. Quote a name with a comma as in a CSV file:
  --columns '"age, years",group' --columns pathway`

/** Returns the commands that can be run, in the order of the help. */
const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.filter(isShown).flatMap(leavesOf)

/** Commands with a former name. They are parsed but omitted from the help and completion. */
const formerCommands = new WeakSet<Command>()
export const isShown = (command: Command): boolean => !formerCommands.has(command)

/** Returns the full name of a command: `pathclock samples list`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** Describes an option for the help with its choices and default. */
export function describeOption({ description, argChoices, defaultValueDescription }: Option): string {
  const choices = argChoices ? `: ${argChoices.join(' | ')}` : ''
  return `${description}${choices}${defaultValueDescription ? ` (default: ${defaultValueDescription})` : ''}`
}

const helpStyle: Partial<Help> = {
  showGlobalOptions: true,
  formatHelp(command, helper) {
    // Only for the help: suggestions for an unknown word must be single words, not whole commands.
    helper.visibleCommands = ({ commands }) => commands.flatMap(leavesOf)
    return Help.prototype.formatHelp.call(helper, command, helper)
  },
  subcommandTerm: (command) => pathOf(command).replace(/^pathclock /, ''),
  optionDescription: describeOption,
  styleTitle: (title) => styleText('bold', title.replace('Global O', 'Global o'), { validateStream: false }),
}

type ProgramOptions = {
  version?: string
  /** Receives the help or the version. */
  write?(text: string): void
  found?(spec: CommandSpec, command: Command): void
  /** Returns true for the commands whose options are needed. Default: all. */
  isSelected?(spec: CommandSpec): boolean
}

/** Creates the command line for commander. `found` receives the parsed command. */
export function createProgram(
  specs: readonly CommandSpec[],
  { version = '', write = () => {}, found = () => {}, isSelected = () => true }: ProgramOptions = {},
): Command {
  const program = new Command('pathclock')
    .description('Analyze samples with a signal-pathway service: import, analyze, compare, export.')
    .usage('COMMAND [options]')
    .exitOverride()
    // Errors are thrown, and printed by runCli.
    .configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {} })
    .configureHelp(helpStyle)
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
    .version(version, '--version', 'Show the version')
    .addHelpText('after', footer)
  for (const one of globalOptions) program.addOption(one)
  const named = specs.flatMap((spec) => [
    { spec, name: spec.name },
    ...(spec.formerName === undefined ? [] : [{ spec, name: spec.formerName }]),
  ])
  for (const { spec, name } of named) {
    const command = commandAt(program, name, spec.group)
      .usage([spec.takes, '[options]'].filter(Boolean).join(' '))
      .summary(spec.summary)
      .description([`${spec.summary}.`, unwrapped(spec.details)].filter(Boolean).join('\n\n'))
      .addHelpText('after', () => examplesText(spec))
      .action(() => found(spec, command))
    if (name !== spec.name) formerCommands.add(command)
    if (spec.takes) command.arguments(spec.takes)
    if (isSelected(spec)) for (const one of spec.options?.() ?? []) command.addOption(one)
    const [argument] = command.registeredArguments
    if (argument && spec.choices) argument.argChoices = [...spec.choices]
  }
  return program
}

function commandAt(program: Command, name: string, group: CommandSpec['group']): Command {
  const [family = '', word] = name.split(' ')
  if (word === undefined) return program.command(family).helpGroup(`${group}:`)
  const known = program.commands.find((command) => command.name() === family)
  const parent =
    known ??
    program
      .command(family)
      .summary(families[family] ?? '')
      .description(`${families[family]}.`)
      .usage('COMMAND [options]')
      .helpGroup(`${group}:`)
  return parent.command(word).helpGroup(`${group}:`)
}

/** Joins a paragraph into one line for commander to wrap. Indented lines stay. */
const unwrapped = (text = ''): string => text.replaceAll(/(?<=\S)\n(?=\S)/g, ' ')

const examplesText = ({ options, examples }: CommandSpec): string =>
  [
    ...(options?.().some(({ flags }) => flags.includes(',...')) ? [listText] : []),
    '\nExamples:',
    ...examples.map((example) => `  $ pathclock ${example}`),
  ].join('\n')

type Parsed =
  /** The help or the version. */
  | { kind: 'text'; text: string }
  | {
      kind: 'command'
      spec: CommandSpec
      globals: Globals
      values: OptionValues
      operands: string[]
    }

/** Parses the command line. Throws `UsageError` with a message about the correct form. */
export function parseCommandLine(
  given: readonly string[],
  specs: readonly CommandSpec[],
  version = '',
): Parsed {
  const [first, ...others] = given
  const args = normalizeOfflineArgument(first === 'help' ? [...others, '--help'] : given)
  let text = ''
  let parsed: Parsed | null = null
  const program = createProgram(specs, {
    version,
    isSelected: ({ name, formerName = name }) =>
      [name, formerName].some((words) => words.split(' ').every((word) => args.includes(word))),
    write: (more) => {
      text += more
    },
    found(spec, command) {
      refuseForgottenValue(args, [...program.options, ...command.options])
      const globals = toGlobals(valuesOf(program))
      parsed = { kind: 'command', spec, globals, values: valuesOf(command), operands: command.args }
    },
  })
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw new UsageError(explain(error, reached(program)), { cause: error })
  }
  return parsed ?? { kind: 'text', text }
}

/** Returns the values by option name, without options that were not given. */
const valuesOf = (command: Command): OptionValues =>
  Object.fromEntries(
    command.options
      .map((one) => [one, one.attributeName()] as const)
      .filter(([, key]) => command.getOptionValueSource(key) === 'cli')
      .map(([one, key]) => [
        one.name(),
        one.negate || (command.getOptionValue(key) as string | string[] | true),
      ]),
  )

const toGlobals = (values: OptionValues): Globals => ({
  data: textOf(values, 'data'),
  profile: textOf(values, 'profile'),
  service: textOf(values, 'service'),
  offline: isSet(values, 'offline'),
  json: isSet(values, 'json'),
})

/** Throws for `--failed-rows --yes`, which lacks the file. Commander would take the second option for it. */
function refuseForgottenValue(args: readonly string[], options: readonly Option[]): void {
  for (const [at, arg] of args.entries()) {
    const next = args[at + 1] ?? ''
    if (/^--?[a-z]/i.test(next) && options.some(({ long, required }) => required && long === arg))
      throw new UsageError(`${arg} needs a value; write ${arg}=${next} if that is what you mean.`)
  }
}

/** Returns the innermost command that the arguments name. */
function reached(command: Command): Command {
  const next = command.commands.find((sub) => sub.name() === command.args[0])
  return next ? reached(next) : command
}

/** Explains an error in one sentence, with the nearest word that commander found. */
function explain({ code, message }: CommanderError, command: Command): string {
  const path = pathOf(command)
  // Text after the name of an option may be a secret.
  const [name = ''] = /'([^']*)/.exec(message)?.[1]?.split('=') ?? []
  const nearest = /\(Did you mean (?:one of )?(.+)\?\)/.exec(message)?.[1]?.replaceAll(', ', ' or ')
  const hint = nearest === undefined ? `; "${path} --help" lists them.` : `; did you mean ${nearest}?`
  switch (code) {
    case 'commander.help': {
      const names = leavesOf(command).map((leaf) => pathOf(leaf).slice('pathclock '.length))
      return `A command is missing: ${names.join(', ')}. "${path} --help" describes them.`
    }
    case 'commander.unknownCommand':
      return `Unknown command "${command.args[0]}" for "${path}"${hint}`
    case 'commander.unknownOption':
      // For example `--yes=1`.
      if ([...command.options, ...globalOptions].some(({ long }) => long === name))
        return `${name} takes no value.`
      return `Unknown option ${name} for "${path}"${hint}`
    case 'commander.missingArgument':
      return `${name} is missing. Usage: ${path} ${command.usage()}`
    case 'commander.optionMissingArgument':
      return `${name.replace(/ .*/, '')} needs a value: ${name}.`
    case 'commander.excessArguments': {
      const { registeredArguments: takes, args } = command
      const only = takes.length === 0 ? 'none' : `only ${takes.map((one) => one.name()).join(' ')}`
      return `"${args[takes.length]}" is one argument too many: "${path}" takes ${only}. Quote a name that has blanks.`
    }
    default:
      return message.replace(/^error: /, '')
  }
}
