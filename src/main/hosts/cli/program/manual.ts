import type { Option } from 'commander'
import type { CommandSpec } from './command.ts'
import { englishHelp as texts } from './helpTexts.ts'
import { createGlobalOptions, createOptions, exitCodeText, textsOf } from './program.ts'

const start = `# Command line

<!-- Made from the commands by "npm run docs:cli"; do not edit. -->

The command line has the same services, data folder, keychain entries and quota as the app.

| Where | How to run it |
|---|---|
| in the installed app ([where it is](deploying.md#the-command-line)) | \`pathclock samples list\` |
| in a checkout | \`npm run --silent pathclock -- samples list\` |
| in a checkout, after \`npm run build\` | \`node out/main/cli.js samples list\` |

Tables and a progress bar are for people. With \`--json\`, each line of standard output is one JSON object. The last one is
\`{"type":"summary",…}\`, or \`{"type":"error","code","message","details"}\` if the command failed. A command that failed
after part of its work has \`"error":{"code","message","details"}\` in its summary. Diagnostics go to standard error. Ctrl+C stops a command cleanly: run the same command again to go on where it stopped.
`

/** Returns the manual of the command line, the content of docs/cli.md. */
export const formatManual = (commands: readonly CommandSpec[]): string =>
  [
    start,
    `## Options of every command\n\n${optionTable(createGlobalOptions(texts))}`,
    ...Array.from(new Set(commands.map(({ group }) => group)), (group) =>
      [`## ${group}\n`, ...commands.filter((command) => command.group === group).map(section)].join('\n'),
    ),
    `## Lists\n${fenced(texts.lists)}`,
    `## Environment variables\n${fenced(texts.environment)}`,
    `## Exit codes\n${fenced(exitCodeText(texts))}`,
  ].join('\n')

function section(spec: CommandSpec): string {
  const { name, takes, options, examples } = spec
  const { summary, details } = textsOf(texts, spec)
  return [
    `### ${name}\n`,
    `${summary}.${details === undefined ? '' : `\n\n${details.replaceAll(/^ {2}/gm, '    ')}`}\n`,
    `\`pathclock ${[name, takes].filter(Boolean).join(' ')} [options]\`\n`,
    ...(options ? [optionTable(createOptions(spec, texts))] : []),
    `\`\`\`sh\n${examples.map((example) => `pathclock ${example}\n`).join('')}\`\`\`\n`,
  ].join('\n')
}

const optionTable = (options: readonly Option[]): string =>
  Array.from(
    Map.groupBy(options, ({ helpGroupHeading = '' }) => helpGroupHeading),
    ([heading, those]) =>
      [
        ...(heading === '' ? [] : [`${heading}\n`]),
        '| Option | What it does |',
        '|---|---|',
        ...those.map((one) => `| \`${one.flags}\` | ${one.description.replaceAll('|', '\\|')} |`),
        '',
      ].join('\n'),
  ).join('\n')

/** Formats a code block. `text` begins with a newline. */
const fenced = (text: string): string => `\n\`\`\`text${text}\n\`\`\`\n`
