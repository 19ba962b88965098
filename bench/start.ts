/**
 * Measures Pathclock's start and its resources: the first response of the built services in plain Node on a profile
 * with many drugs, the first screen of many samples against an empty React page, memory while idle and over a day of
 * virtual time, and the size of the package. Needs `npm run build`. `--drugs=N`, `--samples=N`, `--rounds=N`;
 * `--in=FOLDER` saves the profile for the next run, `--only=answers|paint|memory|day|size` runs one part. Exits 1 if a
 * target is missed.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startBrowser } from './charts/page.ts'
import { atMost, type Finding, head, median, print, reportTargets, row } from './report.ts'
import { bundle } from './search/bundle.ts'
import { type FirstAnswers, measureFirstAnswers, storeCompiled } from './start/firstAnswers.ts'
import { projectRoot } from './start/host.ts'
import { type Idle, measureBareNode, measureIdle, runDay } from './start/memory.ts'
import { measureCold, measureOurs, measureWarm, type Painted, serveEmptyPage } from './start/paint.ts'
import { addStudies, makeDemo, makeDrugProfile } from './start/profile.ts'

const { values: args } = parseArgs({
  options: {
    drugs: { type: 'string', default: '200000' },
    samples: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '9' },
    in: { type: 'string' },
    only: { type: 'string' },
  },
})
const rounds = Number(args.rounds)
/** Of the time that Node itself takes, in the same run. */
const maxRatioToBareNode = 3.5
const maxFirstRatio = 1.5
const maxScreenRatio = 2.5
const maxWarmRatio = 1.8
const maxIdleMb = 110
const maxPackedMb = 15
/** The variation of the heap from one hour to the next when no data is added. */
const maxGrowthMb = 1

const findings: Finding[] = []
const aim = (target: string, measured: number, max: number, unit: string, digits = 0): void =>
  void findings.push(atMost(target, measured, max, unit, digits))

async function times<T>(work: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let round = 0; round < rounds; round++) all.push(await work())
  return all
}

const spread = (values: number[]): string[] => [
  median(values).toFixed(0),
  Math.min(...values).toFixed(0),
  Math.max(...values).toFixed(0),
]

async function answers(folder: string): Promise<void> {
  print(`\n## First answer, ${args.drugs} drugs kept (ms from the start of the process, ${rounds} rounds)\n`)
  await storeCompiled(folder)
  const all = await times(() => measureFirstAnswers(folder))
  const of = (which: keyof FirstAnswers) => all.map((one) => one[which])
  head(['', 'median', 'least', 'most'])
  row(['bare Node', ...spread(of('bareMs'))])
  row(['host: listens', ...spread(of('listeningMs'))])
  row(['host: a search of the kept drugs is answered', ...spread(of('hostMs'))])
  row(['command line: the same search', ...spread(of('commandMs'))])
  const ratioToBareNode = (which: 'hostMs' | 'commandMs') => median(of(which)) / median(of('bareMs'))
  aim('first call of the host, beside bare Node', ratioToBareNode('hostMs'), maxRatioToBareNode, ' ×', 2)
  aim(
    'first answer of the command line, beside bare Node',
    ratioToBareNode('commandMs'),
    maxRatioToBareNode,
    ' ×',
    2,
  )
}

const screens = { empty: 'p', welcome: '#root h1', home: '#content h3 a[href]' }
/** Of one address, since that is what a browser stores by. */
const warmPort = 47_613

async function paint(folder: string): Promise<void> {
  print(`\n## The first screen in the browser (ms from navigating, ${rounds} rounds)\n`)
  const browser = await startBrowser()
  const empty = await serveEmptyPage()
  const fresh = mkdtempSync(join(tmpdir(), 'pathclock-bench-fresh-'))
  try {
    const cold = await times(async () => ({
      empty: await measureCold(browser, empty.url, screens.empty),
      home: await measureOurs(browser, { dataFolder: folder, screen: screens.home }),
      welcome: await measureOurs(browser, { dataFolder: fresh, screen: screens.welcome }),
    }))
    const warm = await measureWarm(
      { url: empty.url, screen: screens.empty },
      { dataFolder: folder, screen: screens.home, port: warmPort },
      rounds,
    )
    const pages = {
      'empty React page': cold.map((one) => one.empty),
      [`Home of ${args.samples} samples, ${args.drugs} drugs`]: cold.map((one) => one.home),
      'the very first start': cold.map((one) => one.welcome),
      'empty React page, scripts stored and compiled': warm.map((one) => one.empty),
      'Home, scripts stored and compiled': warm.map((one) => one.ours),
    }
    head(['', 'first paint', 'least', 'most', 'the screen itself', 'least', 'most'])
    for (const [title, all] of Object.entries(pages))
      row([
        title,
        ...spread(all.map(({ firstMs }) => firstMs)),
        ...spread(all.map(({ screenMs }) => screenMs)),
      ])
    const ratio = (ours: Painted[], others: Painted[], which: keyof Painted) =>
      median(ours.map((one) => one[which])) / median(others.map((one) => one[which]))
    const [coldEmpty, home, welcome] = [
      cold.map((one) => one.empty),
      cold.map((one) => one.home),
      cold.map((one) => one.welcome),
    ]
    aim('first paint beside an empty React page', ratio(home, coldEmpty, 'firstMs'), maxFirstRatio, ' ×', 2)
    aim('first paint of the very first start', ratio(welcome, coldEmpty, 'firstMs'), maxFirstRatio, ' ×', 2)
    aim('Home beside an empty React page', ratio(home, coldEmpty, 'screenMs'), maxScreenRatio, ' ×', 2)
    aim(
      'the same with stored scripts',
      ratio(
        warm.map((one) => one.ours),
        warm.map((one) => one.empty),
        'screenMs',
      ),
      maxWarmRatio,
      ' ×',
      2,
    )
  } finally {
    empty.close()
    await browser.close()
    rmSync(fresh, { recursive: true, force: true })
  }
}

