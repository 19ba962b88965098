import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding, StudyOverview } from '../../../shared/domain/studies/overview.ts'
import type { MadeSample } from '../../results/cohort/testing/addCohort.ts'
import { welch } from '../../results/statistics/meanTests.ts'
import { isFull, printFigure, scale } from '../../testing/faults.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { openStudies } from './testing/openStudies.ts'

/* Simulated studies with a known difference, which measure how often their overviews report it. */

type Normal = (mean?: number, sd?: number) => number
const createNormal = (seed: number): Normal => {
  const random = createSeededRandom(seed)
  return (mean = 0, sd = 1) =>
    mean + sd * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
const times = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at))
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`

const findingOf = ({ findings }: StudyOverview, kind: Finding['kind']): Finding => {
  const found = findings.find((finding) => finding.kind === kind && finding.measure !== 'aging_offset')
  if (!found) throw new Error(`The overview has no finding of ${kind}.`)
  return found
}

describe('a clock difference of 6 years', () => {
  // Each block has its own workspace, since an overview takes longer the more samples there are.
  const studiesPerBlock = 40
  const blocks = scale(1, 100)
  // The quick form allows four standard errors of the coverage of 40 studies.
  const [least, most, maxBias] = isFull ? [0.94, 0.96, 0.1] : [0.81, 1, 1]
  const perGroup = 20

  const toAges = (normal: Normal, gap: number) =>
    times(2 * perGroup, (at) => {
      const isTreated = at < perGroup
      const age = normal(isTreated ? 50 + gap : 50, 8)
      return { isTreated, age, predicted: 50 + 0.6 * (age - 50) + (isTreated ? 6 : 0) + normal(0, 4) }
    })
  const toSamples = (name: string, ages: ReturnType<typeof toAges>): MadeSample[] =>
    ages.map(({ isTreated, age, predicted }, at) => ({
      sampleId: `${name}-${at}`,
      fields: { group: isTreated ? 'treated' : 'control' },
      scores: {},
      clock: { chronological_age: age, pathway_age: predicted },
    }))

  it.each([0, 8, 15])(
    'is reported without bias at an age gap of %d years',
    async (gap) => {
      const normal = createNormal(300 + gap)
      let [sum, covered, naive] = [0, 0, 0]
      for (let block = 0; block < blocks; block += 1) {
        const made = times(studiesPerBlock, () => toAges(normal, gap))
        const workspace = await openStudies()
        const overviews = await workspace.overviewsOf(made.map((ages, at) => toSamples(`study ${at}`, ages)))
        await workspace.close()
        for (const overview of overviews) {
          const { difference = Number.NaN, ...figures } = findingOf(overview, 'ageAcceleration').figures
          const { ci_low: low = Number.NaN, ci_high: high = Number.NaN } = figures
          sum += difference
          covered += Number(low <= 6 && 6 <= high)
        }
        for (const ages of made) {
          const accelerations = (of: boolean) =>
            Float64Array.from(
              ages.filter(({ isTreated }) => isTreated === of),
              ({ age, predicted }) => predicted - age,
            )
          const found = welch({ a: accelerations(true), b: accelerations(false) })
          if (found.why === null) naive += Number(found.ciLow <= 6 && 6 <= found.ciHigh)
        }
      }
      const studies = blocks * studiesPerBlock
      const [bias, coverage] = [sum / studies - 6, covered / studies]
      printFigure('20 Statistics', `clock difference at a gap of ${gap} years`, {
        studies,
        bias: bias.toFixed(3),
        coverage: percent(coverage),
        'coverage without age in the model': percent(naive / studies),
      })
      expect(Math.abs(bias)).toBeLessThan(maxBias)
      expect(coverage).toBeGreaterThanOrEqual(least)
      expect(coverage).toBeLessThanOrEqual(most)
      // A naive comparison of age acceleration misses the difference if the groups differ in age.
      expect(naive / studies < 0.9).toBe(gap > 0)
    },
    1_800_000,
  )
})

const pathways = times(26, (at) => `Pathway ${at}`)
const planted = 5

/** Four treated samples and nine controls. The first five pathways lie 4 SD apart. */
const fourAgainstNine = (name: string, normal: Normal): MadeSample[] =>
  times(13, (at) => {
    const isTreated = at < 4
    return {
      sampleId: `${name}-${at}`,
      fields: { group: isTreated ? 'treated' : 'control' },
      scores: Object.fromEntries(
        pathways.map((pathway, column): [string, [number, number]] => [
          pathway,
          [normal(isTreated && column < planted ? 4 : 0), normal()],
        ]),
      ),
    }
  })

/** Removes the value of a pathway from the first treated sample. */
const withoutValue = (samples: readonly MadeSample[], pathway: string): MadeSample[] =>
  samples.map((sample, at) => ({
    ...sample,
    sampleId: `${sample.sampleId} without ${pathway}`,
    scores: at === 0 ? { ...sample.scores, [pathway]: [null, 0] } : (sample.scores ?? {}),
  }))

describe('4 samples against 9', () => {
  let opened: Awaited<ReturnType<typeof openStudies>>
  beforeAll(async () => {
    opened = await openStudies()
  })
  afterAll(() => opened.close())

  it('find a difference of 4 SD in at least 90% of cases', async () => {
    const normal = createNormal(409)
    const made = times(scale(20, 200), (study) => fourAgainstNine(`power ${study}`, normal))
    const overviews = await opened.overviewsOf(made)
    const found = overviews.flatMap((overview) =>
      findingOf(overview, 'pathways').pathways.filter(({ pathway }) =>
        pathways.slice(0, planted).includes(pathway),
      ),
    ).length
    const share = found / planted / made.length
    printFigure('20 Statistics', '4 against 9, 4 SD apart', { studies: made.length, found: percent(share) })
    // The quick form allows three standard errors of 100 cases.
    expect(share).toBeGreaterThanOrEqual(isFull ? 0.9 : 0.84)
  }, 1_200_000)

  it('does not change the q of other pathways when one value is missing', async () => {
    const normal = createNormal(26)
    const whole = times(scale(6, 40), (study) => fourAgainstNine(`whole ${study}`, normal))
    // It has no planted difference, so its p is larger than those of the pathways that are found.
    const missing = pathways.at(-1) ?? ''
    const before = await opened.overviewsOf(whole)
    const after = await opened.overviewsOf(whole.map((samples) => withoutValue(samples, missing)))
    let compared = 0
    for (const [at, overview] of after.entries()) {
      const [one, other] = [before[at] ?? overview, overview].map((of) => findingOf(of, 'pathways'))
      expect(other?.figures).toMatchObject({ family: pathways.length, tested: pathways.length })
      if ([one, other].some((finding) => finding?.pathways.some(({ pathway }) => pathway === missing)))
        continue
      expect(other?.pathways).toEqual(one?.pathways)
      compared += one?.pathways.length ?? 0
    }
    printFigure('20 Statistics', 'one value missing in another pathway', { 'equal q': compared })
    expect(compared).toBeGreaterThan(4 * whole.length)
  }, 1_200_000)
})
