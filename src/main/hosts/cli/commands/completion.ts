import type { Command } from 'commander'
import { shellQuoted } from '../output/output.ts'
import type { CommandSpec } from '../program/command.ts'
import { UsageError } from '../program/exitCodes.ts'
import { createProgram, isShown, pathOf } from '../program/program.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const completion: CommandSpec = {
  name: 'completion',
  takes: '<SHELL>',
  choices: shells,
  group: 'Shell',
  examples: ['completion bash', 'completion fish'],
  async run({ commands, texts, operands, output }) {
    const shell = shells.find((one) => one === operands[0])
    if (shell === undefined)
      throw new UsageError(`SHELL must be one of ${shells.join(', ')}, not "${operands[0]}".`)
    const script = completionScript(createProgram(commands, { texts }), shell, texts.help)
    output.summary({ shell, script })
    output.print(script)
  },
}

/** The completions of a value. Null means any text, without completion. */
type Values = readonly string[] | 'file' | 'folder' | null
type Item = { word: string; about: string; values?: Values | undefined }
/** The words that may follow a command. */
type Place = { path: string; subcommands: Item[]; options: Item[]; argument: Values }

/** Creates a static script. A dynamic one would start Pathclock at each press of Tab. */
function completionScript(program: Command, shell: (typeof shells)[number], help: string): string {
  const [root, ...places] = placesOf(program)
  if (!root) return ''
  root.options.push({ word: '--help', about: help })
  if (shell === 'fish') return fishScript(root, places)
  return shell === 'bash' ? bashScript(root, places) : zshScript(root, places)
}

function placesOf(command: Command): Place[] {
  const [first] = command.registeredArguments
  const place: Place = {
    path: pathOf(command).replace(/^pathclock ?/, ''),
    subcommands: command.commands.filter(isShown).map((one) => ({ word: one.name(), about: one.summary() })),
    options: command.options.map(({ long, description, required, flags, argChoices }) => ({
      word: long ?? '',
      about: description,
      values: required ? valuesOf(flags, argChoices) : undefined,
    })),
    argument: first ? valuesOf(first.name(), first.argChoices) : null,
  }
  return [place, ...command.commands.filter(isShown).flatMap(placesOf)]
}

function valuesOf(text: string, choices: readonly string[] | undefined): Values {
  if (choices) return choices
  if (/\bFILE\b/.test(text)) return 'file'
  return /\bDIR\b/.test(text) ? 'folder' : null
}

/** Returns the options with a value. Equal names take a value in all commands or in none. */
const takingValue = (places: readonly Place[]): string[] => [
  ...new Set(
    places.flatMap(({ options }) =>
      options.filter(({ values }) => values !== undefined).map(({ word }) => word),
    ),
  ),
]

/** Returns the part of bash and zsh. It sets `kind`, or `found` to words with a description after a colon. */
function commonPart(root: Place, places: readonly Place[]): string {
  const values = (at: string, options: readonly Item[]) =>
    options.flatMap(({ word, values: those }) =>
      those === undefined ? [] : [`    ${at}:${word}) ${setTo(those)} ;;`],
    )
  const words = ({ path, subcommands, argument, options }: Place) =>
    `      '${path}') ${subcommands.length > 0 ? `found=(${list(subcommands)})` : setTo(argument)}; options=(${path === '' ? '' : list(options)}) ;;`
  return `  for word in "\${typed[@]}"; do
    [[ $word == '=' ]] && continue
    if [[ -n $wants ]]; then wants=; continue; fi
    case $word in
      ${takingValue([root, ...places]).join('|')}) wants=$word ;;
      -*) ;;
      *) case "$at $word" in ${places.map(({ path }) => `' ${path}'`).join('|')}) at="$at $word" ;; esac ;;
    esac
  done
  at=\${at# }
  case "$at:$wants" in
${[...values('*', root.options), ...places.flatMap(({ path, options }) => values(`'${path}'`, options))].join('\n')}
    *:) case "$at" in
${[root, ...places].map(words).join('\n')}
      esac
      if [[ $current == -* ]]; then kind=; found=("\${options[@]}" ${list(root.options)}); fi ;;
  esac`
}

const list = (items: readonly Item[]): string =>
  items.map(({ word, about }) => shellQuoted(`${word}:${about}`)).join(' ')

const setTo = (values: Values): string =>
  typeof values === 'string' ? `kind=${values}` : `found=(${(values ?? []).map(shellQuoted).join(' ')})`

const bashScript = (root: Place, places: readonly Place[]): string => `# bash completion for pathclock
_pathclock() {
  local current=\${COMP_WORDS[COMP_CWORD]} at= wants= kind= word
  local -a typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}") found=() options=()
  [[ $current == '=' ]] && current=
${commonPart(root, places)}
  local IFS=$'\\n'
  case $kind in
    file) COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null ;;
    folder) COMPREPLY=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null ;;
    *) COMPREPLY=($(compgen -W "\${found[*]%%:*}" -- "$current")) ;;
  esac
}
complete -F _pathclock pathclock`

const zshScript = (root: Place, places: readonly Place[]): string => `#compdef pathclock
_pathclock() {
  local current=$words[CURRENT] at= wants= kind= word
  local -a typed=("\${(@)words[2,CURRENT-1]}") found=() options=()
  if [[ $current == --*=* ]]; then typed+=("\${current%%=*}"); current=\${current#*=}; compset -P '*='; fi
${commonPart(root, places)}
  case $kind in
    file) _files ;;
    folder) _files -/ ;;
    *) (( $#found )) && _describe -V pathclock found ;;
  esac
}
if [[ $funcstack[1] == _pathclock ]]; then _pathclock "$@"; else compdef _pathclock pathclock; fi`

const fishScript = (root: Place, places: readonly Place[]): string => `# fish completion for pathclock
function __pathclock_at
    set -l at
    set -l wants
    for word in (commandline -opc)[2..]
        if test -n "$wants"
            set wants
        else if contains -- $word ${takingValue([root, ...places]).join(' ')}
            set wants $word
        else if contains -- (string join ' ' -- $at $word) ${places.map(({ path }) => `'${path}'`).join(' ')}
            set -a at $word
        end
    end
    test "$at" = "$argv"
end
complete -c pathclock -f
${[...fishOptions('', root.options), ...[root, ...places].flatMap(fishPlace)].join('\n')}`

function fishPlace({ path, subcommands, argument, options }: Place): string[] {
  const here = ` -n "__pathclock_at '${path}'"`
  return [
    ...subcommands.map(
      ({ word, about }) => `complete -c pathclock${here} -a ${word} -d ${fishQuoted(about)}`,
    ),
    ...(argument === null ? [] : [`complete -c pathclock${here}${fishValues(argument)}`]),
    ...(path === '' ? [] : fishOptions(here, options)),
  ]
}

const fishOptions = (here: string, options: readonly Item[]): string[] =>
  options.map(
    ({ word, about, values }) =>
      `complete -c pathclock${here} -l ${word.slice(2)}${values === undefined ? '' : ` -r${fishValues(values)}`} -d ${fishQuoted(about)}`,
  )

function fishValues(values: Values): string {
  if (values === 'file') return ' -F'
  return ` -f -a ${fishQuoted(values === 'folder' ? '(__fish_complete_directories)' : (values ?? []).join(' '))}`
}

const fishQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
