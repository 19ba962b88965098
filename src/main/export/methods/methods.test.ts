import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CollectedStudy } from '../documents/collectStudy.ts'
import { plainText } from './facts.ts'
import { toText } from './methods.ts'
import { openStudy } from './testing/openStudy.ts'
import { arms, labNames, labSamples, labStudies } from './testing/studies.ts'

const collected = new Map<string, CollectedStudy>()
const collectedAs = (name: string): CollectedStudy => {
  const study = collected.get(name)
  if (!study) throw new Error(`There is no study “${name}”.`)
  return study
}
let close = async () => {}

beforeAll(async () => {
  const study = await openStudy({ made: labSamples(), names: labNames, units: { activity_unit: 'AU' } })
  close = study.close
  for (const [name, input] of Object.entries(labStudies)) collected.set(name, await study.collect(input))
})
afterAll(() => close())

/** The full name of each test, with its effect and its statistic or distribution, in both languages. */
const names = {
  welch: {
    en: ['Welch’s two-sample t-test', 'Welch–Satterthwaite', 'Hedges’ g'],
    'zh-CN': ['Welch 两独立样本 t 检验', 'Hedges g'],
  },
  'mann-whitney': {
    en: ['Mann–Whitney U test', 'continuity and tie corrections', 'Cliff’s δ', 'unrounded'],
    'zh-CN': ['Mann–Whitney U 检验', '连续性校正', 'Cliff δ'],
  },
  paired: { en: ['paired t-test', 'd_z'], 'zh-CN': ['配对 t 检验', 'd_z'] },
  'wilcoxon-signed-rank': {
    en: ['Wilcoxon signed-rank test', 'Differences of zero were dropped', 'rank-biserial'],
    'zh-CN': ['Wilcoxon 符号秩检验', '秩双列相关'],
  },
  'kruskal-wallis': {
    en: ['Kruskal–Wallis test', 'ε² = H / (n − 1)', 'Holm’s method over the 3 pairs', 'Mann–Whitney U test'],
    'zh-CN': ['Kruskal–Wallis 检验', 'ε²', 'Holm 法'],
  },
  'welch-anova': {
    en: ['Welch’s analysis of variance', 'ω²', 'Holm’s method over the 3 pairs', 'Hedges’ g'],
    'zh-CN': ['Welch 方差分析', 'ω²', 'Holm 法'],
  },
} as const

describe.each(Object.keys(names) as (keyof typeof names)[])(
  'the methods text of a comparison by %s',
  (name) => {
    test.each(['en', 'zh-CN'] as const)('names the test, effect and adjustment in %s', (language) => {
      const text = toText(collectedAs(name), language)
      for (const phrase of names[name][language]) expect(text).toContain(phrase)
      expect(text).toMatch(/Benjamini/)
      expect(text).not.toMatch(/undefined|null|NaN|\[object/)
    })

    test('cites the same papers in both languages, each listed once', () => {
      const [en, zh] = [toText(collectedAs(name), 'en'), toText(collectedAs(name), 'zh-CN')]
      const listed = (text: string) => text.split('\n').filter((line) => /^\d+\. /.test(line))
      expect(listed(en)).toEqual(listed(zh))
      for (const text of [en, zh]) for (const at of listed(text).keys()) expect(text).toContain(`[${at + 1}]`)
    })
  },
)

describe('the methods text', () => {
  test('mentions no test, adjustment or noise that the study did not use', () => {
    const text = toText(collectedAs('welch'), 'en')
    expect(text).not.toMatch(/Holm|Cliff|Bland|Kruskal|signed-rank|form a pair|repeated measurements/)
    expect(toText(collectedAs('samples without a comparison'), 'en')).not.toMatch(
      /Benjamini|Comparison of groups/,
    )
  })

  test('describes missing values, units, joined spellings and exclusions', () => {
    const text = toText(collectedAs('welch'), 'en')
    expect(text).toContain('47 samples, of which 45 had a result and 2 had none')
    expect(text).toContain('with the label “AU” that the user set')
    expect(text).toContain('Aging offset is given as returned; its unit is not documented.')
    expect(text).toContain('none was imputed or taken for 0')
    expect(text).toContain('“p-2” and “P2” as “p-2” (8 samples had values under several of these names')
    expect(text).toContain('1 with too few values and 1 without spread')
    const byHand = toText(collectedAs('groups by hand that share samples, of two pathways'), 'en')
    expect(byHand).toContain('put together by hand')
    expect(byHand).toContain('3 samples that belonged to more than one group were excluded')
    expect(byHand).toContain('Only 2 pathways chosen beforehand were compared')
  })

  test('describes the service, endpoints, times, clock, trees and components', () => {
    const text = toText(collectedAs('samples without a comparison'), 'en')
    expect(text).toContain(
      'obtained from https://service.example/api/v1 (endpoints `POST /moa/pathway-analysis` and `POST /moa/pathway-clock`); the answers were fetched at 2026-01-01 00:00 UTC',
    )
    expect(text).toContain('Fisher’s z transformation')
    expect(text).toContain('average linkage (UPGMA) of Euclidean distances')
    expect(text).toContain('scaled to standard deviation 1')
    expect(text).toContain('Pathclock 1.2.3')
    expect(text).toContain('Research use only')
  })

  test('describes the comparison of ages, only if there was one', () => {
    const text = toText(collectedAs('paired'), 'en')
    expect(text).toContain('Age acceleration is the predicted less the chronological age of a sample')
    expect(text).toMatch(/fitted to all \d+ samples with both ages/)
    expect(text).toContain('Each measure is one test, so that p-values were not adjusted')
    expect(text).toContain('the difference in predicted age within each pair was regressed on')
    expect(text).toMatch(/Samples of the groups left out: \d+ without a predicted age\./)
    expect(toText(collectedAs('paired'), 'zh-CN')).toMatch(/p 未作校正[^]*对实际年龄之差作回归/)
    expect(toText(collectedAs('samples without a comparison'), 'en')).not.toContain('Age acceleration')
  })

  test('marks synthetic data before everything else', () => {
    const study = { ...collectedAs('welch'), synthetic: true }
    expect(toText(study, 'en').split('\n\n')[1]).toMatch(/^\*\*Synthetic data\.\*\*/)
    expect(toText(study, 'zh-CN').split('\n\n')[1]).toMatch(/^\*\*合成数据。\*\*/)
    expect(toText(collectedAs('welch'), 'en')).not.toContain('ynthetic')
  })

  test('names the sample and no statistics if there is only one', () => {
    const text = toText(collectedAs('one sample'), 'en')
    expect(text).toContain('The sample “ref-S3” was studied.')
    expect(text).not.toContain('recompute')
  })

  test('does not let a name act as markup, a line break or a change of text direction', () => {
    expect(plainText('a*b`c<d>\n[e]_f_ g_h\u202e')).toBe('a\\*b\\`c\\<d> \\[e\\]\\_f\\_ g_h')
    const text = toText(collectedAs('welch'), 'en')
    expect(text).not.toContain('\u202e')
    expect(text).toContain(`“${plainText(arms[0])}” (n = 20)`)
  })
})
