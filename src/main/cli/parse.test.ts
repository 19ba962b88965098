import { describe, expect, it } from 'vitest'
import { variantNames } from '../../demoService/options.ts'
import { commands } from './commands.ts'
import { formatHelp } from './help.ts'
import { globalOptions, parseCommandLine } from './parse.ts'

const parse = (...args: string[]) => parseCommandLine(args, commands)

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}

describe('the command line', () => {
  it('finds the command wherever the options of all commands stand', () => {
    const expected = {
      kind: 'command',
      globals: { data: 'd', json: true, offline: false, profile: undefined, service: undefined },
      operands: ['cohort.csv'],
    }
    expect(parse('--data', 'd', '--json', 'samples', 'import', 'cohort.csv')).toMatchObject(expected)
    expect(parse('samples', 'import', 'cohort.csv', '--json', '--data=d')).toMatchObject(expected)
    expect(parse('samples', '--json', 'import', '--data', 'd', 'cohort.csv')).toMatchObject(expected)
  })

  it('keeps every --map, and takes - for a file', () => {
    expect(parse('samples', 'import', 'f', '--map', 'A=age', '--map', 'B=sex')).toMatchObject({
      values: { map: ['A=age', 'B=sex'] },
    })
    expect(parse('export', 'results', '--out', '-')).toMatchObject({ values: { out: '-' } })
  })

  it.each([
    [['samples', 'import'], 'Usage: pathclock samples import FILE'],
    [['samples', 'import'], 'FILE is missing.'],
    [['samples', 'list', '--yes'], "Unknown option '--yes'"],
    [['samples', 'list', 'x', 'y'], '"y" is one argument too many: samples list takes only [TEXT].'],
    [['whoami', 'in.csv'], '"in.csv" is one argument too many: whoami takes none.'],
    [['samples', 'import', 'my', 'file.csv'], 'takes only FILE. Quote a name that has blanks.'],
    [['export', 'results', 'x'], '"x" is one argument too many: export takes at most 1.'],
    [['whoami', '--data'], "'--data <value>' argument missing"],
    [[], 'A command is missing'],
    [['samples'], 'samples import, samples preview'],
    [['sample', 'list'], 'no command "sample list"'],
    [['compare', '--b'], "'--b <value>' argument missing"],
    [['drugs', 'match', 'f'], '"f" is one argument too many'],
  ])('says what is right for %j', (args, message) => {
    expect(() => parse(...args)).toThrow(message)
  })

  it('names what is missing, for every command', () => {
    for (const { words, operands, usage } of commands.filter(({ operands }) => operands.least > 0)) {
      const given = Array.from({ length: operands.least - 1 }, () => 'x')
      const [, name = ''] = /^([A-Z]+) is missing\./.exec(messageOf(() => parse(...words, ...given))) ?? []
      expect(usage.split(' ')).toContain(name)
    }
  })

  it('takes --offline with a value, as the app does, and says so', () => {
    expect(parse('whoami', '--offline=no')).toMatchObject({ globals: { offline: false } })
    expect(parse('--offline=1', 'whoami')).toMatchObject({ globals: { offline: true } })
    expect(formatHelp([], commands)).toContain('=VALUE but false, 0, no and off')
  })

  it('names every other service that the reference service can be', () => {
    for (const name of variantNames) expect(formatHelp(['demo-service'], commands)).toContain(name)
  })

  it('answers help for a command, a group and all, whatever else is wrong', () => {
    expect(parse('samples', 'import', '--help')).toEqual({ kind: 'help', words: ['samples', 'import'] })
    expect(parse('--help')).toEqual({ kind: 'help', words: [] })
    expect(formatHelp(['samples', 'import'], commands)).toContain('--failed-rows FILE')
    expect(formatHelp(['drugs'], commands)).toContain('drugs show')
    expect(formatHelp(['drugs'], commands)).not.toContain('demo-service')
    for (const { words } of commands) expect(formatHelp([], commands)).toContain(words.join(' '))
  })

  it('uses an option name for one type of value only, so that words and values are told apart', () => {
    const types = new Map(Object.entries(globalOptions).map(([name, { type }]) => [name, type]))
    for (const { options } of commands)
      for (const [name, { type }] of Object.entries(options)) {
        expect(types.get(name) ?? type).toBe(type)
        types.set(name, type)
      }
  })
})
