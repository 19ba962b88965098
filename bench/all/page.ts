import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'

/** The output of one benchmark, with its time and machine. */
export type Section = {
  name: string
  about: string
  output: string
  ranAt: Date
  seconds: number
  code: number
}

const title = '# Benchmarks'
const intro = `Each benchmark runs the peer beside us on the same data in the same run, so that the ratios count, and the milliseconds
are those of one machine. \`npm run bench\` measures all anew and writes this page, \`npm run bench -- search\` one of them;
nothing here is written by hand.`

const begin = (name: string): string => `<!-- benchmark ${name} -->`
const end = (name: string): string => `<!-- end of ${name} -->`

/** Describes the processor, memory, system, Node and browser that the timings depend on. */
export function describeMachine(): string {
  const [first] = cpus()
  const memoryGb = Math.round(totalmem() / 1024 ** 3)
  const processor = `${cpus().length} × ${first?.model.trim() || process.arch}`
  return [processor, `${memoryGb} GB`, `${type()} ${release()}`, `Node ${process.versions.node}`, browser()]
    .filter((part) => part !== '')
    .join(', ')
}

function browser(): string {
  try {
    const path = process.env['PATHCLOCK_CHROMIUM'] ?? '/usr/bin/chromium'
    return /^\S+ [\d.]+/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[0] ?? ''
  } catch {
    return ''
  }
}

/** Targets met and missed, as the benchmarks tell them: in a table or in a list. */
export function countTargets(output: string): { met: number; missed: string[] } {
  const lines = output.split('\n').map((line) => line.trim())
  return {
    met: lines.filter((line) => /^- met\b|\| met \|$/.test(line)).length,
    missed: lines
      .filter((line) => /^- MISSED\b|\| MISSED \|$/.test(line))
      .map((line) => line.replace(/^- MISSED: |^\| | \| MISSED \|$/g, '').replaceAll(' | ', ' — ')),
  }
}

/** The page with these sections in place of those of the same names; `previousPage`: the page as it was, or empty. */
export function toPage(previousPage: string, sections: Section[], names: string[], machine: string): string {
  const made = new Map(sections.map((section) => [section.name, write(section, machine)]))
  const all = names.flatMap((name) => made.get(name) ?? keepSection(previousPage, name) ?? [])
  const rows = all.map((text) => /^<!-- row: (.*) -->$/m.exec(text)?.[1] ?? '')
  const table = ['| benchmark | what | targets met | missed | measured |', '|---|---|---:|---|---|', ...rows]
  return `${[title, intro, table.join('\n'), ...all].join('\n\n')}\n`
}

function keepSection(previousPage: string, name: string): string | null {
  const [from, to] = [previousPage.indexOf(begin(name)), previousPage.indexOf(end(name))]
  return from < 0 || to < from ? null : previousPage.slice(from, to + end(name).length)
}

function write({ name, about, output, ranAt, seconds, code }: Section, machine: string): string {
  const { met, missed } = countTargets(output)
  const day = ranAt.toISOString().slice(0, 10)
  const count = met + missed.length === 0 ? 'has none' : `${met} of ${met + missed.length}`
  const missedText =
    missed.map((one) => one.replaceAll('|', '/')).join('; ') || (code === 0 ? '–' : 'it failed')
  const row = `| [${name}](#${name}) | ${about} | ${count} | ${missedText} | ${day} |`
  const measuredNote = `Measured on ${day} in ${Math.round(seconds)} s: ${machine}.`
  const text = output.trim()
  const isTable = /^\|/m.test(text)
  const body = isTable
    ? text.replace(/^# .*\n+/, '').replace(/^## /gm, '### ')
    : ['```text', text, '```'].join('\n')
  return [
    begin(name),
    `<!-- row: ${row} -->`,
    '',
    `## ${name}`,
    '',
    measuredNote,
    '',
    body,
    '',
    end(name),
  ].join('\n')
}
