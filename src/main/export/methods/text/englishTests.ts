import type { TestName } from '../../../../shared/domain/comparison.ts'
import type { ComparisonFacts } from './facts.ts'
import type { Cite } from './references.ts'

export const several = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

const hedges = (cite: Cite): string =>
  `Hedges’ g, the difference of the means divided by the pooled standard deviation, multiplied by the exact small-sample correction Γ(m/2) / (√(m/2) · Γ((m − 1)/2)) with m = n₁ + n₂ − 2 ${cite('hedges')}`
const welchInterval = '95% confidence interval from Welch’s t distribution'
const rankP =
  'the p-value was computed from the exact distribution where both groups had fewer than 50 values and no two values were equal, and otherwise by the normal approximation with continuity and tie corrections'
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const descriptive = 'are given for description and are not part of the rank test'

const counts = ({ activity, agingOffset }: ComparisonFacts['tested']): string =>
  ` (activity: exact for ${activity.exact}, approximate for ${several(activity.approximate, 'pathway')}; aging offset: ${agingOffset.exact} and ${agingOffset.approximate})`

const pairCount = (complete: ComparisonFacts['complete']): string => {
  if (!complete) return ''
  const { least, most } = complete
  return least === most
    ? ` (${several(most, 'pair')})`
    : ` (${least} to ${most} pairs, depending on the pathway)`
}

/** What each test is, by its full name, with its effect and its interval. */
export const tests: Record<TestName, (compared: ComparisonFacts, cite: Cite) => string[]> = {
  welch: (_, cite) => [
    `For each pathway and each measure the two groups were compared by Welch’s two-sample t-test (two-sided, variances not assumed equal, Welch–Satterthwaite degrees of freedom) ${cite('welch')}. We report the difference of the means with its ${welchInterval}; the effect size is ${hedges(cite)}.`,
  ],
  'mann-whitney': ({ tested }, cite) => [
    `For each pathway and each measure the two groups were compared by the Mann–Whitney U test (Wilcoxon rank-sum test, two-sided) ${cite('mannWhitney')}. The statistic W is U of the first group: the number of pairs of values in which that of the first group is the larger, equal ones counting one half. ${capital(rankP)}${counts(tested)}. The effect size is Cliff’s δ, the share of such pairs in which the value of the first group is larger less the share in which it is smaller ${cite('cliff')}. The difference of the means and its ${welchInterval} ${cite('welch')} ${descriptive}.`,
  ],
  paired: ({ complete }, cite) => [
    `For each pathway and each measure the pairs of which both sides had a value${pairCount(complete)} were compared by the paired t-test (two-sided). We report the mean of the differences within pairs with its 95% confidence interval from Student’s t distribution; the effect size is Hedges’ g for paired differences: their mean divided by their own standard deviation (d_z ${cite('lakens')}), multiplied by the exact small-sample correction with n − 1 degrees of freedom for n pairs ${cite('hedges')}. Its unit differs from that of Hedges’ g for independent groups, and the two are not comparable.`,
  ],
  'wilcoxon-signed-rank': ({ tested, complete }, cite) => [
    `For each pathway and each measure the pairs of which both sides had a value${pairCount(complete)} were compared by the Wilcoxon signed-rank test (two-sided) ${cite('wilcoxon')}. Differences of zero were dropped; the statistic V is the sum of the ranks of the positive differences. The p-value was computed from the exact distribution where there were fewer than 50 pairs, no difference was zero and no two had the same size, and otherwise by the normal approximation with continuity and tie corrections${counts(tested)}. The effect size is the matched-pairs rank-biserial correlation: the positive less the negative rank sum, divided by their total ${cite('kerby')}. The mean of the differences and its 95% confidence interval from Student’s t distribution ${descriptive}.`,
  ],
  'kruskal-wallis': ({ groups: of, twos }, cite) => [
    `For each pathway and each measure the ${of.length} groups were compared by the Kruskal–Wallis test (H corrected for ties, p from the χ² distribution with ${several(of.length - 1, 'degree')} of freedom, an approximation at every group size) ${cite('kruskal')}. The effect size is ε² = H / (n − 1) for n values in all ${cite('tomczak')}.`,
    twos > 1
      ? `In addition all ${twos} pairs of groups were compared by the Mann–Whitney U test (two-sided) ${cite('mannWhitney')}: ${rankP}; these p-values were adjusted by Holm’s method over the ${twos} pairs of each pathway ${cite('holm')}. Their effect size is Cliff’s δ ${cite('cliff')}. Differences of the means with their ${welchInterval} ${cite('welch')}, not adjusted for the number of comparisons, ${descriptive}.`
      : '',
  ],
  'welch-anova': ({ groups: of, twos }, cite) => [
    `For each pathway and each measure the ${of.length} groups were compared by Welch’s analysis of variance (variances not assumed equal; F with ${several(of.length - 1, 'degree')} of freedom between groups and Welch’s approximate degrees of freedom within) ${cite('welchAnova')}. The effect size is ω² = d(F − 1) / (d(F − 1) + n), with d = ${of.length - 1} and n values in all, given as 0 where F < 1 ${cite('kirk')}.`,
    twos > 1
      ? `In addition all ${twos} pairs of groups were compared by Welch’s two-sample t-test (two-sided; each from the values of its own two groups alone) ${cite('welch')}; these p-values were adjusted by Holm’s method over the ${twos} pairs of each pathway ${cite('holm')}. We report the differences of the means with their ${welchInterval}, not adjusted for the number of comparisons, and as their effect size ${hedges(cite)}.`
      : '',
  ],
}
