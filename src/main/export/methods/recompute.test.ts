import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../testing/faults.ts'
import { openStudy, type StudyInput } from './testing/openStudy.ts'
import { allInPython, hasR, hasScipy, inR, type ProgramRun } from './testing/recompute.ts'
import { arms, demoSamples, labNames, labSamples, labStudies, manySamples } from './testing/studies.ts'

/** R starts once for each study, Python once for all. */
const [r, scipy] = [isFull && hasR(), hasScipy]
const folders = new Map<string, string>()
const outputs = { r: new Map<string, ProgramRun>(), python: new Map<string, ProgramRun>() }
const closing: (() => Promise<void>)[] = []

const groups = { by: 'group', values: ['treated', 'control'] }
const manyGroups = { by: 'group', values: ['one', 'two'] }
const demoModels: Record<string, StudyInput> = {
  'a model with covariates': {
    kind: 'cohort',
    model: { terms: [{ field: 'group' }, { field: 'age' }, { field: 'sex' }], equivalence: 3 },
  },
  'a moderated model with donors': {
    kind: 'cohort',
    model: {
      terms: [{ field: 'group' }, { field: 'sex' }],
      interaction: ['group', 'sex'],
      contrasts: ['treated - control'],
      moderation: 'constant',
      block: 'donor_id',
      leastEffect: 0.1,
    },
  },
}
const labModels: Record<string, StudyInput> = {
  'a moderated model of unequal donors with missing values': {
    kind: 'cohort',
    model: { terms: [{ field: 'arm' }, { field: 'age' }], moderation: 'constant', block: 'donor_id' },
  },
  'a model of missing values that tests equivalence and several contrasts': {
    kind: 'cohort',
    model: {
      terms: [{ field: 'arm' }, { field: 'age' }],
      interaction: ['arm', 'age'],
      contrasts: [`${arms[2]} - "Yo'ung, 年轻\u202e"`, `${arms[2]}:age`],
      equivalence: 0.5,
    },
  },
  'a model with a trend of the variances': {
    kind: 'cohort',
    model: { terms: [{ field: 'arm' }, { field: 'age' }], moderation: 'trend', equivalence: 0.5 },
  },
}
const cohorts = [
  {
    given: { made: labSamples(), names: labNames, units: { activity_unit: 'AU' } },
    studies: { ...labStudies, ...labModels },
  },
  {
    given: { made: demoSamples() },
    studies: {
      ...demoModels,
      'the demo cohort': { kind: 'cohort', comparison: { test: 'paired', groups, pairBy: 'donor_id' } },
    },
  },
  {
    given: { made: manySamples() },
    studies: {
      'large groups without ties': {
        kind: 'cohort',
        comparison: { test: 'mann-whitney', groups: manyGroups },
      },
      'many pairs': {
        kind: 'cohort',
        comparison: { test: 'wilcoxon-signed-rank', groups: manyGroups, pairBy: 'donor_id' },
      },
    },
  },
] as const

/** Edits that change a number after the study was written, by file. */
const changes = {
  'comparison.csv': /(P6,activity,[^]*?\.\d{6})(\d)/,
  'results.csv': /(,P6,\d\.\d{6})(\d)/,
  'samples.csv': /(\.\d{6})(\d)(?=\d*,)/,
}
/** R gets a folder of its own, because the programs write next to themselves. */
const ofR = (folder: string): string => `${folder} in R`

const changed = (folder: string, file: keyof typeof changes): string => {
  const copy = `${folder} with ${file} changed`
  cpSync(folder, copy, { recursive: true })
  const path = join(copy, 'tables', file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(changes[file], (_, before, digit) => `${before}${digit === '5' ? '6' : '5'}`),
  )
  expect(readFileSync(path, 'utf8')).not.toBe(text)
  return copy
}

beforeAll(async () => {
  for (const { given, studies } of cohorts) {
    const { unpack, close } = await openStudy(given)
    closing.push(close)
    for (const [name, study] of Object.entries(studies))
      folders.set(name, await unpack(name.replaceAll(/\W/g, ' '), study))
  }
  for (const file of Object.keys(changes) as (keyof typeof changes)[])
    folders.set(file, changed(folders.get('welch') ?? '', file))
  const all = [...folders]
  for (const [, folder] of all) cpSync(folder, ofR(folder), { recursive: true })
  const python = scipy ? allInPython([...folders.values()]) : Promise.resolve([])
  if (r) for (const [name, folder] of all) outputs.r.set(name, await inR(ofR(folder)))
  for (const [at, one] of (await python).entries()) outputs.python.set(all[at]?.[0] ?? '', one)
}, 180_000)
afterAll(async () => {
  for (const close of closing) await close()
})

const names = cohorts.flatMap(({ studies }) => Object.keys(studies))
const agreement =
  /^\d+ numbers compared; the largest relative difference is \S+ \(allowed: 1e-09\)\.\nThey agree\.\n$/

describe.each([
  ['r', 'R', r],
  ['python', 'Python', scipy],
] as const)('the program in %s', (language, name, isThere) => {
  const why = isThere
    ? ''
    : language === 'r' && !isFull
      ? ' (part of npm run test:full)'
      : ` (skipped: ${language === 'r' ? 'R with limma and statmod' : 'python3 with scipy'} is not installed)`

  test.skipIf(!isThere).each(names)(`${name} makes the numbers of the app again: %s${why}`, (study) => {
    const { status, output: text } = outputs[language].get(study) ?? { status: null, output: '' }
    expect(text).toMatch(agreement)
    expect(status).toBe(0)
  })

  test.skipIf(!isThere).each(Object.keys(changes))(
    `${name} finds a number that was changed in %s${why}`,
    (file) => {
      const { status, output: text } = outputs[language].get(file) ?? { status: null, output: '' }
      expect(text).toContain('They do NOT agree:')
      expect(status).toBe(1)
    },
  )
})

test.skipIf(!r || !scipy)("both programs write the rows of the study's table, with the same numbers", () => {
  const folder = folders.get('kruskal-wallis') ?? ''
  const linesIn = (of: string) => readFileSync(join(of, 'methods', 'recomputed.csv'), 'utf8').split('\r\n')
  const [mine, others] = [linesIn(ofR(folder)), linesIn(folder)]
  const table = readFileSync(join(folder, 'tables', 'comparison.csv'), 'utf8')
  expect(mine[0]).toBe(others[0])
  expect(mine.length).toBe(others.length)
  expect(mine.length).toBe(table.split('\r\n').length)
})
