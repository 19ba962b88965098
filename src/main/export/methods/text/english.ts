import {
  type ComparisonNote,
  type RunTest,
  severalGroupTests,
} from '../../../../shared/domain/results/comparison.ts'
import {
  byRanks,
  type Cite,
  type ComparisonFacts,
  type Counted,
  type Data,
  dayAndTime,
  familyOf,
  firstOf,
  plainText,
  type Tested,
  type Words,
} from './facts.ts'

const several = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

const hedges = (cite: Cite): string =>
  `Hedges’ g, the difference of the means divided by the pooled standard deviation, multiplied by the exact small-sample correction Γ(m/2) / (√(m/2) · Γ((m − 1)/2)) with m = n₁ + n₂ − 2 ${cite('hedges')}`
const welchInterval = '95% confidence interval from Welch’s t distribution'
const rankP =
  'the p-value was computed from the exact distribution where both groups had fewer than 50 values and no two values were equal, and otherwise by the normal approximation with continuity and tie corrections'
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const counts = ({ activity, agingOffset }: ComparisonFacts['tested']): string =>
  ` (activity: exact for ${activity.exact}, approximate for ${several(activity.approximate, 'pathway')}; aging offset: ${agingOffset.exact} and ${agingOffset.approximate})`

const pairCount = (complete: ComparisonFacts['complete']): string => {
  if (!complete) return ''
  const { least, most } = complete
  return least === most
    ? ` (${several(most, 'pair')})`
    : ` (${least} to ${most} pairs, depending on the pathway)`
}

const everyTwoByWelch = (twos: number, cite: Cite): string =>
  twos > 1
    ? `In addition all ${twos} pairs of groups were compared by Welch’s two-sample t-test (two-sided; each from the values of its own two groups alone) ${cite('welch')}; these p-values were adjusted by Holm’s method over the ${twos} pairs of each pathway ${cite('holm')}. We report the differences of the means with their ${welchInterval}, not adjusted for the number of comparisons, and as their effect size ${hedges(cite)}.`
    : ''

