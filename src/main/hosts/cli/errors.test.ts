import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isFull } from '../../testing/faults.ts'
import { startService } from '../../testing/startService.ts'
import { commands } from './commands.ts'
import { type CommandLine, openCommandLine } from './testing/openApp.ts'
import { commandsOn } from './testing/runCommand.ts'

let cli: CommandLine
let file: string
beforeAll(async () => {
  cli = await openCommandLine()
  file = await cli.save('samples.csv', 'sample_name\nA\n')
  return cli.close
})

const errorOf = (code: string) => ({
  type: 'error',
  code,
  message: expect.stringMatching(/\S/),
  details: expect.any(Object),
})

const run = (args: string[]) => cli.run(...args)

/** One failure for each command: its arguments, the error code and the exit code. */
const failing: [words: string, args: string[], code: string, exit: number][] = [
  ['demo', ['--dir', 'samples.csv'], 'usage', 2],
  ['serve', ['--port', 'x'], 'usage', 2],
  ['demo-service', ['--variant', 'none'], 'usage', 2],
  ['login', [], 'usage', 2],
  ['logout', ['--profile', 'none'], 'usage', 2],
  ['whoami', ['--offline'], 'offline', 4],
  ['check', ['extra'], 'usage', 2],
  ['samples import', ['none.csv', '--dry-run'], 'file', 2],
  ['samples preview', ['none.csv'], 'file', 2],
  ['samples resume', ['none'], 'notFound', 2],
  ['samples settle', ['none', '2', '--not-placed'], 'notFound', 2],
  ['samples list', ['--state', 'none'], 'usage', 2],
  ['samples adopt', ['none.csv'], 'file', 2],
  ['samples annotate', ['none.csv', '--by', 'sample'], 'file', 2],
  ['samples status', ['none'], 'notFound', 2],
  ['samples report', ['none', '--out', 'report'], 'notFound', 4],
  ['study list', ['extra'], 'usage', 2],
  ['study create', [], 'usage', 2],
  ['study show', ['none'], 'usage', 2],
  ['study edit', ['none', '--pair-by', 'donor'], 'usage', 2],
  ['study add', ['none', '--group', 'none'], 'usage', 2],
  ['study archive', ['all'], 'rejected', 2],
  ['analyze', ['--group', 'none'], 'usage', 2],
  ['compare', ['--by', 'group', '--a', 'x', '--b', 'x'], 'rejected', 2],
  ['agreement', [], 'usage', 2],
  ['plan', [], 'usage', 2],
  ['drugs search', [], 'usage', 2],
  ['drugs show', ['none'], 'notFound', 4],
  ['drugs sync', ['--offline'], 'offline', 4],
  ['drugs match', ['--samples', 'none'], 'notFound', 2],
  ['screen create', ['none'], 'notFound', 2],
  ['screen list', ['--profile', 'none'], 'usage', 2],
  ['screen show', ['none'], 'notFound', 2],
  ['export', ['results', '--out', 'none/f.csv'], 'file', 2],
  ['capsule verify', ['samples.csv'], 'rejected', 2],
  ['capsule open', ['samples.csv'], 'rejected', 2],
  ['journal verify', ['none.db'], 'file', 2],
  ['journal acknowledge', ['extra'], 'usage', 2],
  ['workspace backup', ['none/f.pathclock-backup'], 'file', 2],
  ['workspace restore', ['none.pathclock-backup'], 'file', 2],
  ['completion', ['csh'], 'usage', 2],
]
const inFolder = (args: string[]): string[] =>
  args.map((arg) => (/[./]/.test(arg) && !arg.startsWith('-') ? join(cli.folder, arg) : arg))

