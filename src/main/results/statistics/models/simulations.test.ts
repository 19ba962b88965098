import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { isFull, printFigure, scale } from '../../../testing/faults.ts'
import { createNormal, type StudyOptions, simulateStudy } from '../testing/simulateStudy.ts'
import { defaultContrasts } from './contrasts.ts'
import type { Term } from './design.ts'
import { type Block, type ContrastTest, designOf, fitModel, type ModelOptions } from './fitModel.ts'
import { type PlanOptions, planSamples, simulatePower } from './planSamples.ts'

/* Simulated studies with a known truth. The quick form has fewer, so its bounds allow for more chance. */

const timeoutMs = scale(120_000, 1_200_000)

type Study = ReturnType<typeof simulateStudy>
type Method = {
  terms: (study: Study) => Term[]
  options: Pick<ModelOptions, 'moderation' | 'leastEffect'>
  block?: Block['as']
}
const plain = { moderation: 'none', leastEffect: 0 } as const
const moderated = { moderation: 'constant', leastEffect: 0 } as const

/** Tests the group, or the slope, in one study. */
function run(study: Study, { terms, options, block }: Method): (ContrastTest | null)[] {
  const blocks: Block | null = block ? { ids: study.donors, as: block } : null
  const { design, model } = designOf({ terms: terms(study), interaction: null }, study.count, blocks)
  const contrasts = defaultContrasts(model, block !== 'intercept')
  return fitModel(design, study.responses, contrasts, { ...options, block: blocks }).tests[0]!
}

