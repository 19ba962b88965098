import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  describeAgeAxis,
  describeClock,
  describeClockContrast,
} from '../../../shared/domain/results/describeClock.ts'
import { describeNotes } from '../../../shared/domain/results/describeComparison.ts'
import { clockFitFinding } from '../../../shared/domain/studies/overviewFindings.ts'
import { chinese } from '../../../shared/words/chinese.ts'
import { toEnglish, translate } from '../../../shared/words/message.ts'
import type { MadeSample } from './testing/addCohort.ts'
import { openCohort } from './testing/openCohort.ts'

let opened: Awaited<ReturnType<typeof openCohort>>

describe('the axes of ages', () => {
  test.each([
    ['predicted', 'pathway_age', 'Pathway age (years)'],
    ['predicted', 'pathwayAge', 'Pathway age (years)'],
    ['chronological', 'chronological_age', 'Chronological age (years)'],
    ['chronological', 'age', 'Chronological age (years)'],
    ['predicted', 'clock_score', 'Predicted: clock_score'],
  ] as const)('show the %s age by %s as “%s”', (which, name, title) => {
    expect(toEnglish(describeAgeAxis(which, { from: 'clock', name }))).toBe(title)
  })
})

beforeEach(async () => {
  opened = await openCohort()
})
afterEach(() => opened.close())

const of = { filter: {} }
const plot = (overrides: Partial<Parameters<typeof opened.cohorts.clock>[0]> = {}) =>
  opened.cohorts.clock({ of, ...overrides })