describe('with --json a command that fails', () => {
  it('is in the table, for every command', () => {
    const missing = commands
      .map(({ name }) => name)
      .filter((name) => !failing.some(([words]) => words === name))
    expect(missing).toEqual([])
  })

  it.each(failing)('prints a line with the error: %s %j', async (words, args, code, exit) => {
    const ended = await run([...words.split(' '), ...inFolder(args)])
    expect(ended.stderr).not.toBe('')
    expect(ended.lines.at(-1)).toEqual(errorOf(code))
    expect(ended.stdout.trimEnd().split('\n').at(-1)).toMatch(/^\{"type":"error"/)
    expect(ended.code).toBe(exit)
  })

  it('prints an error line for an invalid command line', async () => {
    for (const args of [['frobnicate'], ['samples', 'import'], ['whoami', '--frobnicate']]) {
      const ended = await run(args)
      expect(ended.lines).toEqual([errorOf('usage')])
      expect(ended.code).toBe(2)
    }
  })

  const refusals: [number, string][] = [
    [400, 'rejected'],
    [404, 'notFound'],
    [418, 'rejected'],
    // Occurs after all retries.
    [500, 'serviceFailed'],
  ]
  it.each(isFull ? refusals : refusals.slice(0, -1))(
    'distinguishes a refusal of the service with %i from wrong usage',
    async (status, code) => {
      const faults = [{ match: { path: '^/api/v1/' }, fault: 'status', status } as const]
      const { run } = commandsOn(await startService({ faults }), join(cli.folder, 'data'))
      for (const args of [
        ['whoami'],
        ['drugs', 'show', 'D-1'],
        ['samples', 'report', 'S-1', '--out', join(cli.folder, 'r')],
      ]) {
        const ended = await run(args)
        expect(ended.code).toBe(4)
        expect(ended.lines.at(-1)).toMatchObject({ type: 'error', code, details: { status } })
      }
    },
  )

  it('prints the table on standard output without the error', async () => {
    const ended = await run(['export', 'screening', '--task', 'none', '--out', '-'])
    expect(ended.stdout).toBe('')
    expect(ended.stderr).toContain('{"type":"error"')
  })
})

describe('an id of more than 300 characters', () => {
  const long = 'S'.repeat(301)
  it.each([
    [['samples', 'settle', 'b1', '2', '--as', long]],
    [['drugs', 'show', long]],
    [['screen', 'show', long]],
  ])('is refused in one plain sentence: %#', async (args) => {
    const { code, lines } = await run(args)
    expect([code, lines]).toMatchObject([
      2,
      [{ code: 'rejected', details: { problems: [{ message: 'must have at most 300 characters' }] } }],
    ])
  })
})

describe('a data file that is', () => {
  const kinds: [string, (path: string) => Promise<void>][] = [
    ['a folder', (path) => mkdir(path)],
    ['a link to a missing file', (path) => symlink(join(cli.folder, 'gone', 'file'), path)],
    ['a link to itself', (path) => symlink(path, path)],
    [
      'unreadable',
      async (path) => {
        await writeFile(path, '')
        await chmod(path, 0)
      },
    ],
  ]
  // Windows needs a privilege for links, and root can read every file.
  const possible = kinds.filter(([kind]) =>
    kind === 'unreadable' ? (process.getuid?.() ?? 0) !== 0 : process.platform !== 'win32',
  )
  const names = ['journal.db', 'answers.db', 'orders.log', 'orders.log.lock']
  const cases = possible.flatMap(([kind, replace]) => names.map((name) => [kind, name, replace] as const))

  // The quick form has every kind and every file once.
  it.each(cases.filter((_, at) => isFull || at % (names.length + 1) === 0))(
    '%s ends an import with 2 and its name, and orders nothing: %s',
    async (_, name, replace) => {
      const { service } = cli
      const own = await mkdtemp(join(cli.folder, 'own-'))
      const { run } = commandsOn(service, own)
      expect((await run(['samples', 'list'])).code).toBe(0)
      const [profile = ''] = await readdir(join(own, 'profiles'))
      const path = join(own, 'profiles', profile, name)
      await rm(path, { recursive: true, force: true })
      await replace(path)
      const { orders } = service.summary()
      const { code, stderr, lines } = await run(['samples', 'import', file, '--yes'])
      expect([code, stderr]).toEqual([2, expect.stringContaining(`“${name}” could not be used: `)])
      expect(lines.at(-1)).toMatchObject({ type: 'error', code: 'file', details: { name } })
      expect(service.summary().orders).toBe(orders)
    },
  )
})
