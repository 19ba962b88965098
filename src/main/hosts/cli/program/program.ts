import { styleText } from 'node:util'
import { Command, CommanderError, Help, Option } from 'commander'
import { normalizeOfflineArgument } from '../../../../shared/contract/offlineArgument.ts'
import { fillText } from '../../../../shared/words/message.ts'
import type { CommandSpec, Globals, OptionSpec } from './command.ts'
import { exitCodes, UsageError } from './exitCodes.ts'
import { englishHelp, type HelpTexts } from './helpTexts.ts'
import { isSet, type OptionValues, textOf } from './values.ts'

/** The options of every command, before or after its words. */
const globalOptions = ['--data <DIR>', '--profile <NAME>', '--service <URL>', '--offline', '--json']
export const createGlobalOptions = (texts: HelpTexts) => globalOptions.map((one) => createOption(one, texts))

export const exitCodeText = (texts: HelpTexts): string =>
  Object.entries(exitCodes)
    .map(([name, code]) => `\n  ${String(code).padEnd(5)}${texts.exitCodes[name as keyof typeof exitCodes]}`)
    .join('')

const footer = (texts: HelpTexts): string => `
${texts.titles.environment}${texts.environment}

${texts.titles.exitCodes}${exitCodeText(texts)}

${texts.more}`

/** Returns the commands that can be run, in the order of the help. */
const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.filter(isShown).flatMap(leavesOf)

/** Commands with a former name. They are parsed but omitted from the help and completion. */
const formerCommands = new WeakSet<Command>()
export const isShown = (command: Command): boolean => !formerCommands.has(command)

/** Returns the full name of a command: `pathclock samples list`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

export const createOptions = ({ name, options }: CommandSpec, texts: HelpTexts): Option[] =>
  (options?.() ?? []).map((one) => createOption(one, texts, name))

function createOption(spec: OptionSpec, { options, titles }: HelpTexts, command = ''): Option {
  const { flags, choices, initial = '', goesWith } = typeof spec === 'string' ? { flags: spec } : spec
  const made = new Option(flags)
  const all: Readonly<Record<string, string>> = options
  const text = all[`${command} ${made.long}`] ?? all[`${made.long}`] ?? ''
  made.description = fillText(text, { choices: (choices ?? []).join(' | '), initial })
  if (choices) made.argChoices = [...choices]
  if (goesWith !== undefined) made.helpGroup(fillText(titles.goesWith, { options: goesWith }))
  if (/,\.\.\.>|>\.\.\.$/.test(flags))
    made.argParser((value, former: string[] | undefined) => [...(former ?? []), value])
  return made
}

const helpStyle = ({ titles }: HelpTexts): Partial<Help> => ({
  showGlobalOptions: true,
  formatHelp(command, helper) {
    // Only for the help: suggestions for an unknown word must be single words, not whole commands.
    helper.visibleCommands = ({ commands }) => commands.flatMap(leavesOf)
    return Help.prototype.formatHelp.call(helper, command, helper)
  },
  subcommandTerm: (command) => pathOf(command).replace(/^pathclock /, ''),
  optionDescription: ({ description }) => description,
  styleTitle: (title) => {
    const own: Readonly<Record<string, string>> = titles.help
    return styleText('bold', own[title] ?? title, { validateStream: false })
  },
})

type ProgramOptions = {
  texts?: HelpTexts
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
  {
    texts = englishHelp,
    version = '',
    write = () => {},
    found = () => {},
    isSelected = () => true,
  }: ProgramOptions = {},
): Command {
  const program = new Command('pathclock')
    .description(texts.about)
    .usage('COMMAND [options]')
    .exitOverride()
    // Errors are thrown, and printed by runCli.
    .configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {} })
    .configureHelp(helpStyle(texts))
    .helpOption('-h, --help', texts.help)
    .helpCommand(false)
    .version(version, '--version', texts.version)
    .addHelpText('after', footer(texts))
  for (const one of createGlobalOptions(texts)) program.addOption(one)
  const named = specs.flatMap((spec) => [
    { spec, name: spec.name },
    ...(spec.formerName === undefined ? [] : [{ spec, name: spec.formerName }]),
  ])
  for (const { spec, name } of named) {
    const { summary, details } = textsOf(texts, spec)
    const command = commandAt(program, name, texts, spec.group)
      .usage([spec.takes, '[options]'].filter(Boolean).join(' '))
      .summary(summary)
      .description([fillText(texts.sentence, { summary }), details].filter(Boolean).join('\n\n'))
      .addHelpText('after', () => examplesText(spec, texts))
      .action(() => found(spec, command))
    if (name !== spec.name) formerCommands.add(command)
    if (spec.takes) command.arguments(spec.takes)
    if (isSelected(spec)) for (const one of createOptions(spec, texts)) command.addOption(one)
    const [argument] = command.registeredArguments
    if (argument && spec.choices) argument.argChoices = [...spec.choices]
  }
  return program
}

export const textsOf = (
  { commands }: HelpTexts,
  { name }: CommandSpec,
): { summary: string; details?: string } => commands[name]

function commandAt(program: Command, name: string, texts: HelpTexts, group: CommandSpec['group']): Command {
  const heading = texts.groups[group]
  const [family = '', word] = name.split(' ')
  if (word === undefined) return program.command(family).helpGroup(heading)
  const families: Readonly<Record<string, string>> = texts.families
  const known = program.commands.find((command) => command.name() === family)
  const parent =
    known ??
    program
      .command(family)
      .summary(families[family] ?? '')
      .description(fillText(texts.sentence, { summary: families[family] ?? '' }))
      .usage('COMMAND [options]')
      .helpGroup(heading)
  return parent.command(word).helpGroup(heading)
}

const flagsOf = (spec: OptionSpec): string => (typeof spec === 'string' ? spec : spec.flags)

const examplesText = ({ options, examples }: CommandSpec, texts: HelpTexts): string =>
  [
    ...(options?.().some((one) => flagsOf(one).includes(',...')) ? [texts.lists] : []),
    `\n${texts.titles.examples}`,
    ...examples.map((example) => `  $ pathclock ${example}`),
  ].join('\n')

type Parsed =
  /** The help or the version. */
  | { kind: 'text'; text: string }
  | { kind: 'command'; spec: CommandSpec; globals: Globals; values: OptionValues; operands: string[] }

/** Parses the command line. Throws `UsageError` with a message about the correct form. */
export function parseCommandLine(
  given: readonly string[],
  specs: readonly CommandSpec[],
  version = '',
  texts = englishHelp,
): Parsed {
  const [first, ...others] = given
  const args = normalizeOfflineArgument(first === 'help' ? [...others, '--help'] : given)
  let text = ''
  let parsed: Parsed | null = null
  const program = createProgram(specs, {
    texts,
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
    if (error.exitCode !== 0)
      throw new UsageError(explain(error, reached(program), program), { cause: error })
  }
  return parsed ?? { kind: 'text', text }
}

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
function explain({ code, message }: CommanderError, command: Command, program: Command): string {
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
      if ([...command.options, ...program.options].some(({ long }) => long === name))
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
