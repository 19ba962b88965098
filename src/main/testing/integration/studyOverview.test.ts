import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { treatmentSignature } from '../../../demoService/model/sampleModel.ts'
import type { Call } from '../../../shared/contract/contract.ts'
import { coverageMeans, formatCoverage } from '../../../shared/domain/drugs/drugMatch.ts'
import type { Finding, StudyOverview } from '../../../shared/domain/studies/overview.ts'
import { chinese } from '../../../shared/words/chinese.ts'
import { type Message, toEnglish, translate } from '../../../shared/words/message.ts'
import { type CommandLine, exampleCohort, openCommandLine } from '../../hosts/cli/testing/openApp.ts'
import { jobEnd, orderFile } from '../labWork.ts'

let cli: CommandLine
let call: Call
let overview: StudyOverview

/** The example's cohort on the reference service: 24 donors, each once with rapamycin and once without. */
beforeAll(async () => {
  cli = await openCommandLine({ speed: 10_000 })
  ;({ call } = cli)
  const studyId = await orderAndAnalyze(exampleCohort)
  for (const text of ['sirolimus', ''])
    for (const { drugId } of (await call('drugs.search', { text, limit: 60 })).hits)
      await call('drugs.show', { drugId })
  overview = await call('studies.overview', { studyId })
  return cli.close
}, 600_000)

/** Orders the cohort and fetches all of its results, again where a busy computer lost a connection meanwhile. */
async function orderAndAnalyze(path: string): Promise<string> {
  const { studyId, batchId } = await orderFile(call, path)
  const placed = async () => (await call('samples.list', { filter: { batchId } })).total
  while ((await placed()) < 48) await jobEnd(call, (await call('batches.resume', { batchId })).jobId)
  for (;;) {
    const run = await call('analyses.run', { of: { filter: { batchId } } })
    const { state, failed } = await jobEnd(call, run.jobId)
    if (state === 'done' && failed === 0) return studyId
  }
}

const finding = (kind: Finding['kind'], measure: Finding['measure'] = null) =>
  overview.findings.find((one) => one.kind === kind && (measure === null || one.measure === measure))
const english = (kind: Finding['kind'], measure: Finding['measure'] = null): string => {
  const found = finding(kind, measure)
  return found ? toEnglish(found.statement) : ''
}

/** Returns the visible text of an HTML page. */
const textOf = (page: string): string =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ')

describe('the report of the demo study', () => {
  it.each(['en', 'zh-CN'] as const)('begins with its overview, whole, in %s', async (language) => {
    const { studyId } = overview
    const question = 'Does rapamycin slow aging <in the liver>?'
    await call('studies.change', { studyId, question })
    const path = join(cli.folder, `report-${language}.html`)
    const { fileId } = cli.app.files.reserve(path)
    const study = { kind: 'cohort' as const, of: { filter: { study: studyId } } }
    const settings = { document: 'report' as const, format: 'html' as const, study, language }
    const { jobId } = await call('documents.write', { fileId, settings })
    expect((await jobEnd(call, jobId)).state).toBe('done')
    const page = textOf(await readFile(path, 'utf8'))
    const say = (one: { statement: Message }) =>
      (language === 'en' ? toEnglish(one.statement) : translate(one.statement, chinese)).replace(/\s+/g, ' ')
    const first = page.slice(0, page.indexOf(language === 'en' ? 'At a glance' : '概览'))
    expect(first).toContain(overview.name)
    expect(first).toContain(question)
    for (const sentence of [...overview.findings, ...overview.cautions, ...overview.notLookedAt].map(say))
      expect(first).toContain(sentence)
    for (const { mimicking, opposing } of overview.drugs)
      for (const { name } of [...mimicking, ...opposing]) expect(first).toContain(name)
    expect(overview.drugs.length).toBeGreaterThan(0)
    expect(first.split(say({ statement: coverageMeans }))).toHaveLength(2)
    const [best] = overview.drugs[0]?.mimicking ?? []
    expect(first).toContain(` ${formatCoverage(best?.coverage ?? Number.NaN)} `)
    expect(page).toContain(language === 'en' ? 'Groups by the clock' : '年龄加速')
  })
})

describe('the overview of the demo study', () => {
  it('names the pathways that rapamycin moves, with their directions, and no other', () => {
    const truth = treatmentSignature({ treatment: 'rapamycin' })
    const found = finding('pathways', 'activity')
    expect(found?.outcome).toBe('found')
    expect(found?.pathways.map(({ pathway }) => pathway).sort()).toEqual([...truth.keys()].sort())
    for (const { pathway, difference } of found?.pathways ?? [])
      expect(Math.sign(difference ?? 0), pathway).toBe(Math.sign(truth.get(pathway) ?? 0))
    expect(english('pathways', 'activity')).toMatch(
      /^4 of 26 pathways differ in activity between treated and control \(q < 0\.05, very strong evidence\): (Autophagy ↑, mTOR ↓|mTOR ↓, Autophagy ↑), /,
    )
  })

  it('states that treated samples look younger by the clock, with a paired test', () => {
    expect(english('ageAcceleration')).toMatch(
      /^Samples of treated look 1\.1\d? years younger than those of control by the clock \(95% CI .*, 24 pairs, p = 0\.0\d+\)\. This is moderate evidence from one test\.$/,
    )
    expect(english('pairing')).toBe(
      'All 24 donors are in both treated and control, so a paired test was used (paired t-test).',
    )
    const contrast = { a: 'treated', b: 'control', test: 'paired', pairs: 24 }
    expect(overview.comparison?.contrasts).toMatchObject([contrast])
    expect(overview.ageAcceleration?.groups.map(({ name, n }) => [name, n])).toEqual([
      ['control', 24],
      ['treated', 24],
    ])
  })

  it('states how the clock follows age and that the data are synthetic, and does not list the treatment as a confounder', () => {
    expect(english('clockFit')).toMatch(/^The clock follows the chronological age \(r = 0\.9/)
    expect(overview.cautions.map(({ kind }) => kind)).toEqual(['synthetic', 'severalTests'])
    expect(overview.stages).toMatchObject({ analyzed: 48 })
    expect(overview.provenance).toMatchObject({ synthetic: true, services: [`${cli.service.url}/api/v1`] })
  })

  it('ranks sirolimus first among the drugs that mimic the difference, and claims no effect', () => {
    const [drugs] = overview.drugs
    expect(drugs?.mimicking[0]?.name).toMatch(/sirolimus/i)
    expect(drugs?.opposing.length).toBeGreaterThan(0)
    expect(finding('drugs')?.outcome).toBe('described')
    expect(english('drugs')).toMatch(
      /^Best drug matches by stated directions for the difference between treated and control – mimicking: Sirolimus.*; opposing: .*\. No drug effect was tested\.$/,
    )
  })

  it('is in Chinese by its templates', () => {
    for (const { statement } of [...overview.findings, ...overview.cautions, ...overview.notLookedAt])
      expect(translate(statement, chinese)).toMatch(/^[^a-z]*\p{Script=Han}|^treated/u)
  })
})
