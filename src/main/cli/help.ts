import type { Command, OptionSpec } from './command.ts'
import { globalOptions } from './parse.ts'
import { formatPairs } from './text.ts'

const exitCodeText = `Exit codes: 0 done; 1 done, but some rows failed or are of unknown outcome; 2 wrong usage;
3 not signed in or forbidden; 4 offline or the service failed; 130 interrupted (what was done is kept).`

const environmentText = `Without a keychain: PATHCLOCK_API_KEY in the environment together with --service URL serves for
that run, in the profile of that service (made when missing), and is stored nowhere.`

/** The help for one command, for a group such as `samples`, or for all. */
export function formatHelp(words: readonly string[], commands: readonly Command[]): string {
  const inGroup = commands.filter((command) => words.every((word, at) => command.words[at] === word))
  const [only, ...others] = inGroup
  if (only && others.length === 0) return commandHelp(only)
  const shown = inGroup.length > 0 && words.length > 0 ? inGroup : commands
  const lines = shown.map((command) => [command.words.join(' '), command.about] as const)
  return [
    'Usage: pathclock COMMAND [OPTIONS]',
    indent(formatPairs(lines)),
    'Options of every command:',
    indent(optionLines(globalOptions)),
    environmentText,
    exitCodeText,
  ].join('\n\n')
}

function commandHelp({ words, usage, about, options }: Command): string {
  const own = Object.keys(options).length > 0 ? [indent(optionLines(options))] : []
  return [
    `Usage: pathclock ${[...words, usage].join(' ').trim()}`,
    about,
    ...own,
    ...(Object.values(options).some(isList) ? [indent(listText)] : []),
    'Options of every command:',
    indent(optionLines(globalOptions)),
  ].join('\n\n')
}

const isList = ({ value, multiple }: OptionSpec): boolean =>
  multiple === true && (value?.endsWith(',…') ?? false)

const listText = `A list (…) may be given in several times; a name with a comma is quoted as in a CSV file:
--columns '"age, years",group' --columns pathway`

const optionLines = (options: Record<string, OptionSpec>): string =>
  formatPairs(
    Object.entries(options).map(
      ([name, { value, about }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, about] as const,
    ),
  )

const indent = (text: string): string => text.replaceAll(/^/gm, '  ')
