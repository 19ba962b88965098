import { describe, expect, it } from 'vitest'
import { variantNames } from '../../../../shared/domain/app/referenceService.ts'
import { commands } from '../commands.ts'
import { englishHelp, readHelpTexts } from './helpTexts.ts'
import { createGlobalOptions, createOptions, parseCommandLine } from './program.ts'

const parse = (...args: string[]) => parseCommandLine(args, commands, '1.2.3')

function textOf(...args: string[]): string {
  const parsed = parse(...args)
  return parsed.kind === 'text' ? parsed.text : ''
}

function messageOf(...args: string[]): string {
  try {
    parse(...args)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}

/** Splits an example like a shell, up to an input redirection. */
const shellWords = (line: string): string[] =>
  Array.from((line.split(' < ')[0] ?? '').matchAll(/(?:'[^']*'|[^\s'])+/g), ([word]) =>
    word.replaceAll("'", ''),
  )

describe('the command line', () => {
  it('finds the command wherever the global options are', () => {
    const expected = {
      kind: 'command',
      spec: { name: 'samples import' },
      globals: { data: 'd', json: true, offline: false, profile: undefined, service: undefined },
      operands: ['cohort.csv'],
    }
    expect(parse('--data', 'd', '--json', 'samples', 'import', 'cohort.csv')).toMatchObject(expected)
    expect(parse('samples', 'import', 'cohort.csv', '--json', '--data=d')).toMatchObject(expected)
    expect(parse('samples', '--json', 'import', '--data', 'd', 'cohort.csv')).toMatchObject(expected)
    expect(parse('samples', 'import', '--yes', '--json', 'cohort.csv', '--data', 'd')).toMatchObject(expected)
  })

  it('collects every --map, and accepts - as a file and a negative number as a value', () => {
    expect(parse('samples', 'import', 'f', '--map', 'A=age', '--map', 'B=sex')).toMatchObject({
      values: { map: ['A=age', 'B=sex'] },
    })
    expect(parse('export', 'results', '--out', '-')).toMatchObject({ values: { out: '-' } })
    expect(parse('compare', '--by', 'dose', '--a', '-5', '--b=-x')).toMatchObject({
      values: { a: '-5', b: '-x' },
    })
    expect(parse('serve', '--no-open')).toMatchObject({ values: { 'no-open': true } })
    expect(parse('serve')).toMatchObject({ values: {} })
    expect(parse('samples', 'import', '--', '--odd.csv')).toMatchObject({ operands: ['--odd.csv'] })
  })

  it.each([
    [['samples', 'import'], 'FILE is missing. Usage: pathclock samples import <FILE> [options]'],
    [['screen', 'create'], 'SAMPLE is missing.'],
    [
      ['samples', 'list', 'x', 'y'],
      '"y" is one argument too many: "pathclock samples list" takes only TEXT.',
    ],
    [['whoami', 'in.csv'], '"in.csv" is one argument too many: "pathclock whoami" takes none.'],
    [['samples', 'import', 'my', 'file.csv'], 'takes only FILE. Quote a name that has blanks.'],
    [['whoami', '--data'], '--data needs a value: --data <DIR>.'],
    [['compare', '--b'], '--b needs a value: --b <VALUE>.'],
    [['samples', 'import', 'f', '--yes=1'], '--yes takes no value.'],
    [['whoami', '--json=1'], '--json takes no value.'],
    [
      ['samples', 'import', 'f', '--failed-rows', '--yes'],
      '--failed-rows needs a value; write --failed-rows=--yes if that is what you mean.',
    ],
    [[], 'A command is missing: demo, login, '],
    [['samples'], 'A command is missing: samples import, samples preview, '],
  ])('explains what is valid for %j', (args, message) => {
    expect(messageOf(...args)).toContain(message)
  })

  it.each([
    [['sample', 'list'], 'Unknown command "sample" for "pathclock"; did you mean samples?'],
    [['samples', 'improt'], 'Unknown command "improt" for "pathclock samples"; did you mean import?'],
    [['frobnicate'], 'Unknown command "frobnicate" for "pathclock"; "pathclock --help" lists them.'],
    [
      ['samples', 'list', '--stat', 'x'],
      'Unknown option --stat for "pathclock samples list"; did you mean --state?',
    ],
    [['--jsn', 'whoami'], 'Unknown option --jsn for "pathclock"; did you mean --json?'],
    [
      ['whoami', '--yes'],
      'Unknown option --yes for "pathclock whoami"; "pathclock whoami --help" lists them.',
    ],
  ])('suggests the nearest word to %j in one sentence', (args, message) => {
    expect(messageOf(...args)).toBe(message)
  })

  it('does not echo a secret after the name of an option', () => {
    const message = messageOf('whoami', '--api-key=secret')
    expect(message).toMatch(/^Unknown option --api-key for/)
    expect(message).not.toContain('secret')
  })

  it('names the missing argument, for every command', () => {
    for (const { name, takes } of commands.filter((command) => command.takes?.startsWith('<'))) {
      const [first = ''] = takes?.match(/[A-Z]+/) ?? []
      expect(messageOf(...name.split(' '))).toBe(
        `${first} is missing. Usage: pathclock ${name} ${takes} [options]`,
      )
    }
  })

  it('accepts --offline with a value like the app, and documents it', () => {
    expect(parse('whoami', '--offline=no')).toMatchObject({ globals: { offline: false } })
    expect(parse('--offline=1', 'whoami')).toMatchObject({ globals: { offline: true } })
    expect(textOf('--help')).toMatch(/=false, =0, =no\s+or\s+=off/)
  })

  it('has options of one name take a value in all commands or in none, for completion', () => {
    const takesValue = new Map<string, boolean>()
    for (const spec of commands)
      for (const { long, required } of createOptions(spec, englishHelp)) {
        expect([long, takesValue.get(long ?? '') ?? required]).toEqual([long, required])
        takesValue.set(long ?? '', required)
      }
  })
})