async function memory(folder: string): Promise<void> {
  print('\n## Memory of the host when nobody does anything (MB, whole process)\n')
  const all = [await measureIdle(folder), await measureIdle(folder), await measureIdle(folder)]
  const of = (which: keyof Idle) => all.map((one) => one[which])
  head(['', 'median', 'least', 'most'])
  const bare = await times(measureBareNode)
  row(['bare Node', ...spread(bare)])
  row([
    `after a search among ${args.drugs} drugs, at most, while they are read through`,
    ...spread(of('peak')),
  ])
  row(['when that is done', ...spread(of('idle'))])
  aim(`memory when idle (bare Node: ${median(bare).toFixed(0)} MB)`, median(of('idle')), maxIdleMb, ' MB')
}

async function day(work: string): Promise<void> {
  print('\n## A day of virtual time with work every hour (heap after a collection, MB)\n')
  const demo = join(work, 'demo')
  await makeDemo(demo, join(work, 'tables'))
  const preload = await bundle(join(import.meta.dirname, 'start/virtualDay.ts'), work)
  const samples = await runDay(demo, preload)
  const between = (from: number, to: number) =>
    samples.slice(from, to).map(({ heapMb, memoryMb }) => ({ heapMb, memoryMb }))
  const quarters = [
    ['hours 1–6', between(0, 6)],
    ['hours 7–12', between(6, 12)],
    ['hours 13–18', between(12, 18)],
    ['hours 19–24', between(18, 24)],
  ] as const
  head(['', 'heap', 'process'])
  for (const [title, part] of quarters)
    row([
      title,
      median(part.map(({ heapMb }) => heapMb)).toFixed(2),
      median(part.map(({ memoryMb }) => memoryMb)).toFixed(0),
    ])
  const heap = ([, part]: (typeof quarters)[number]) => median(part.map(({ heapMb }) => heapMb))
  aim('heap, hours 19–24 over hours 7–12', heap(quarters[3]) - heap(quarters[1]), maxGrowthMb, ' MB', 2)
}

function size(): void {
  print('\n## Packed\n')
  const check = join(projectRoot, 'scripts/release/packCheck.mjs')
  const { stdout, stderr, status } = spawnSync(process.execPath, [check, 'linux'], { encoding: 'utf8' })
  const [line, mb] = /^linux.*?([\d.]+) MB of our own files$/m.exec(stdout) ?? []
  if (status !== 0 || line === undefined)
    throw new Error(`What is packed could not be measured: packCheck.mjs ended with ${status}.\n${stderr}`)
  print(line)
  aim("the app's own packed files", Number(mb), maxPackedMb, ' MB', 1)
}

const work = args.in ?? mkdtempSync(join(tmpdir(), 'pathclock-bench-start-'))
const isSelected = (part: string): boolean => args.only === undefined || args.only === part
try {
  print('# Start and memory')
  const folder = join(work, `profile-${args.drugs}`)
  mkdirSync(work, { recursive: true })
  if (!existsSync(folder) && ['answers', 'paint', 'memory'].some(isSelected))
    await makeDrugProfile(folder, Number(args.drugs))
  if (isSelected('answers')) await answers(folder)
  if (isSelected('paint')) {
    const withStudies = `${folder}-samples-${args.samples}`
    if (!existsSync(withStudies)) {
      cpSync(folder, withStudies, { recursive: true })
      await addStudies(withStudies, Number(args.samples))
    }
    await paint(withStudies)
  }
  if (isSelected('memory')) await memory(folder)
  if (isSelected('day')) await day(mkdtempSync(join(work, 'day-')))
  if (isSelected('size')) size()
} finally {
  if (!args.in) rmSync(work, { recursive: true, force: true })
}

reportTargets(findings)