describe('predicted against chronological age', () => {
  test('has an interval of r that counts each donor once, as in the overview', async () => {
    await opened.add(
      [30, 40, 55, 60, 72].flatMap((age, donor) =>
        [-2, 0, 3].map((years, at) => ({
          sampleId: `S${donor}-${at}`,
          fields: { donor_id: `D${donor}` },
          clock: { pathway_age: age + years * (donor + 1), chronological_age: age },
        })),
      ),
    )
    const [samples, donors] = [await plot(), await plot({ unit: 'donor_id' })]
    expect(samples.units).toBeNull()
    expect(donors.units).toEqual({ field: 'donor_id', count: 5 })
    const r = donors.correlation?.r ?? 0
    expect(r).toBe(samples.correlation?.r)
    expect(donors.correlation?.rLow).toBeCloseTo(Math.tanh(Math.atanh(r) - 1.959964 / Math.sqrt(2)), 6)
    expect(samples.correlation?.rLow).toBeCloseTo(Math.tanh(Math.atanh(r) - 1.959964 / Math.sqrt(12)), 6)
    const [, shown] = describeClock(donors).figures
    const { statement } = clockFitFinding(donors) ?? {}
    const interval = /95% CI (\S+) … (\S+), by 5 donors/.exec(shown ? toEnglish(shown) : '')
    expect(interval).not.toBeNull()
    expect(statement && toEnglish(statement)).toContain(
      `95% CI ${interval?.[1]} to ${interval?.[2]}, 15 samples of 5 donors`,
    )
  })

  test('uses the clock for both ages if it has both', async () => {
    await opened.add(
      [30, 40, 50, 60].map((age, at) => ({
        sampleId: `S${at}`,
        fields: { age: age + 1, group: 'g' },
        clock: { pathway_age: age + 2 * (at % 2), chronological_age: age, quality: 0.5 },
      })),
    )
    const found = await plot()
    expect(found).toMatchObject({
      predicted: { from: 'clock', name: 'pathway_age' },
      chronological: { from: 'clock', name: 'chronological_age' },
      leftOut: { withoutClock: 0, withoutAge: 0 },
      service: 'https://service.example/api/v1',
      fit: { n: 4, slope: 1.04, meanAbsoluteError: 1, meanDifference: 1 },
    })
    expect(found.points[1]).toEqual({
      sampleId: 'S1',
      clientReference: 'ref-S1',
      group: 'g',
      fetchedAt: '2026-01-01T00:00:00.000Z',
      chronological: 40,
      predicted: 42,
      acceleration: 2,
      residual: expect.closeTo(1.2, 12),
      service: 'https://service.example/api/v1',
      synthetic: false,
    })
    expect(found.sources.chronological).toEqual([
      { from: 'clock', name: 'chronological_age' },
      { from: 'covariate', name: 'age' },
      { from: 'clock', name: 'pathway_age' },
      { from: 'clock', name: 'quality' },
    ])
    expect(found.sources.predicted.map(({ name }) => name)).toEqual([
      'pathway_age',
      'quality',
      'chronological_age',
    ])
  })

  test('uses the newest result that has the age', async () => {
    const later = { fetchedAt: '2026-03-01T00:00:00.000Z', scores: { mTOR: 1 } }
    await opened.add([
      {
        sampleId: 'A',
        clock: { pathway_age: 33, chronological_age: 30 },
        later: { ...later, clock: { quality: 1 } },
      },
      {
        sampleId: 'B',
        clock: { pathway_age: 1, chronological_age: 40 },
        later: { ...later, clock: { pathway_age: 44 } },
      },
    ])
    expect((await plot()).points).toMatchObject([
      { predicted: 33, chronological: 30, fetchedAt: '2026-01-01T00:00:00.000Z' },
      { predicted: 44, chronological: 40, fetchedAt: '2026-03-01T00:00:00.000Z' },
    ])
  })

  test('uses the age of the register, even as text, if the clock has none', async () => {
    await opened.add([
      { sampleId: 'A', fields: { age: '30' }, clock: { biologicalAge: 33 } },
      { sampleId: 'B', fields: { age: 40 }, clock: { biologicalAge: 41 } },
      { sampleId: 'C', clock: { biologicalAge: 1 } },
      { sampleId: 'D', fields: { age: 50 }, scores: { p: 1 } },
    ])
    const found = await plot()
    expect(found).toMatchObject({
      predicted: { from: 'clock', name: 'biologicalAge' },
      chronological: { from: 'covariate', name: 'age' },
      leftOut: { withoutClock: 1, withoutAge: 1 },
      fit: null,
    })
    expect(found.points.map(({ sampleId }) => sampleId)).toEqual(['A', 'B'])
  })

  test('does not use clock values whose names are not ages', async () => {
    await opened.add([
      {
        sampleId: 'A',
        fields: { age: 30, dosage: 2 },
        clock: { average_offset: 3, age_acceleration: 1, stage: 2 },
      },
    ])
    expect(await plot()).toMatchObject({ predicted: null, points: [], leftOut: { withoutClock: 1 } })
    const chosen = await plot({ predicted: { from: 'clock', name: 'average_offset' } })
    expect(chosen.points).toMatchObject([{ predicted: 3, chronological: 30 }])
  })

  test('has errors for two samples, and a line without r if the predicted age is constant', async () => {
    const sample = (sampleId: string, age: number, predicted: number) => ({
      sampleId,
      fields: { age },
      clock: { pathway_age: predicted },
    })
    await opened.add([sample('A', 40, 50), sample('B', 56, 50)])
    expect((await plot()).points).toMatchObject([
      { acceleration: 10, residual: null },
      { acceleration: -6, residual: null },
    ])
    const two = {
      line: null,
      correlation: null,
      fit: null,
      errors: { meanAbsoluteError: 8, meanDifference: 2 },
    }
    expect(await plot()).toMatchObject(two)
    await opened.add([sample('C', 60, 50), sample('D', 70, 50)])
    expect(await plot()).toMatchObject({
      line: { slope: 0, intercept: 50 },
      correlation: null,
      errors: { meanAbsoluteError: 11.5, meanDifference: -6.5 },
      fit: null,
    })
  })

  test('has no fit if all ages are equal', async () => {
    await opened.add(
      [1, 2, 3, 4].map((at) => ({ sampleId: `S${at}`, fields: { age: 40 }, clock: { pathway_age: at } })),
    )
    expect((await plot()).fit).toBeNull()
  })

  test('rejects an unknown source and lists the available ones', async () => {
    await opened.add([{ sampleId: 'A', fields: { age: 30 }, clock: { pathway_age: 33 } }])
    await expect(plot({ chronological: { from: 'covariate', name: 'years' } })).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('There are: age, pathway_age of the clock.'),
    })
  })
})