describe('the help', () => {
  it('is shown for a command, a group and all, whatever other errors there are', () => {
    const help = textOf('samples', 'import', '--help')
    expect(help).toContain('Usage: pathclock samples import <FILE> [options]')
    expect(help).toContain('--failed-rows <FILE>')
    expect(textOf('samples', 'import', '--nonsense', '-h')).toBe(help)
    expect(textOf('help', 'samples', 'import')).toBe(help)
    expect(textOf('drugs', '--help')).toContain('drugs show')
    expect(textOf('drugs', '--help')).not.toContain('demo-service')
    for (const { name, group } of commands) {
      expect(textOf('--help')).toContain(`\n  ${name} `)
      expect(textOf('--help')).toContain(`\n${englishHelp.groups[group]}\n`)
    }
    expect(textOf('help')).toBe(textOf('--help'))
    expect(textOf('--version')).toBe('1.2.3\n')
  })

  it('names exit codes and environment variables', () => {
    for (const text of ['PATHCLOCK_API_KEY', '130  Interrupted', '2    Wrong usage'])
      expect(textOf('--help')).toContain(text)
  })

  it('names choices and defaults', () => {
    expect(textOf('drugs', 'search', '--help')).toContain('Sort in this order: asc | desc')
    expect(textOf('drugs', 'search', '--help')).toContain('Show this page (default: 1)')
    for (const name of variantNames) expect(textOf('demo-service', '--help')).toContain(name)
  })

  it.each(commands.map((command) => [command.name, command] as const))(
    'of %s begins each text with a capital, and its examples can be typed',
    (name, { examples, ...spec }) => {
      const options = createOptions({ examples, ...spec }, englishHelp)
      for (const text of [englishHelp.commands[name].summary, ...options.map((one) => one.description)])
        expect(text).toMatch(/^[A-Z][^]*[^.]$/)
      const shown = textOf(...name.split(' '), '--help')
      for (const example of examples) {
        expect(shown).toContain(`$ pathclock ${example}`)
        expect(parse(...shellWords(example))).toMatchObject({ spec: { name } })
      }
    },
  )

  it('uses each text of an option', () => {
    const used = commands.flatMap(({ name, options }) =>
      (options?.() ?? []).map((one) => {
        const long = /--[\w-]+/.exec(typeof one === 'string' ? one : one.flags)?.[0] ?? ''
        return `${name} ${long}` in englishHelp.options ? `${name} ${long}` : long
      }),
    )
    const globals = createGlobalOptions(englishHelp).map(({ long }) => long ?? '')
    expect([...new Set([...used, ...globals])].toSorted()).toEqual(
      Object.keys(englishHelp.options).toSorted(),
    )
  })

  it.each([{ LANG: 'zh_CN.UTF-8' }, { LC_ALL: '', LC_MESSAGES: 'zh_CN', LANG: 'en_US' }])(
    'is in Chinese where the system is: %o',
    async (env) => {
      const texts = await readHelpTexts(env)
      const parsed = parseCommandLine(['samples', 'list', '--help'], commands, '', texts)
      expect(parsed).toMatchObject({ text: expect.stringContaining('列出登记表中的样本。') })
      expect(parsed).toMatchObject({ text: expect.stringContaining('示例：\n  $ pathclock samples list') })
    },
  )

  it.each([{}, { LANG: 'C.UTF-8' }, { LC_ALL: 'en_GB', LANG: 'zh_CN' }])(
    'is in English elsewhere: %o',
    async (env) => expect(await readHelpTexts(env)).toBe(englishHelp),
  )
})
