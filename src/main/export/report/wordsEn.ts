import type { Measure } from '../../../shared/domain/results/analysis.ts'

const many = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`
const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')
const hasOrHave = (count: number): string => (count === 1 ? 'has' : 'have')

/** What a report says in English; the other language has the same keys. */
export const wordsEn = {
  none: '–',
  noneHint: '– stands for a value that was not returned or cannot be told; it is not 0.',
  count: (count: number): string => count.toLocaleString('en-US'),
  samples: (count: number): string => many(count, 'sample'),
  pathways: (count: number): string => many(count, 'pathway'),
  list: (names: readonly string[]): string => names.join(', '),
  andMore: (names: string, count: number): string => `${names} and ${count} more`,
  quoted: (text: string): string => `“${text}”`,
  colon: (name: string, value: string): string => `${name}: ${value}`,
  yes: 'yes',
  no: 'no',
  research: 'Research use only',
  synthetic: {
    title: 'Synthetic data',
    text: 'The service marked these data as synthetic: they were made for demonstration and were not measured on anyone.',
    short: 'synthetic demo data, not measured',
  },
  source: {
    from: (service: string): string => `Fetched from ${service}`,
    none: 'Nothing was fetched',
    between: (from: string, to: string): string => `${from} – ${to}`,
  },
  title: {
    cohort: (count: number): string => `Pathway report of ${many(count, 'sample')}`,
    sample: (reference: string): string => `Pathway report of the sample ${reference}`,
  },
  of: {
    all: 'All samples of the register.',
    named: (count: number): string => `${many(count, 'sample')} that a person chose one by one.`,
    found: (conditions: string): string => `Samples of the register with ${conditions}.`,
    except: (count: number): string => `${many(count, 'sample')} of them left out by hand.`,
    sample: (sampleId: string): string => `One sample, ${sampleId} at the service.`,
  },
  filter: {
    text: 'text',
    states: 'state',
    group: 'group',
    tag: 'tag',
    batchId: 'import',
    synthetic: 'synthetic',
    hasResult: 'with an analysis',
  },
  glance: {
    title: 'At a glance',
    caption: 'What this report is made of',
    samples: 'Samples',
    answered: 'With a pathway analysis',
    withoutResult: 'Without a pathway analysis',
    pathways: 'Pathways',
    groups: 'Groups',
    noGroup: 'no group',
    services: 'Services',
    oldest: 'First fetched',
    newest: 'Last fetched',
    synthetic: 'Synthetic',
    application: 'Made with',
    madeAt: 'Made at',
    nothing: 'nothing was fetched',
  },
  measures: { activity: 'Activity', aging_offset: 'Aging offset' },
  valueTitle: (measure: Measure, unit: string | undefined): string =>
    measure === 'activity'
      ? `Pathway activity${unit ? ` (${unit})` : ''}, as returned; ${unit ? 'unit as set for this profile' : 'unit not documented'}`
      : `Aging offset${unit ? ` (${unit})` : ''}, as returned; ${unit ? 'unit as set for this profile' : 'unit not documented'}; positive = older than expected (assumed)`,
  unit: (unit: string | undefined): string =>
    unit ? `${unit}, as set for this profile` : 'not documented; as returned',
  word: { sample: 'Sample', pathway: 'Pathway', group: 'Group' },
  figure: (number: number): string => `Figure ${number}.`,
  table: (number: number): string => `Table ${number}.`,
  heatmap: {
    heading: 'All pathways of all samples',
    title: 'Pathway activity',
    summary: (samples: string, pathways: string, missing: number): string =>
      `${pathways} × ${samples} as colours; ${missing === 0 ? 'no value is missing' : `${many(missing, 'value')} missing, hatched`}.`,
    clustered: (method: string): string =>
      `Samples and pathways are ordered by hierarchical clustering of raw values (${method}).`,
    samplesClustered: (method: string): string =>
      `Samples are ordered by hierarchical clustering of raw values (${method}).`,
    pathwaysClustered: (method: string): string =>
      `Pathways are ordered by hierarchical clustering of raw values (${method}).`,
    samplesByGroup: (most: string | null): string =>
      most === null
        ? 'Samples stand by group.'
        : `Samples stand by group, as no more than ${most} can be clustered.`,
    pathwaysByName: (most: string | null): string =>
      most === null
        ? 'Pathways stand by name.'
        : `Pathways stand by name, as no more than ${most} can be clustered.`,
    method: (linkage: string, distance: string): string => `${linkage} linkage, ${distance}`,
    linkages: { average: 'average', complete: 'complete', single: 'single', ward: 'Ward (ward.D2)' },
    distances: { euclidean: 'Euclidean distance', correlation: '1 − Pearson’s r' },
  },
  joined: (names: string, pathway: string): string => `${names} are one pathway here (${pathway}).`,
  joinedSeveral: (count: number): string =>
    `${many(count, 'sample')} ${hasOrHave(count)} values under more than one of these names; the first counts.`,
  withoutResult: (count: number): string =>
    `${many(count, 'sample')} without a pathway analysis ${isOrAre(count)} not shown.`,
  clock: {
    heading: 'Predicted and chronological age',
    title: 'Predicted against chronological age',
    axis: {
      predicted: {
        clock: (name: string): string =>
          `Predicted: ${name}, as returned by pathway-clock; unit not documented`,
        covariate: (name: string): string => `Predicted: ${name}, from the register`,
      },
      chronological: {
        clock: (name: string): string =>
          `Chronological: ${name}, as returned by pathway-clock; unit not documented`,
        covariate: (name: string): string => `Chronological: ${name}, from the register; unit as entered`,
      },
    },
    sources: {
      clock: (name: string): string => `${name}, from pathway-clock`,
      covariate: (name: string): string => `${name}, from the register`,
    },
    identity: 'predicted = chronological',
    fit: (equation: { slope: string; sign: string; intercept: string }): string =>
      `least squares: ${equation.slope} · age ${equation.sign} ${equation.intercept}`,
    r: (r: string): string => `r = ${r}`,
    rBetween: (r: string, low: string, high: string): string => `r = ${r} (95% CI ${low} … ${high})`,
    mae: (value: string): string => `mean absolute error ${value}`,
    meanDifference: (value: string): string => `mean difference ${value}`,
    tooFew: 'no line and no r: fewer than three points',
    noSpread: 'no line and no r: all of one chronological age',
    noR: 'no r: all of one predicted age',
    summary: (count: number, figures: string): string =>
      `Predicted against chronological age of ${many(count, 'sample')}: ${figures}.`,
    assumption:
      'That a point above the dashed line means “older than expected” is an assumption; the service does not document it, nor that both ages are in one unit.',
    withoutClock: (count: number): string =>
      `${many(count, 'sample')} without this value of the clock ${isOrAre(count)} not shown.`,
    withoutAge: (count: number): string =>
      `${many(count, 'sample')} without a chronological age ${isOrAre(count)} not shown.`,
    none: 'No sample has both ages, so none are drawn.',
  },
  pca: {
    heading: 'Principal components',
    title: 'Principal components of the samples',
    axis: (name: string, share: string): string => `${name} (${share} of the variance)`,
    summary: (samples: string, pathways: string, scaled: boolean): string =>
      `Principal components of raw activity of ${samples} over ${pathways}, centred${scaled ? ', each pathway scaled to SD 1' : ', not scaled'}.`,
    leftOutPathways: (count: number, names: string): string =>
      `${many(count, 'pathway')} left out, without spread or missing in over a fifth of the samples: ${names}.`,
    leftOutSamples: (count: number): string =>
      `${many(count, 'sample')} left out, for lack of one of the other pathways.`,
    why: {
      tooFewSamples: 'No principal components: at least three samples with all of the pathways are needed.',
      tooFewPathways:
        'No principal components: at least two pathways that differ between the samples are needed.',
    },
  },
  samplesTable: {
    heading: 'Samples',
    caption: 'Samples and when their pathway analysis was fetched',
    reference: 'Reference',
    sampleId: 'Sample ID',
    group: 'Group',
    fetchedAt: 'Fetched at (UTC)',
    noResult: 'no analysis kept',
    leftOut: (count: number): string =>
      `${many(count, 'more sample')} ${isOrAre(count)} not listed here; the table of samples, exported by itself or in the study capsule, has them all.`,
  },
  comparison: {
    heading: 'Comparison',
    two: (first: string, second: string): string => `${first} − ${second}`,
    several: (names: string): string => `Groups: ${names}`,
    groupsCaption: 'Groups that are compared',
    by: (field: string): string => `Groups by ${field}.`,
    byHand: 'Groups were made by hand.',
    test: 'Test',
    pairsBy: (field: string): string => `Pairs share ${field}.`,
    replicatesBy: (field: string): string => `Replicates share ${field}.`,
    tests: {
      welch: 'Welch’s t-test',
      'mann-whitney': 'Mann–Whitney U',
      paired: 'Paired t-test',
      'wilcoxon-signed-rank': 'Wilcoxon signed-rank',
      'kruskal-wallis': 'Kruskal–Wallis',
      'welch-anova': 'Welch’s ANOVA',
    },
    effects: {
      hedges_g: 'Hedges g',
      hedges_g_paired: 'Hedges g of the pairs',
      cliffs_delta: 'Cliff’s δ',
      rank_biserial: 'rank-biserial r',
      epsilon_squared: 'ε²',
      omega_squared: 'ω²',
    },
    adjusted: (count: number): string =>
      `q: Benjamini–Hochberg over ${many(count, 'tested pathway')} of this measure.`,
    below: (count: number): string => `${many(count, 'pathway')} with q < 0.05.`,
    noisy: (count: number): string => `${count} more within the noise of measuring.`,
    notesTitle: 'What this comparison cannot show, and what it left out',
    caption: (measure: string): string => `${measure}: all pathways, by p`,
    n: (name: string): string => `n ${name}`,
    mean: (name: string): string => `Mean ${name}`,
    pairs: 'Pairs',
    difference: { plain: 'Difference', ofMeans: 'Difference of means', mean: 'Mean difference' },
    interval: { plain: '95% CI', byWelch: '95% CI by Welch', byT: '95% CI by t' },
    remark: 'Note',
    why: {
      tooFew: 'too few values',
      noSpread: 'no spread within groups',
      tooLarge: 'values too large',
    },
    withinNoise: 'within noise',
    fewValues: 'few values',
    approximate: 'approximate p',
    belowLeast: (p: string): string => `counting gives no p below ${p}`,
    signsDiffer: 'ranks point the other way',
    leftOut: (count: number): string =>
      `${many(count, 'more pathway')} with a larger p ${isOrAre(count)} not listed here; the table of the comparison, exported by itself or in the study capsule, has them all.`,
    pairwiseHeading: 'Every two groups',
    pairwiseCaption: (measure: string): string => `${measure}: every two groups, of the first pathways by p`,
    pairwiseHint:
      'p (Holm) is adjusted over the pairs of one pathway alone, and is to be read only where q of all groups is below 0.05. The difference is of the means, with its interval by Welch.',
    pairwiseLeftOut:
      'Pairs of the other pathways are in the table of the comparison, exported by itself or in the study capsule.',
    contrast: 'Contrast',
    holm: 'p (Holm)',
    meansLeftOut:
      'Means of so many groups do not fit here; the table of the comparison, exported by itself or in the study capsule, has them.',
    volcano: (measure: string): string => `${measure}: differences against q`,
    volcanoAxis: (first: string, second: string, measure: string): string =>
      `${first} − ${second}: ${measure}`,
    volcanoSummary: (count: number, first: string, second: string, below: number): string =>
      `Volcano plot of ${many(count, 'pathway')}, ${first} minus ${second}: ${below} with q below 0.05 and beyond noise.`,
    boxes: (pathway: string): string => `${pathway} by group`,
    shortValue: (measure: string, unit: string | undefined): string =>
      `${measure} (${unit ?? 'unit not documented'})`,
    dots: 'Colour: difference of the means of every two groups. Size: the greater of q of all groups and their p by Holm over the pairs of one pathway, so that no pair is ringed where the test of all groups found nothing.',
    gated: 'greater of q and p (Holm)',
    boxSummary: (pathway: string): string => `Values of ${pathway} by group.`,
    replicatesShown: 'Replicates count once, by their mean, in the test; here every sample is a point.',
  },
  notes: {
    leastP: (p: string, q: string): string =>
      `With groups of this size no p can be below ${p}, and so no q below ${q}. A pathway that shows nothing here may still differ.`,
    undercut: (count: number): string =>
      `${many(count, 'pathway')} with equal values ${hasOrHave(count)} an approximate p below that, to be trusted no further.`,
    smallGroups: (least: number): string =>
      `The smallest group has ${many(least, 'value')}. Effects and intervals of so few are rough.`,
    inSeveralGroups: (count: number): string =>
      `${many(count, 'sample')} ${isOrAre(count)} in several groups and left out of all.`,
    noGroup: (count: number): string =>
      `${many(count, 'sample')} ${hasOrHave(count)} no value of the field and ${isOrAre(count)} in no group.`,
    noResult: (count: number): string =>
      `${many(count, 'sample')} of the groups ${hasOrHave(count)} no pathway analysis.`,
    noPair: (count: number): string => `${many(count, 'sample')} without a partner left out.`,
    severalInPair: (count: number): string =>
      `In ${many(count, 'pair')} a side has several samples; their mean is compared.`,
    noReplicates:
      'No two samples of a group share a value of the replicates’ field, so the noise is unknown.',
    severalServices: (services: string): string =>
      `The numbers come from several services, which may not measure alike: ${services}.`,
    byRanks:
      'p and effect are by ranks. The difference is of the means, its interval by the t test of means (Welch’s; Student’s for pairs); neither belongs to the test.',
    byChiSquare: 'p is by χ² with one degree of freedom less than groups, which is an approximation.',
    approximated:
      'An approximate p is by the normal distribution with continuity correction, as in R: values are equal, or there are fifty or more.',
    fewValues: (count: number, least: number): string =>
      `${many(count, 'pathway')} ${count === 1 ? 'was' : 'were'} tested with fewer than five values in a group (at least ${least}), marked “few values”. What is not found there may be there all the same.`,
    leastPairwiseP: (p: string, pHolm: string): string =>
      `Of two of these groups no p can be below ${p}, and by Holm none below ${pHolm}.`,
    replicates:
      'Replicates count once, by their mean, so n is the number of what was measured, not of samples.',
    noise: (sets: number, by: string, df: number): string =>
      `Noise from ${many(sets, 'set')} of replicates by ${by} (${many(df, 'degree')} of freedom). A difference lies within noise below 1.96 · SD · √(Σ 1/k / n², of both groups), for n units of k measurements each.`,
    withoutP: (count: number): string => `${many(count, 'pathway')} could not be tested; the table says why.`,
  },
  sample: {
    factsHeading: 'The sample',
    factsCaption: 'What the register has of the sample',
    fact: 'Field',
    value: 'Value',
    names: {
      sample_id: 'Sample ID',
      client_reference: 'Reference',
      age: 'Age (years)',
      sex: 'Sex',
      tissue: 'Tissue',
      group: 'Group',
      donor_id: 'Donor',
      collected_at: 'Collected at',
      status: 'Status, in the words of the service',
      state: 'State',
      created_at: 'Ordered at',
      checked_at: 'Status asked at',
      analysed_at: 'Analysis fetched at',
      annotation_group: 'Group given here',
      annotation_tags: 'Tags given here',
      annotation_note: 'Note taken here',
      annotated_at: 'Changed here at',
      service: 'Service',
      synthetic: 'Synthetic',
    } as Readonly<Record<string, string>>,
    valuesHeading: 'Pathways',
    valuesCaption: 'Values of all pathways, as returned',
    agingOffset: 'Aging offset',
    activity: 'Activity',
    fetchedAt: 'Fetched at (UTC)',
    leftOut: (count: number): string =>
      `${many(count, 'more pathway')} ${isOrAre(count)} not listed here; the table of results, exported by itself or in the study capsule, has them all.`,
    noResult: 'No pathway analysis of this sample is kept on this computer, so there are no values to show.',
    ranked: (measure: string): string => `${measure} of all pathways, ranked`,
    rankedSummary: (highest: string, lowest: string): string => `Highest: ${highest}; lowest: ${lowest}.`,
    clockHeading: 'Clock values',
    clockCaption: 'What pathway-clock returned for the sample as a whole, under the names of the service',
    name: 'Name',
    noClock: 'No answer of pathway-clock is kept for this sample.',
    answersHeading: 'Answers kept',
    answersCaption: 'Every answer of the service about this sample that is kept',
    kind: 'Kind',
    kinds: { activity: 'pathway-analysis', clock: 'pathway-clock' },
    requestId: 'Request ID',
    shown: 'Gives values shown',
    scores: 'Pathways',
    service: 'Service',
    answersLeftOut: (count: number): string =>
      `${many(count, 'older answer')} ${isOrAre(count)} not listed here; the table of answers, exported by itself or in the study capsule, has them all.`,
  },
  methods: { heading: 'Methods' },
  parameters: {
    heading: 'Parameters',
    caption: 'Settings that the numbers and figures depend on',
    name: 'Setting',
    value: 'Value',
    view: 'Values',
    raw: 'raw, as returned',
    activityUnit: 'Unit of activity',
    offsetUnit: 'Unit of aging offset',
    clustering: 'Clustering',
    pca: 'Principal components',
    scaled: 'centred, each pathway scaled to SD 1',
    centred: 'centred, not scaled',
    test: 'Test',
    groups: 'Groups',
    pairs: 'Pairs share',
    replicates: 'Replicates share',
    nothing: 'nothing',
    adjustment: 'Adjustment',
    adjusted: 'Benjamini–Hochberg (q) over the pathways of one measure',
    adjustedHolm:
      'Benjamini–Hochberg (q) over the pathways of one measure; Holm over the pairs of one pathway',
    pathways: 'Pathways',
    all: 'all',
    predicted: 'Predicted age',
    chronological: 'Chronological age',
  },
  small: {
    heading: 'How to read and cite this report',
    research: 'Research use only. Nothing here is a diagnosis, a prediction of health or advice to a person.',
    undocumented:
      'The service documents neither unit nor range of activity and aging offset, nor how they are made. That a positive offset means “older than expected” is assumed. Values are shown as they were returned.',
    numbers:
      'Numbers are rounded for reading: three decimals from 0.1 to 1,000. Calculations use full precision; tables that are exported have it.',
    cite: 'A study capsule of the same samples holds the raw answers, the tables and their SHA-256 sums. Cite the sum of the capsule beside this report, so that others can check that they look at the same numbers.',
    madeWith: (application: string, madeAt: string): string => `Made with ${application} on ${madeAt}.`,
  },
}

export type Words = typeof wordsEn
