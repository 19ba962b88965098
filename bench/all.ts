/**
 * Runs every benchmark in sequence and writes docs/benchmarks.md; `npm run bench -- NAME …` runs only those named and
 * leaves the page's other sections unchanged. `--quick`: runs on little data to check that the benchmarks work, and
 * writes no page. Takes half an hour on a machine without other load. Exits 1 if a target is missed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { benchmarks } from './all/benchmarks.ts'
import { countTargets, describeMachine, type Section, toPage } from './all/page.ts'

const { values: args, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const projectRoot = resolve(import.meta.dirname, '..')
const page = join(projectRoot, 'docs/benchmarks.md')
const all = Object.keys(benchmarks)
const unknown = positionals.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}: say ${all.join(', ')}.\n`)
  process.exit(2)
}

/** Runs a benchmark, printing its output immediately and collecting it. */
function run(file: string, more: string[]): Promise<{ output: string; code: number }> {
  const child = spawn(process.execPath, [file, ...more], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code) => done({ output, code: code ?? 1 }))
  })
}

const build = spawnSync(process.execPath, [join(projectRoot, 'scripts/build.mjs')], { stdio: 'inherit' })
if (build.status !== 0) process.exit(1)

const sections: Section[] = []
for (const name of positionals.length > 0 ? all.filter((one) => positionals.includes(one)) : all) {
  const { about, quick } = benchmarks[name] ?? { about: '', quick: [] }
  const ranAt = new Date()
  const { output, code } = await run(join(import.meta.dirname, `${name}.ts`), args.quick ? quick : [])
  sections.push({ name, about, output, code, ranAt, seconds: (Date.now() - ranAt.getTime()) / 1000 })
}

process.stdout.write('\n# All\n\n')
for (const { name, output, code, seconds } of sections) {
  const { met, missed } = countTargets(output)
  const word = code === 0 ? 'ok' : missed.length > 0 ? 'MISSED' : 'FAILED'
  process.stdout.write(`${name}: ${met} met, ${missed.length} missed, ${word} (${Math.round(seconds)} s)\n`)
}
if (!args.quick)
  writeFileSync(
    page,
    toPage(existsSync(page) ? readFileSync(page, 'utf8') : '', sections, all, describeMachine()),
  )
process.exitCode = sections.every(({ code }) => code === 0) ? 0 : 1