/** Returns how often a result of each of many studies holds. */
function shareOf(
  seed: number,
  studies: number,
  changes: Partial<StudyOptions>,
  method: Method,
  holds: (tests: (ContrastTest | null)[], at: number) => boolean,
): number {
  const normal = createNormal(seed)
  let count = 0
  for (let at = 0; at < studies; at += 1)
    count += Number(holds(run(simulateStudy(normal, changes), method), at))
  return count / studies
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`
const group = ({ group }: Study): Term[] => [group]
const withAge = ({ group, age }: Study): Term[] => [group, age]
const anyFinding = (tests: (ContrastTest | null)[]): boolean =>
  tests.some((one) => one !== null && one.q < 0.05)

describe('without an effect', () => {
  const studies = scale(200, 2000)
  const methods: Record<string, [Method, Partial<StudyOptions>]> = {
    'least squares': [{ terms: group, options: plain }, {}],
    'least squares with age': [{ terms: withAge, options: plain }, {}],
    moderated: [{ terms: withAge, options: moderated }, {}],
    'moderated by trend': [{ terms: withAge, options: { ...moderated, moderation: 'trend' } }, {}],
    slope: [{ terms: ({ age, group }) => [age, group], options: moderated }, {}],
    pairs: [
      { terms: group, options: moderated, block: 'intercept' },
      { isPaired: true, icc: 0.7 },
    ],
    'pairs by correlation': [
      { terms: group, options: moderated, block: 'correlation' },
      { isPaired: true, icc: 0.7 },
    ],
  }

  test.each(Object.keys(methods))(
    '%s finds an effect in 3 to 7 of 100 studies',
    (name) => {
      const [method, changes] = methods[name]!
      const found = shareOf(
        11,
        studies,
        changes,
        method,
        (tests, at) => (tests[at % tests.length]?.p ?? 1) < 0.05,
      )
      printFigure('20 Statistics', `Model without effect: ${name}`, { 'p < 0.05': percent(found), studies })
      const margin = isFull ? 0.02 : 0.04
      expect(Math.abs(found - 0.05)).toBeLessThan(margin)
    },
    timeoutMs,
  )

  const nuisances: Record<string, [Partial<StudyOptions>, Method]> = {
    'the treated 15 years older': [
      { ageGap: 15, perYear: 0.05 },
      { terms: withAge, options: moderated },
    ],
    'batches of 85 and 15%': [
      { perGroup: 20, batchShare: 0.85, ofBatch: 1 },
      { terms: ({ group, batch }) => [group, batch], options: moderated },
    ],
    'three samples of each donor with ICC 0.7': [
      { repeats: 3, icc: 0.7 },
      { terms: group, options: moderated, block: 'correlation' },
    ],
  }

  test.each(Object.keys(nuisances))(
    'at most 7 of 100 studies with %s have a finding',
    (name) => {
      const [changes, method] = nuisances[name]!
      const found = shareOf(12, studies, changes, method, anyFinding)
      const naive: Method = { terms: group, options: moderated }
      const unadjusted = shareOf(12, studies, changes, naive, anyFinding)
      printFigure('20 Statistics', `Model without effect: ${name}`, {
        'any q < 0.05': percent(found),
        unadjusted: percent(unadjusted),
        studies,
      })
      expect(found).toBeLessThan(isFull ? 0.07 : 0.11)
      expect(unadjusted).toBeGreaterThan(0.2)
    },
    timeoutMs,
  )
})

it(
  'power and false discoveries with effects are those of limma',
  () => {
    const { limma } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../testing/modelReferences.json'), 'utf8'),
    ) as { limma: { power: number; fdr: number } }
    const [studies, normal] = [scale(200, 2000), createNormal(13)]
    let [power, falseShare] = [0, 0]
    for (let at = 0; at < studies; at += 1) {
      const study = simulateStudy(normal, { differing: 6, effect: 1.2, ageGap: 5, perYear: 0.03 })
      const found = run(study, { terms: withAge, options: moderated }).map(
        (one) => one !== null && one.q < 0.05,
      )
      const right = found.slice(0, 6).filter(Boolean).length
      const all = found.filter(Boolean).length
      power += right / 6 / studies
      falseShare += (all - right) / Math.max(1, all) / studies
    }
    printFigure('20 Statistics', 'Model with 6 of 26 pathways that differ', {
      power: percent(power),
      'of limma': percent(limma.power),
      'false discoveries': percent(falseShare),
      studies,
    })
    expect(Math.abs(power - limma.power)).toBeLessThan(isFull ? 0.03 : 0.06)
    expect(falseShare).toBeLessThan(isFull ? 0.06 : 0.08)
  },
  timeoutMs,
)

describe('a plan', () => {
  const options: PlanOptions = {
    effect: 0.8,
    sd: 1,
    icc: null,
    covariates: 0,
    explained: 0,
    priorDf: 0,
    alpha: 0.05,
    power: 0.8,
    seed: 1,
  }
  const single = { pathways: 1, differing: 1, effect: 0.8, priorDf: Number.POSITIVE_INFINITY }
  const many = { ...single, pathways: 26, differing: 26 }
  const designs: Record<string, [Partial<PlanOptions>, Partial<StudyOptions>, Method]> = {
    unpaired: [{}, single, { terms: group, options: plain }],
    paired: [
      { icc: 0.3, effect: 0.5 },
      { ...single, isPaired: true, icc: 0.3, effect: 0.5 },
      { terms: group, options: plain, block: 'intercept' },
    ],
    // A standard deviation of 10 years at 0.075 per year.
    'with covariates': [
      { sd: 1.25, covariates: 1, explained: 0.36 },
      { ...single, perYear: 0.075 },
      { terms: withAge, options: plain },
    ],
    // The variances of all pathways are equal, so that the estimated prior df are at least those of the plan.
    moderated: [{ priorDf: 8 }, many, { terms: group, options: moderated }],
  }

  test.each(Object.keys(designs))(
    'has the stated power for the design: %s',
    (name) => {
      const [changes, studyOptions, method] = designs[name]!
      const plan = planSamples({ ...options, ...changes })!
      const studies = scale(200, 2000)
      const power = shareOf(
        14,
        studies,
        { ...studyOptions, perGroup: plan.perGroup },
        method,
        (tests, at) => (tests[at % tests.length]?.p ?? 1) < 0.05,
      )
      printFigure('20 Statistics', `Plan for a study: ${name}`, {
        'per group': plan.perGroup,
        stated: percent(plan.power),
        found: percent(power),
        studies,
      })
      expect(plan.power).toBeGreaterThanOrEqual(0.8)
      expect(Math.abs(power - 0.8)).toBeLessThan(isFull ? 0.03 : 0.1)
    },
    timeoutMs,
  )

  it('agrees with power.t.test of R for independent groups and pairs', () => {
    // power.t.test(delta = 0.8, power = 0.8): n = 25.52; with type = 'paired', sd = √1.4: n = 19.18.
    expect(planSamples(options)?.perGroup).toBe(26)
    expect(planSamples({ ...options, icc: 0.3 })?.perGroup).toBe(20)
  })

  it('needs no more samples with moderated variances than without', () => {
    for (const effect of [0.5, 0.8, 1.5, 3])
      expect(planSamples({ ...options, effect, priorDf: 4 })!.perGroup, `${effect}`).toBeLessThanOrEqual(
        planSamples({ ...options, effect })!.perGroup,
      )
  })

  it('is reproducible, needs fewer samples for larger effects, and is null if none suffice', () => {
    expect(planSamples({ ...options, priorDf: 4 })).toEqual(planSamples({ ...options, priorDf: 4 }))
    expect(planSamples({ ...options, effect: 8 })).toMatchObject({ perGroup: 3, samples: 6 })
    expect(planSamples({ ...options, effect: 0.001 })).toBe(null)
    expect(planSamples({ ...options, effect: 0.05 })?.perGroup).toBe(6281)
    expect(simulatePower({ ...options, priorDf: Number.POSITIVE_INFINITY }, 26)).toBeGreaterThan(
      simulatePower(options, 26),
    )
  })
})