/** The full name of each test, with its effect size and its interval. */
const tests: Record<RunTest, (compared: ComparisonFacts, cite: Cite) => string[]> = {
  welch: (_, cite) => [
    `For each pathway and each measure the two groups were compared by Welch’s two-sample t-test (two-sided, variances not assumed equal, Welch–Satterthwaite degrees of freedom) ${cite('welch')}. We report the difference of the means with its ${welchInterval}; the effect size is ${hedges(cite)}, with its 95% confidence interval from the noncentral t distribution.`,
  ],
  'mann-whitney': ({ tested }, cite) => [
    `For each pathway and each measure the two groups were compared by the Mann–Whitney U test (Wilcoxon rank-sum test, two-sided) ${cite('mannWhitney')}. The statistic W is U of the first group: the number of pairs of values in which that of the first group is the larger, equal ones counting one half. ${capital(rankP)}${counts(tested)}. The effect size is Cliff’s δ, the share of such pairs in which the value of the first group is larger less the share in which it is smaller ${cite('cliff')}. The difference is Hodges and Lehmann’s: the median of all differences between a value of the first and one of the second group ${cite('hodges')}, with the 95% confidence interval of this test; no interval is given where groups are too small for 95%. The interval of δ is by Fisher’s z transformation.`,
  ],
  paired: ({ complete }, cite) => [
    `For each pathway and each measure the pairs of which both sides had a value${pairCount(complete)} were compared by the paired t-test (two-sided). We report the mean of the differences within pairs with its 95% confidence interval from Student’s t distribution; the effect size is Hedges’ g for paired differences: their mean divided by their own standard deviation (d_z ${cite('lakens')}), multiplied by the exact small-sample correction with n − 1 degrees of freedom for n pairs ${cite('hedges')}. Its 95% confidence interval is from the noncentral t distribution. Its unit differs from that of Hedges’ g for independent groups, and the two are not comparable.`,
  ],
  'wilcoxon-signed-rank': ({ tested, complete }, cite) => [
    `For each pathway and each measure the pairs of which both sides had a value${pairCount(complete)} were compared by the Wilcoxon signed-rank test (two-sided) ${cite('wilcoxon')}. Differences of zero were dropped; the statistic V is the sum of the ranks of the positive differences. The p-value was computed from the exact distribution where there were fewer than 50 pairs, no difference was zero and no two had the same size, and otherwise by the normal approximation with continuity and tie corrections${counts(tested)}. The effect size is the matched-pairs rank-biserial correlation: the positive less the negative rank sum, divided by their total ${cite('kerby')}. The difference is Hodges and Lehmann’s pseudomedian: the median of the means of every two differences ${cite('hodges')}, with the 95% confidence interval of this test; no interval is given where there are too few pairs for 95%. The interval of the effect is by Fisher’s z transformation.`,
  ],
  'kruskal-wallis': ({ groups: of, twos }, cite) => [
    `For each pathway and each measure the ${of.length} groups were compared by the Kruskal–Wallis test (H corrected for ties, p from the χ² distribution with ${several(of.length - 1, 'degree')} of freedom, an approximation at every group size) ${cite('kruskal')}. The effect size is ε² = H / (n − 1) for n values in all ${cite('tomczak')}.`,
    twos > 1
      ? `In addition all ${twos} pairs of groups were compared by the Mann–Whitney U test (two-sided) ${cite('mannWhitney')}: ${rankP}; these p-values were adjusted by Holm’s method over the ${twos} pairs of each pathway ${cite('holm')}. Their effect size is Cliff’s δ ${cite('cliff')}. Differences are Hodges and Lehmann’s ${cite('hodges')} with the intervals of these tests, not adjusted for the number of comparisons.`
      : '',
  ],
  'welch-anova': ({ groups: of, twos }, cite) => [
    `For each pathway and each measure the ${of.length} groups were compared by Welch’s analysis of variance (variances not assumed equal; F with ${several(of.length - 1, 'degree')} of freedom between groups and Welch’s approximate degrees of freedom within) ${cite('welchAnova')}. The effect size is ω² = d(F − 1) / (d(F − 1) + n), with d = ${of.length - 1} and n values in all, given as 0 where F < 1 ${cite('kirk')}.`,
    everyTwoByWelch(twos, cite),
  ],
  anova: ({ groups: of, twos }, cite) => [
    `For each pathway and each measure the ${of.length} groups were compared by the ordinary one-way analysis of variance, because Welch’s does not keep its error rate where groups have fewer values than there are groups. The effect size is ω² = d(F − 1) / (d(F − 1) + n), with d = ${of.length - 1} and n values in all, given as 0 where F < 1 ${cite('kirk')}.`,
    everyTwoByWelch(twos, cite),
  ],
  regression: (_, cite) => [
    `At the same chronological age, two groups were compared by ordinary least squares: the predicted age was regressed on chronological age and group. The difference is the coefficient of the group, with its 95% confidence interval and p-value (two-sided) from Student’s t distribution with n − 3 degrees of freedom (n − 2 where all chronological ages are equal). The effect size is Hedges’ g: the difference divided by the residual standard deviation, multiplied by the exact small-sample correction for these degrees of freedom ${cite('hedges')}.`,
  ],
  'paired-regression': (_, cite) => [
    `At the same chronological age, pairs were compared by ordinary least squares: the difference in predicted age within each pair was regressed on the difference in chronological age. The difference is the intercept, with its 95% confidence interval and p-value (two-sided) from Student’s t distribution with n − 2 degrees of freedom for n pairs. Where the difference in chronological age is the same in all pairs, this is the paired t-test of age acceleration. The effect size is the intercept divided by the residual standard deviation, multiplied by the exact small-sample correction ${cite('hedges')}.`,
  ],
  ancova: (compared, cite) => [
    `At the same chronological age, the groups were compared by analysis of covariance: the F test of the group in the least-squares regression of predicted age on chronological age and group. The effect size is ω² = d(F − 1) / (d(F − 1) + n), with d degrees of freedom between groups and n values in all, given as 0 where F < 1 ${cite('kirk')}. In addition, every two groups were compared by a regression of their own; these p-values were adjusted by Holm’s method ${cite('holm')}.`,
    ...tests.regression(compared, cite),
  ],
}

const list = (items: readonly string[]): string =>
  items.length < 3 ? items.join(' and ') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
const quoted = (text: string): string => `“${plainText(text)}”`
const wasWere = (count: number): string => (count === 1 ? 'was' : 'were')

function source({ services, first, last, withClock }: Data): string {
  const endpoints = `endpoint${withClock ? 's' : ''} \`POST /moa/pathway-analysis\`${withClock ? ' and `POST /moa/pathway-clock`' : ''}`
  const from = services.length > 0 ? list(services.map(plainText)) : 'a service that is not known'
  if (!first || !last) return `Nothing was returned by the service for these samples (${endpoints}).`
  const when =
    dayAndTime(first) === dayAndTime(last)
      ? `at ${dayAndTime(first)}`
      : `between ${dayAndTime(first)} and ${dayAndTime(last)}`
  return `Pathway activity and pathway aging offset were obtained from ${from} (${endpoints}); the answers were fetched ${when}.`
}

