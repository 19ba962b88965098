import { profileSample } from '../../../../demoService/model/sampleModel.ts'
import type { MadeSample } from '../../../results/cohort/testing/addCohort.ts'
import { demoOrders } from '../../../results/cohort/testing/demoOrders.ts'
import type { StudyInput } from './openStudy.ts'

/**
 * Names that a program has to keep unchanged: quotes, line ends, a formula, non-ASCII letters, a character that changes
 * the text direction.
 */
export const arms = ['=Old "1"\n\\n', "Yo'ung, 年轻\u202e", 'Middle {x}'] as const
const donorsOf = [14, 10, 6]

/** Returns a number that looks random and is the same each time. */
const noise = (at: number, pathway: number): number => {
  const large = Math.sin(at * 12.9898 + pathway * 78.233) * 43758.5453
  return large - Math.floor(large)
}

/**
 * Returns samples of three unequal groups: pairs by donor, replicates by vial, offsets in tenths with many ties,
 * missing values, a pathway without spread, one that a group lacks, one under two names, ages, and samples without a
 * result.
 */
export function labSamples(): MadeSample[] {
  const measured = arms.flatMap((arm, group) =>
    Array.from({ length: donorsOf[group] ?? 0 }, (_, donor) =>
      Array.from({ length: 1 + (donor % 2) }, (_, vial) => ({ arm, group, donor, vial })),
    ).flat(),
  )
  const samples = measured.map(({ arm, group, donor, vial }, at): MadeSample => {
    const activity = (pathway: number) => 2 * noise(at, pathway) + group * 0.4 * (pathway % 3) + donor * 0.05
    const offset = (pathway: number) => Math.round(10 * (noise(at, pathway + 50) + group * 0.3)) / 10
    const both = (pathway: number): [number | null, number | null] => [
      (at + pathway) % 17 === 0 ? null : activity(pathway),
      (at + pathway) % 13 === 0 ? null : offset(pathway),
    ]
    return {
      sampleId: `S${at}`,
      fields: {
        arm,
        donor_id: donor === 9 ? '' : `d${donor}`,
        vial: `v${donor}`,
        age: 30 + donor * 2 + vial,
        pathway: arm,
      },
      annotation: {
        tags: group === 1 ? ['a; b\\', 'late'] : [],
        ...(at === 4 ? { fields: { arm: arms[2] } } : {}),
      },
      scores: {
        'P "free"': both(0),
        P1: both(1),
        P2: both(2),
        ...(at % 5 === 0 ? { 'p-2': [activity(3), offset(3)] } : {}),
        P4: both(4),
        constant: [1.1, 0],
        few: group === 1 ? [null, null] : both(5),
        P6: both(6),
      },
      ...(at % 11 === 0 ? {} : { clock: { pathway_age: 31 + donor * 2 + 6 * noise(at, 99) } }),
    }
  })
  const without = { fields: { arm: arms[0], vial: 'v0', age: 40 } }
  return [...samples, { sampleId: 'none-1', ...without }, { sampleId: 'none-2' }]
}
export const labNames = [['p-2', 'P2']]

/** Returns enough samples that R and the app approximate the distribution of ranks even without ties. */
export const manySamples = (): MadeSample[] =>
  Array.from({ length: 108 }, (_, at) => ({
    sampleId: `M${at}`,
    fields: { group: at % 2 === 0 ? 'one' : 'two', donor_id: `d${Math.floor(at / 2)}` },
    scores: { A: [noise(at, 1) + (at % 2) * 0.1, noise(at, 2)], B: [noise(at, 3), noise(at, 4) * 1e-9 + 1] },
  }))

/** Returns the demo's own cohort. */
export const demoSamples = (): MadeSample[] =>
  demoOrders().map((order, place) => {
    const { scores, pathwayAge } = profileSample(7, order)
    return {
      sampleId: `D${place}`,
      fields: order,
      scores: Object.fromEntries(
        scores.map((one) => [one.pathway, [one.activity, one.agingOffset] as const]),
      ) as NonNullable<MadeSample['scores']>,
      ...(pathwayAge === null ? {} : { clock: { pathway_age: pathwayAge } }),
      synthetic: true,
    }
  })

type Comparison = NonNullable<Extract<StudyInput, { kind: 'cohort' }>['comparison']>
const of = (comparison: Comparison): StudyInput => ({ kind: 'cohort', comparison })
const two = { by: 'arm', values: [arms[0], arms[1]] }
const three = { by: 'arm', values: [...arms] }
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `S${from + at}`)

/** Studies of the lab samples: each test, and each way to define pairs and replicates. */
export const labStudies: Record<string, StudyInput> = {
  welch: of({ test: 'welch', groups: two }),
  'mann-whitney': of({ test: 'mann-whitney', groups: two, replicatesBy: 'vial' }),
  paired: of({ test: 'paired', groups: two, pairBy: 'donor_id', replicatesBy: 'vial' }),
  'wilcoxon-signed-rank': of({ test: 'wilcoxon-signed-rank', groups: two, pairBy: 'donor_id' }),
  'kruskal-wallis': of({ test: 'kruskal-wallis', groups: three, replicatesBy: 'vial' }),
  'welch-anova': of({ test: 'welch-anova', groups: three, replicatesBy: 'vial' }),
  'groups by a tag': of({ test: 'mann-whitney', groups: { by: 'tag:a; b\\', values: ['no', 'yes'] } }),
  'groups by a field that is called as a column': of({
    groups: { by: 'pathway', values: [arms[1], arms[2]] },
  }),
  'two groups by a test of several': of({ test: 'kruskal-wallis', groups: two }),
  'groups by hand that share samples, of two pathways': of({
    groups: {
      sets: [
        { name: 'first', of: { sampleIds: ids(0, 20) } },
        { name: 'second', of: { sampleIds: [...ids(17, 40), 'none-1'] } },
      ],
    },
    pathways: ['P2', 'P6'],
  }),
  'groups that a search finds, in pairs with replicates': of({
    test: 'paired',
    groups: {
      sets: [
        { name: 'all but late', of: { sampleIds: ids(0, 21) } },
        { name: 'late', of: { filter: { tag: 'late' } } },
      ],
    },
    pairBy: 'donor_id',
    replicatesBy: 'vial',
  }),
  'samples without a comparison': { kind: 'cohort' },
  'one sample': { kind: 'sample', sampleId: 'S3' },
}