const ages = [30, 42, 55, 61, 70, 33, 47, 52, 66, 74]
const predicted = [27.5, 38, 51, 60.5, 64, 36, 49.5, 51, 70, 75.5]
const arm = (at: number) => (at < 5 ? 'treated' : 'control')
const cohort = (fields: (at: number) => Record<string, string> = () => ({})): MadeSample[] =>
  ages.map((age, at) => ({
    sampleId: `S${at}`,
    fields: { group: arm(at), donor_id: `d${at % 5}`, age, ...fields(at) },
    clock: { pathway_age: predicted[at] ?? 0 },
  }))

type Request = Parameters<typeof opened.cohorts.compareClock>[0]
const groups = { by: 'group', values: ['treated', 'control'] }
const compareClock = (overrides: Partial<Request> = {}) =>
  opened.cohorts.compareClock({ of, groups, test: 'welch', measure: 'age_acceleration', ...overrides })
const close = (value: number) => expect.closeTo(value, 9)
const sentence = (of: Awaited<ReturnType<typeof compareClock>>) => toEnglish(describeClockContrast(of))

describe('groups by the clock', () => {
  test('are compared like predicted − chronological age in R, once and without q', async () => {
    await opened.add(cohort())
    const found = await compareClock()
    expect(found).toMatchObject({
      measure: 'age_acceleration',
      predicted: { from: 'clock', name: 'pathway_age' },
      chronological: { from: 'covariate', name: 'age' },
      service: 'https://service.example/api/v1',
      meanIntervals: [
        { low: close(-5.93706929300672), high: close(-0.86293070699328) },
        { low: close(-0.36405782100992), high: close(4.36405782100992) },
      ],
      rows: [
        {
          pathway: '(clock)',
          groups: [
            { n: 5, mean: close(-3.4), sd: close(2.04328167417025) },
            { n: 5, mean: close(2), sd: close(1.90394327646598) },
          ],
          difference: close(-5.4),
          ciLow: close(-8.2826928241218),
          ciHigh: close(-2.51730717587819),
          statistic: close(-4.32346015273735),
          df: close(7.9604203295580005),
          p: close(0.00256386077466419),
          q: null,
        },
      ],
    })
    expect(found.rows).toHaveLength(1)
    expect(sentence(found)).toBe(
      'Samples of treated look 5.4 years younger than those of control by the clock (95% CI 2.5 to 8.3, Welch’s t-test, p = 0.00256).',
    )
    expect(translate(describeClockContrast(found), chinese)).toBe(
      '按时钟，treated 比 control 年轻 5.4 岁（95% 置信区间 2.5 至 8.3，Welch t 检验，p = 0.00256）。',
    )
    const older = await compareClock({ groups: { by: 'group', values: ['control', 'treated'] } })
    expect(sentence(older)).toMatch(/^Samples of control look 5\.4 years older than those of treated/)
  })

  // R: lm(clock ~ age + group), lm(Δclock ~ Δage), anova(lm(clock ~ age), lm(clock ~ age + dose)).
  const measure = 'age_acceleration_residual'
  test('at the same age are compared by a regression on age and group, whichever two-group test is requested', async () => {
    await opened.add(cohort())
    for (const test of ['welch', 'mann-whitney'] as const) {
      const found = await compareClock({ measure, test })
      expect(found).toMatchObject({
        test: 'regression',
        statisticName: 't',
        effectName: 'hedges_g',
        rows: [
          {
            difference: close(-5.456154148643333),
            ciLow: close(-8.586782986145824),
            ciHigh: close(-2.32552531114084),
            statistic: close(-4.12113830478965),
            df: 7,
            p: close(0.00445320001763967),
            exact: null,
          },
        ],
      })
      // The group means are adjusted to the same age too, so they differ by the same number.
      const [a, b] = found.rows[0]?.groups ?? []
      expect((a?.mean ?? 0) - (b?.mean ?? 0)).toBeCloseTo(-5.456154148643333, 9)
      expect(sentence(found)).toBe(
        'Samples of treated look 5.5 years younger than those of control by the clock at the same chronological age (95% CI 2.3 to 8.6, regression on age and group, p = 0.00445).',
      )
    }
  })

  test('at the same age count a donor once, by the mean clock at the mean age', async () => {
    await opened.add(cohort())
    const again = cohort().map((sample, at) => ({
      ...sample,
      sampleId: `again${at}`,
      fields: { ...sample.fields, age: (ages[at] ?? 0) + 2 },
      clock: { pathway_age: (predicted[at] ?? 0) + 2 },
    }))
    await opened.add(again)
    const found = await compareClock({ measure, replicatesBy: 'donor_id' })
    expect(found.rows).toMatchObject([{ df: 7, difference: close(-5.456154148643333) }])
  })

  test('at the same age are compared in pairs by the differences within them', async () => {
    await opened.add(cohort())
    const found = await compareClock({ measure, test: 'paired', pairBy: 'donor_id' })
    expect(found).toMatchObject({
      test: 'paired-regression',
      effectName: 'hedges_g_paired',
      rows: [
        {
          pairs: 5,
          difference: close(-4.34375),
          ciLow: close(-7.059287065312143),
          ciHigh: close(-1.62821293468786),
          df: 3,
          p: close(0.0146518821998031),
        },
      ],
    })
    expect(sentence(found)).toContain('at the same chronological age (95% CI 1.6 to 7.1, regression of the')
  })

  test('in pairs a year apart are compared by age acceleration, not as if they had the same age', async () => {
    const pairs = [31, 44, 52, 63].flatMap((age, donor) => [
      {
        sampleId: `a${donor}`,
        fields: { group: 'treated', donor_id: `d${donor}`, age: age + 1 },
        clock: { pathway_age: age + 4 + (donor % 2) },
      },
      {
        sampleId: `b${donor}`,
        fields: { group: 'control', donor_id: `d${donor}`, age },
        clock: { pathway_age: age },
      },
    ])
    await opened.add(pairs)
    const found = await compareClock({ measure, test: 'paired', pairBy: 'donor_id' })
    expect(found).toMatchObject({ test: 'paired', rows: [{ pairs: 4, difference: close(3.5), df: 3 }] })
    expect(sentence(found)).toMatch(
      /^Samples of treated look 3\.5 years older than those of control by the clock \(/,
    )
  })

  test('at the same age are compared together by analysis of covariance', async () => {
    await opened.add(cohort((at) => ({ dose: ['low', 'mid', 'high'][at < 3 ? 0 : at < 7 ? 1 : 2] ?? '' })))
    const doses = { by: 'dose', values: ['low', 'mid', 'high'] }
    const found = await compareClock({ measure, groups: doses, test: 'kruskal-wallis' })
    expect(found).toMatchObject({
      test: 'ancova',
      statisticName: 'F',
      rows: [
        {
          statistic: close(3.91884268904342692),
          df: 2,
          df2: 6,
          p: close(0.08151985436837082),
          pairwise: [
            { a: 0, b: 1, n: [3, 4] },
            { a: 0, b: 2 },
            { a: 1, b: 2 },
          ],
        },
      ],
    })
    expect(sentence(found)).toContain('(analysis of covariance, F(2, 6) = 3.919, p = 0.0815)')
  })

  test('are compared in pairs if pairs are given, and also by ranks', async () => {
    await opened.add(cohort())
    const found = await compareClock({ test: 'paired', pairBy: 'donor_id' })
    expect(found.rows).toMatchObject([
      {
        pairs: 5,
        difference: close(-5.4),
        ciLow: close(-7.56847294830437),
        ciHigh: close(-3.23152705169563),
        statistic: close(-6.91399151637638),
        p: close(0.00229600180347209),
      },
    ])
    expect(sentence(found)).toContain('(95% CI 3.2 to 7.6, paired t-test, 5 pairs, p = 0.0023)')
    const ranks = await compareClock({ test: 'wilcoxon-signed-rank', pairBy: 'donor_id' })
    expect(ranks.rows).toMatchObject([{ statistic: 0, p: close(0.0625) }])
    expect(sentence(ranks)).toMatch(
      /^No difference was found between treated and control by the clock: −5\.5 years \(Wilcoxon/,
    )
    expect(describeNotes(ranks).map(toEnglish)).toContain(
      'With groups of this size no p can be below 0.0625. Groups that show no difference may still differ.',
    )
  })

  test('of more than two are compared together and in pairs', async () => {
    await opened.add(cohort((at) => ({ dose: ['low', 'mid', 'high'][at < 3 ? 0 : at < 7 ? 1 : 2] ?? '' })))
    const doses = { by: 'dose', values: ['low', 'mid', 'high'] }
    const anova = await compareClock({ groups: doses, test: 'welch-anova' })
    expect(anova.rows).toMatchObject([
      { statistic: close(5.23916708157459), df: 2, df2: close(3.725017589483), p: close(0.0826786647120623) },
    ])
    expect(anova.rows[0]?.pairwise).toHaveLength(3)
    expect(anova.meanIntervals).toHaveLength(3)
    expect(sentence(anova)).toBe(
      'No difference was found between the 3 groups by the clock (Welch’s ANOVA, F(2, 3.725) = 5.239, p = 0.0827).',
    )
    const ranks = await compareClock({ groups: doses, test: 'kruskal-wallis' })
    expect(ranks.rows).toMatchObject([{ statistic: close(3.274390243902442), p: close(0.194524896420897) }])
  })

  test('report how many samples were left out, and why', async () => {
    await opened.add([
      ...cohort((at) => (at === 9 ? { group: '' } : {})),
      { sampleId: 'A', fields: { group: 'treated', age: 40 } },
      { sampleId: 'B', fields: { group: 'control' }, clock: { pathway_age: 50 } },
      { sampleId: 'C', fields: { group: 'other' }, clock: { pathway_age: 50 } },
    ])
    const { notes } = await compareClock()
    expect(notes).toEqual([
      { kind: 'smallGroups', least: 4 },
      { kind: 'noGroup', samples: 1 },
      { kind: 'noClock', samples: 1 },
      { kind: 'noAge', samples: 1 },
    ])
  })

  test('of one age each cannot be compared at the same age, and the reason is given', async () => {
    const ageOf = (at: number) => (at < 5 ? 70 : 30)
    await opened.add(
      cohort().map((sample, at) => ({ ...sample, fields: { ...sample.fields, age: ageOf(at) } })),
    )
    const found = await compareClock({ measure })
    expect(found.rows).toMatchObject([{ p: null, why: 'confounded', difference: null }])
    expect(sentence(found)).toBe(
      'Not tested by the clock at the same chronological age: each group has its own age.',
    )
    expect((await compareClock()).rows[0]?.p).not.toBeNull()
  })

  test('with one age overall are compared with a pooled variance', async () => {
    await opened.add(cohort().map((sample) => ({ ...sample, fields: { ...sample.fields, age: 50 } })))
    const found = await compareClock({ measure })
    expect(found).toMatchObject({ test: 'regression', rows: [{ df: 8, difference: close(-8.2) }] })
  })
})
