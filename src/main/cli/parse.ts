import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { withPlainOffline } from '../../shared/contract/offlineArgument.ts'
import type { Command, Globals, OptionSpec } from './command.ts'
import { UsageError } from './endings.ts'
import { isSet, type OptionValues, textOf } from './values.ts'

/** Understood by every command, before or after its words. */
export const globalOptions: Record<string, OptionSpec> = {
  data: { type: 'string', value: 'DIR', about: "data folder; default: the app's own" },
  profile: {
    type: 'string',
    value: 'NAME',
    about: 'profile to use; a folder with one profile needs no name',
  },
  service: { type: 'string', value: 'URL', about: 'address of the service' },
  offline: { type: 'boolean', about: 'no request leaves; so with any =VALUE but false, 0, no and off' },
  json: { type: 'boolean', about: 'one JSON object a line' },
  help: { type: 'boolean', about: 'show this help' },
  version: { type: 'boolean', about: 'show the version' },
}

export type Parsed =
  | { kind: 'version' }
  /** Help for the words, which may name a command, a group of them or nothing. */
  | { kind: 'help'; words: string[] }
  | { kind: 'command'; command: Command; globals: Globals; values: OptionValues; operands: string[] }

/** Which command of the table the arguments mean. Throws `UsageError` that says what is right. */
export function parseCommandLine(given: string[], commands: readonly Command[]): Parsed {
  const args = withPlainOffline(given)
  const allOptions = Object.assign({}, globalOptions, ...commands.map(({ options }) => options))
  const loose = parseArgs({ args, options: toConfig(allOptions), strict: false, allowPositionals: true })
  const command = commands.find(({ words }) => words.every((word, at) => loose.positionals[at] === word))
  if (loose.values['help'] === true)
    return { kind: 'help', words: command ? [...command.words] : loose.positionals }
  if (loose.values['version'] === true) return { kind: 'version' }
  if (!command) throw new UsageError(noCommand(loose.positionals, commands))

  const { values, positionals } = parseStrictly(args, command)
  const operands = positionals.slice(command.words.length)
  const { least, most } = command.operands
  const names = operandNames(command)
  const takes = most === 0 ? 'none' : most === names.length ? `only ${names.join(' ')}` : `at most ${most}`
  if (operands.length < least) throw usage(command, `${names[operands.length]} is missing.`)
  if (operands.length > most)
    throw usage(
      command,
      `"${operands[most]}" is one argument too many: ${command.words.join(' ')} takes ${takes}. Quote a name that has blanks.`,
    )
  return { kind: 'command', command, globals: toGlobals(values), values, operands }
}

/** The words of the usage before its options: `BATCH`, `ROW`; what may be left out is in brackets. */
function operandNames({ usage }: Command): string[] {
  const words = usage.split(' ')
  const end = words.findIndex((word) => !/^\[?[A-Z]+…?\]?$/.test(word))
  return (end === -1 ? words : words.slice(0, end)).filter((word) => word !== '')
}

function parseStrictly(args: string[], command: Command): { values: OptionValues; positionals: string[] } {
  const options = toConfig({ ...globalOptions, ...command.options })
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true })
  } catch (error) {
    // Node's first sentence says it; what follows explains how to write a value that begins with a dash.
    const message = error instanceof Error ? (error.message.split('. To specify')[0] ?? '') : String(error)
    throw usage(command, `${message.replace(/\.?\s*$/, '')}.`)
  }
}

const usage = ({ words, usage: rest }: Command, message: string): UsageError =>
  new UsageError(
    `${message}\nUsage: pathclock ${[...words, rest].join(' ').trim()}\nMore: pathclock ${words.join(' ')} --help`,
  )

function noCommand(words: string[], commands: readonly Command[]): string {
  const [group] = words
  const inGroup = commands.filter((command) => command.words[0] === group)
  const choices = (inGroup.length > 0 ? inGroup : commands).map((command) => command.words.join(' '))
  const known = [...new Set(choices)].join(', ')
  if (group === undefined) return `A command is missing. Commands: ${known}.\nMore: pathclock --help`
  return `There is no command "${words.slice(0, 2).join(' ')}". Commands: ${known}.\nMore: pathclock --help`
}

const toGlobals = (values: OptionValues): Globals => ({
  data: textOf(values, 'data'),
  profile: textOf(values, 'profile'),
  service: textOf(values, 'service'),
  offline: isSet(values, 'offline'),
  json: isSet(values, 'json'),
})

const toConfig = (options: Record<string, OptionSpec>): ParseArgsOptionsConfig =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]) => [
      name,
      { type, multiple: multiple ?? false },
    ]),
  )
