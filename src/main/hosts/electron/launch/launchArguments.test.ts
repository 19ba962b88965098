import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readCommand, readLaunchArguments, toArguments } from './launchArguments.ts'

const read = (...args: string[]) => readLaunchArguments(args, {}, '/lab')

describe('launch arguments', () => {
  it('reads the data folder in both spellings, with precedence over the environment', () => {
    const folder = (args: string[], env = {}) => readLaunchArguments(args, env, '/lab').dataFolder
    expect(folder([])).toBeNull()
    expect(folder(['--data', 'here'])).toBe(resolve('/lab/here'))
    expect(folder(['--data=/there'])).toBe(resolve('/there'))
    expect(folder([], { PATHCLOCK_DATA: '/kept' })).toBe(resolve('/kept'))
    expect(folder(['--data', '/there'], { PATHCLOCK_DATA: '/kept' })).toBe(resolve('/there'))
  })

  it.each(['--data=', '--data'])('uses the folder of the environment if %s names none', (argument) => {
    const found = readLaunchArguments([argument], { PATHCLOCK_DATA: '/kept' }, '/lab')
    expect(found.dataFolder).toBe(resolve('/kept'))
  })

  it.each([
    ['--offline', true],
    ['--offline=true', true],
    ['--offline=1', true],
    ['--offline=anything', true],
    ['--offline=', true],
    ['--offline=false', false],
    ['--offline=0', false],
    ['--offline-pages', false],
  ])('parses %s', (argument, offline) => {
    expect(read(argument).offline).toBe(offline)
  })

  it('treats tables and capsules as files to open, and ignores unknown switches', () => {
    const args =
      '--allow-file-access cohort.csv --data x.csv /abs/B.TSV study.Pathclock app.exe . .csv/folder'
    const found = read(...args.split(' '), '--offline')
    expect(found.files).toEqual([
      resolve('/lab/cohort.csv'),
      resolve('/abs/B.TSV'),
      resolve('/lab/study.Pathclock'),
    ])
    expect(found.offline).toBe(true)
    expect(found.dataFolder).toBe(resolve('/lab/x.csv'))
    expect(found.link).toBeNull()
  })

  it('converts a file URL, as desktops pass it, to a path', () => {
    const path = resolve('/lab/My cohort.csv')
    expect(read(pathToFileURL(path).href).files).toEqual([path])
    expect(read('file://elsewhere.example/cohort.csv').files).toEqual(
      process.platform === 'win32' ? ['\\\\elsewhere.example\\cohort.csv'] : [],
    )
  })

  it('keeps a link unchanged and ignores all arguments after it', () => {
    const later = '--offline --data /evil b.csv pathclock://samples/S1'
    const found = read('a.csv', 'pathclock://drugs/D1', ...later.split(' '))
    expect(found).toEqual({
      dataFolder: null,
      offline: false,
      files: [resolve('/lab/a.csv')],
      link: 'pathclock://drugs/D1',
    })
  })
})

it.each([
  { dataFolder: null, offline: false, files: [], link: null },
  {
    dataFolder: resolve('/a lab'),
    offline: true,
    files: [resolve('/lab/a.csv'), resolve('/lab/b c.csv')],
    link: 'pathclock://drugs/D1',
  },
])('arguments for another start are parsed to the same values: %j', (launchArguments) => {
  expect(read(...toArguments(launchArguments))).toEqual(launchArguments)
})

describe('the command line of the installed app', () => {
  const command = (line: string) => readCommand(line.split(' ').filter(Boolean))

  it.each([
    ['samples list', 'samples list'],
    ['samples import cohort.csv --yes', 'samples import cohort.csv --yes'],
    ['--data /lab samples list', '--data /lab samples list'],
    [
      '--data=/lab --offline --profile lab export results',
      '--data=/lab --offline --profile lab export results',
    ],
    ['--no-sandbox --ozone-platform=x11 samples list', 'samples list'],
    ['smaples list', 'smaples list'],
    ['--help', '--help'],
    ['--version', '--version'],
    ['-- --help', '--help'],
    ['--no-sandbox -- --data /lab samples list', '--data /lab samples list'],
    [
      '-- login --service https://service.example --api-key-stdin',
      'login --service https://service.example --api-key-stdin',
    ],
    ['-- cohort.csv', 'cohort.csv'],
  ])('begins with its command: %s', (line, expected) => {
    expect(command(line)).toEqual(expected.split(' '))
  })

  it.each([
    '',
    '--',
    '--offline',
    '--data samples',
    '--remote-debugging-port=0 --data data',
    'cohort.csv',
    '/lab/samples',
    'file:///lab/cohort.csv',
    'pathclock://drugs/D1 samples list',
    '--allow-file-access pathclock://drugs/D1 -- samples list',
    'C:\\lab\\cohort.csv samples',
    '-psn_0_12345',
  ])('is absent, and the app opens: "%s"', (line) => {
    expect(command(line)).toBeNull()
  })
})
