// npm run test:faults: runs the fault tests of the quality list at full scale and prints their figures as a table. `npm
// run test:faults -- keychain quota` runs only the files whose path contains one of these words.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot, requireNode24 } from './build.mjs'

requireNode24()
const words = process.argv.slice(2)
const files = globSync('src/**/*.faults.test.ts', { cwd: projectRoot }).filter(
  (file) => words.length === 0 || words.some((word) => file.includes(word)),
)
/** The time limit of the run. Full scale takes long, but a test that hangs must end. */
const limitMs = 30 * 60_000

/** Runs vitest. Its output goes to the terminal, except for the figures, which are collected for the table. */
function runVitest(report) {
  const figures = []
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(
    'vitest',
    ['run', '--project', 'node', `--testTimeout=${limitMs}`, ...reporters, ...files],
    {
      cwd: projectRoot,
      stdio: ['inherit', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
      env: {
        ...process.env,
        PATH: `${join(projectRoot, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
        FORCE_COLOR: '0',
        PATHCLOCK_FAULTS: 'full',
      },
    },
  )
  createInterface({ input: child.stdout }).on('line', (text) => {
    const [, line, fault, measured] = /^FIGURE (.+?) \| (.+?) \| (.*)$/.exec(text) ?? []
    if (line === undefined) console.log(text)
    else figures.push([line, fault, measured])
  })
  return new Promise((resolve) => {
    child.once('error', (error) => console.error(String(error)))
    child.once('close', (code) => resolve({ figures, succeeded: code === 0 }))
  })
}

/** Returns the outcome of each test, or null if there is no report, which counts as a failure. */
function readTests(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((file) => file.assertionResults)
  } catch {
    return null
  }
}

const byLine = ([a], [b]) => Number.parseInt(a) - Number.parseInt(b) || (a < b ? -1 : a > b ? 1 : 0)

function printTable(rows) {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)))
  for (const [line, fault, measured] of rows)
    console.log(`${line.padEnd(widths[0])}  ${fault.padEnd(widths[1])}  ${measured}`)
}

const folder = mkdtempSync(join(tmpdir(), 'pathclock-faults-'))
const report = join(folder, 'report.json')
const { figures, succeeded } =
  files.length === 0 ? { figures: [], succeeded: false } : await runVitest(report)
const tests = readTests(report)
rmSync(folder, { recursive: true, force: true })

console.log('')
if (figures.length > 0) printTable([['line', 'fault', 'figures'], ...figures.toSorted(byLine)])
const has = (status) => (test) => test.status === status
const mutants = tests?.filter(({ fullName }) => /mutant/i.test(fullName)) ?? []
const passed = tests?.filter(has('passed')).length ?? 0
const failed = tests?.filter(has('failed')) ?? []
for (const { fullName } of failed) console.log(`failed: ${fullName}`)
if (files.length === 0) console.log(`No fault test has ${words.join(' or ')} in its path.`)
else if (tests === null) console.log('The tests did not come to their end.')
console.log(
  `${figures.length} figures, ${mutants.filter(has('passed')).length} of ${mutants.length} mutants caught`,
)
console.log(`${passed} passed, ${failed.length} failed`)
process.exitCode = succeeded && passed > 0 && failed.length === 0 ? 0 : 1