function values({ activity, agingOffset }: Data): string {
  const unit = (name: string, { unit: label }: Counted) =>
    label
      ? `${name} is given as returned, with the label ${quoted(label)} that the user set; the service documents no unit.`
      : `${name} is given as returned; its unit is not documented.`
  const missing = activity.missing + agingOffset.missing
  const absent =
    missing === 0
      ? 'Each sample with a result had a value of both for every pathway.'
      : `${several(activity.missing, 'value')} of activity and ${agingOffset.missing} of aging offset were not returned. Missing values were left out pathway by pathway; none was imputed or taken for 0.`
  return `${several(activity.pathways, 'pathway')} ${wasWere(activity.pathways)} returned. ${unit('Activity', activity)} ${unit('Aging offset', agingOffset)} ${absent} No value was transformed before analysis, unless stated below.`
}

function joined({ joined: all }: Data): string {
  if (all.length === 0) return ''
  const { shown, more } = firstOf(all)
  const named = shown.map(
    ({ pathway, names, samplesWithSeveral: twice }) =>
      `${list(names.map(quoted))} as ${quoted(pathway)}${twice > 0 ? ` (${several(twice, 'sample')} had values under several of these names; that under the first was used)` : ''}`,
  )
  return `Different spellings of one pathway were put together: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

function groupsOf({ groups, withResult, samples }: Data): string {
  const without = samples - withResult
  const size = `The study holds ${several(samples, 'sample')}, of which ${withResult} had a result${without > 0 ? ` and ${without} had none` : ''}`
  if (groups.length === 0) return `${size}.`
  const { shown, more } = firstOf(groups)
  const named = shown.map(({ name, n }) => `${name === null ? 'without a group' : quoted(name)}: ${n}`)
  return `${size} (with a result, by the group of the register: ${named.join(', ')}${more > 0 ? `, and ${several(more, 'more group')}` : ''}).`
}

const noteWords: {
  [Kind in ComparisonNote['kind']]?: (note: Extract<ComparisonNote, { kind: Kind }>) => string
} = {
  inSeveralGroups: ({ samples }) =>
    `${several(samples, 'sample')} that belonged to more than one group ${wasWere(samples)} excluded.`,
  noGroup: ({ samples }) =>
    `${several(samples, 'sample')} without a value of that field belonged to no group.`,
  noResult: ({ samples }) => `${several(samples, 'sample')} of these groups had no result and took no part.`,
  noPair: ({ samples }) => `${several(samples, 'sample')} without a partner ${wasWere(samples)} excluded.`,
  severalInPair: ({ pairs }) =>
    `In ${several(pairs, 'pair')} one side had more than one sample; their mean was used.`,
  severalServices: () => 'The values came from more than one service, which may measure differently.',
  smallGroups: ({ least }) =>
    `The smallest group (or the number of pairs) was ${least}, so that only large differences can be found, and the error rate of Welch’s test may reach about 9%.`,
  leastP: ({ p }) => `With these group sizes and without ties, no p below ${toP(p)} was attainable.`,
}

const toP = (p: number): string => (p < 1e-3 ? p.toExponential(1) : p.toPrecision(2))

const formatNote = (note: ComparisonNote): string => {
  const word = noteWords[note.kind] as ((of: ComparisonNote) => string) | undefined
  return word ? word(note) : ''
}

function groups({ groups: of, by, pairBy, notes, requestedPathways, test }: ComparisonFacts): string[] {
  const named = list(of.map(({ name, n }) => `${quoted(name)} (n = ${n})`))
  const made = by === null ? 'put together by hand' : `formed by the values of the field ${quoted(by)}`
  const order = of.length === 2 && !severalGroupTests.has(test)
  const [first, second] = of
  return [
    `The groups ${named}, counted in samples that were used, were ${made}.${pairBy === null ? '' : ` Samples of the two groups with the same value of the field ${quoted(pairBy)} form a pair.`}${order && first && second ? ` Differences are ${quoted(first.name)} − ${quoted(second.name)}.` : ''}${requestedPathways === null ? '' : ` Only ${several(requestedPathways, 'pathway')} chosen beforehand ${wasWere(requestedPathways)} compared.`} ${notes.map(formatNote).filter(Boolean).join(' ')}`.trim(),
  ]
}

function untested({ activity, agingOffset }: ComparisonFacts['tested']): string {
  const why = ({ tooFew, noSpread, tooLarge }: Tested) =>
    list([
      ...(tooFew > 0 ? [`${tooFew} with too few values`] : []),
      ...(noSpread > 0 ? [`${noSpread} without spread`] : []),
      ...(tooLarge > 0 ? [`${tooLarge} with values too large to be computed with`] : []),
    ])
  const parts = [
    ...(why(activity) ? [`activity: ${why(activity)}`] : []),
    ...(why(agingOffset) ? [`aging offset: ${why(agingOffset)}`] : []),
  ]
  return parts.length > 0
    ? ` Pathways that could not be tested have no p and counted as p = 1 in the adjustment (${parts.join('; ')}).`
    : ''
}

export const english: Words = {
  title: 'Methods',
  synthetic:
    '**Synthetic data.** The service marked data of this study as synthetic: they are no real measurements.',
  data: {
    heading: 'Data',
    of: (data) => [
      `${source(data)} ${groupsOf(data)}`,
      data.withResult > 0 ? values(data) : '',
      joined(data),
    ],
    ofOne: (data, name) => [
      `The sample ${quoted(name)} was studied. ${source(data)}`,
      data.withResult > 0 ? values(data) : '',
      joined(data),
    ],
  },
  comparison: {
    heading: 'Comparison of groups',
    groups,
    test: (compared, cite) => tests[compared.test](compared, cite),
    adjusted: ({ tested }, cite) => [
      `${tested.activity.tested === 0 && tested.agingOffset.tested === 0 ? 'No pathway could be tested.' : `To account for the number of pathways, p-values were adjusted by the method of Benjamini and Hochberg ${cite('benjamini')}, separately for each measure: over all ${several(familyOf(tested.activity), 'pathway')} for activity and ${familyOf(tested.agingOffset)} for aging offset (q), of which ${tested.activity.tested} and ${tested.agingOffset.tested} could be tested.`}${untested(tested)}`,
    ],
    cautions: (sentences) =>
      sentences.length === 0 ? [] : [`Limitations of this comparison: ${sentences.join(' ')}`],
    replicates: ({ replicatesBy, noise, pairBy, test }, cite) => {
      if (replicatesBy === null) return []
      const key = `${quoted(replicatesBy)}${pairBy === null ? '' : ` and of ${quoted(pairBy)}`}`
      const unit = `Samples of one group with the same value of the field ${key} were repeated measurements of one thing: they entered the tests once, by their mean, so that n counts the things that were measured.${byRanks(test) ? ' Ties between such means were judged by their unrounded values.' : ''}`
      if (!noise) return [`${unit} No two samples were such, and the noise of measuring is not known.`]
      return [
        `${unit} The noise of measuring was estimated pathway by pathway as the standard deviation within replicates (SD), pooled over all groups (up to ${several(noise.sets, 'set')} of replicates, ${several(noise.df, 'degree')} of freedom) ${cite('bland')}. A difference of means was called within noise where its absolute value was smaller than 1.96 · SD · √v, with v the sum over both groups of Σ(1/k)/n² for n units of k measurements each${pairBy === null ? '' : ' (for pairs: the mean of these variances over the pairs, divided by their number)'}; the smallest change that two single measurements can tell is 1.96 · √2 · SD.`,
      ]
    },
  },
  clock: {
    heading: 'Pathway clock',
    of: ({ predicted, chronological, points, units, leftOut, line, correlation }, cite) => {
      const missing = [
        ...(leftOut.withoutClock > 0 ? [`${leftOut.withoutClock} without a predicted age`] : []),
        ...(leftOut.withoutAge > 0 ? [`${leftOut.withoutAge} without a chronological age`] : []),
      ]
      const from =
        chronological?.from === 'clock'
          ? `the number ${quoted(chronological.name)} of the same answer`
          : `the field ${quoted(chronological?.name ?? '')} of the samples`
      return [
        `The predicted age is the number ${quoted(predicted?.name ?? '')} that the clock returned for the sample as a whole, and the chronological age ${from}; ${several(points.length, 'sample')} had both${missing.length > 0 ? ` (left out: ${list(missing)})` : ''}.${line ? ' The line is the ordinary least-squares fit of predicted on chronological age.' : ''}${correlation ? ` Correlation is Pearson’s r${correlation.rLow === null ? '' : `, with its 95% confidence interval by Fisher’s z transformation ${cite('fisher')}${units ? `, which counts each value of the field ${quoted(units.field)} once (${units.count})` : ''}`}.` : ''} Both were taken to be in one unit, which the service does not document. Agreement is described by the mean absolute error and the mean signed difference (predicted − chronological).`,
      ]
    },
    compared: ({ samples, hasResiduals, withoutClock, withoutAge, byAge }, facts, cite) => {
      const missing = [
        ...(withoutClock > 0 ? [`${withoutClock} without a predicted age`] : []),
        ...(withoutAge > 0 ? [`${withoutAge} without a chronological age`] : []),
      ]
      const residual = hasResiduals
        ? ` Figures show the residual: the predicted age less the value of that line, fitted to all ${several(samples, 'sample')} with both ages, at the sample’s chronological age.`
        : ''
      const tested =
        'It was compared between the groups by the same test as the pathways, with the same pairs and replicates. Samples of one thing entered by their mean predicted and mean chronological age. Each measure is one test, so that p-values were not adjusted, nor one for the other.'
      return [
        `Age acceleration is the predicted less the chronological age of a sample, taken to be in years. ${tested}${residual} Means of the groups are given with their 95% confidence intervals from Student’s t distribution; at the same chronological age they are means of the predicted age at the mean chronological age, by the slope of the regression.${missing.length > 0 ? ` Samples of the groups left out: ${list(missing)}.` : ''}`,
        ...(byAge && byAge !== 'paired' ? tests[byAge](facts, cite) : []),
      ]
    },
  },
  structure: {
    heading: 'Clustering and principal components',
    trees: ({ linkage, distance, view, leftOut, sampleTree, pathwayTree }, cite) => {
      const what = list([
        ...(sampleTree ? ['Samples'] : []),
        ...(pathwayTree ? [sampleTree ? 'pathways' : 'Pathways'] : []),
      ])
      const left = [
        ...(leftOut.samples.length > 0 ? [several(leftOut.samples.length, 'sample')] : []),
        ...(leftOut.pathways.length > 0 ? [several(leftOut.pathways.length, 'pathway')] : []),
      ]
      const linked = {
        average: 'average linkage (UPGMA)',
        complete: 'complete linkage',
        single: 'single linkage',
        ward: `Ward’s method (minimum variance, on squared distances; ward.D2) ${linkage === 'ward' ? cite('ward') : ''}`,
      }[linkage].trim()
      const measured =
        distance === 'euclidean'
          ? 'Euclidean distances; where values are missing, the sum of squares over what two have in common was scaled up to the full number'
          : 'correlation distances (1 − Pearson’s r of what two have in common)'
      return [
        `${what} were clustered hierarchically by ${view === 'z' ? 'z-scores of the activities within each pathway' : 'the activities as returned, neither centred nor scaled,'} by ${linked} of ${measured}.${left.length > 0 ? ` ${list(left)} had no value in common with others and ${left.length === 1 && left[0]?.startsWith('1 ') ? 'was' : 'were'} left out.` : ''}`,
      ]
    },
    components: ({ samples, pathways, scaled, leftOut, components }) => {
      const left = [
        ...(leftOut.pathways.length > 0
          ? [
              `${several(leftOut.pathways.length, 'pathway')} that more than a fifth of the samples lacked or that did not vary`,
            ]
          : []),
        ...(leftOut.samples.length > 0
          ? [`${several(leftOut.samples.length, 'sample')} that lacked one of the remaining pathways`]
          : []),
      ]
      return [
        `Principal components were computed of the activities of ${several(samples.length, 'sample')} in ${several(pathways.length, 'pathway')}, each centred to mean 0${scaled ? ' and scaled to standard deviation 1' : ' and not scaled'}, by singular value decomposition; the ${several(components.length, 'component')} with the largest share of the total variance ${components.length === 1 ? 'is' : 'are'} given, with the sign that makes the largest loading positive.${left.length > 0 ? ` Left out ${leftOut.pathways.length + leftOut.samples.length === 1 ? 'was' : 'were'} ${list(left)}.` : ''}`,
      ]
    },
  },
  software: {
    heading: 'Software',
    of: (version, statistics) => [
      `Data were fetched and ${statistics ? 'analyzed' : 'stored'} with Pathclock ${version}.${statistics ? ' The accompanying programs in R and Python recompute the numbers from the exported tables and compare them with those reported, to a relative tolerance of 1e-9.' : ' The accompanying programs in R and Python read the exported table and compare it with what was stored.'}`,
      'Research use only: not for diagnosis or treatment.',
    ],
  },
  references: 'References',
}
