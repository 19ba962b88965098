import type { ClockPlot, Clustering, JoinedNames, Pca } from '../../../shared/domain/results/cohort.ts'
import {
  type ComparisonNote,
  type RunTest,
  severalGroupTests,
} from '../../../shared/domain/results/comparison.ts'
import {
  describeFit,
  describeModelNote,
  describeQuestions,
} from '../../../shared/domain/results/describeModel.ts'
import { joinMessages, type Message, type MessageValue, message } from '../../../shared/words/message.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'
import {
  type AgeFacts,
  ageFactsOf,
  byRanks,
  type Cite,
  type ComparisonFacts,
  comparisonFactsOf,
  type Data,
  dataOf,
  dayAndTime,
  familyOf,
  plainText,
  type Tested,
} from './facts.ts'

/** A section of the methods. A paragraph contains Markdown; null is left out. */
export type MethodsSection = { heading: Message; paragraphs: readonly (Message | null)[] }

/** Describes only what the study used. `cautions` are sentences in the language of the text. */
export function describeMethods(
  collected: CollectedStudy,
  cautions: readonly string[],
  cite: Cite,
): MethodsSection[] {
  const { study, clock, clustering, pca, result, version, samples, sampleIds } = collected
  const data = dataOf(collected)
  const name = result?.clientReference ?? samples[0]?.clientReference ?? sampleIds[0] ?? ''
  const compared = comparisonFactsOf(collected)
  const ages = ageFactsOf(collected)
  return [
    {
      heading: message('methods.data'),
      paragraphs: [
        study.kind === 'sample'
          ? joinMessages([message('methods.sampleStudied', { name: plainText(name) }), source(data)])
          : joinMessages([source(data), groupsInRegister(data)]),
        data.withResult > 0 ? values(data) : null,
        spellings(data.joined),
      ],
    },
    {
      heading: message('methods.comparison'),
      paragraphs: compared
        ? [
            groupsOf(compared),
            ...tests[compared.test](compared, cite),
            adjusted(compared, cite),
            replicates(compared, cite),
            cautions.length > 0 ? message('methods.limitations', { cautions: joinMessages(cautions) }) : null,
          ]
        : [],
    },
    { heading: message('methods.model'), paragraphs: modelParagraphs(collected, cite) },
    {
      heading: message('methods.clock'),
      paragraphs:
        clock && clock.points.length > 0
          ? [agesOf(clock, cite), ...(ages && compared ? comparedAges(ages, compared, cite) : [])]
          : [],
    },
    {
      heading: message('methods.structure'),
      paragraphs: [
        clustering?.sampleTree || clustering?.pathwayTree ? trees(clustering, cite) : null,
        pca && pca.components.length > 0 ? components(pca) : null,
      ],
    },
    {
      heading: message('methods.questions'),
      paragraphs: [describeQuestions(collected.questions, collected.overview)],
    },
    {
      heading: message('methods.software'),
      paragraphs: [
        compared || clustering
          ? message('methods.analyzedWith', { version })
          : message('methods.storedWith', { version }),
        message('methods.researchUse'),
      ],
    },
  ]
}

/** Describes the models of pathways, and that of the clock, with their contrasts. */
function modelParagraphs({ models }: CollectedStudy, cite: Cite): (Message | null)[] {
  const [first] = models
  if (!first) return []
  const { contrasts, moderation, block, leastEffect, equivalence, notes } = first
  return [
    describeFit(first, plainText),
    message('methods.modelContrasts', {
      contrasts: list(contrasts.map(({ name }) => plainText(name))),
      reference: cite('benjamini'),
    }),
    moderation === 'none' ? null : message('methods.modelModeration', { reference: cite('smyth') }),
    block?.as === 'correlation'
      ? message('methods.modelCorrelation', { reference: cite('duplicates') })
      : null,
    leastEffect > 0 ? message('methods.modelLeastEffect', { reference: cite('treat') }) : null,
    equivalence === null ? null : message('methods.modelEquivalence', { reference: cite('schuirmann') }),
    notes.length === 0 ? null : joinMessages(notes.map(describeModelNote)),
    models.some(({ ages }) => ages !== null) ? message('methods.modelClock') : null,
  ]
}

/** Lists values: “a, b and c”. */
const list = (items: readonly MessageValue[]): MessageValue =>
  items.reduce((first, item, at) =>
    at < items.length - 1
      ? message('methods.listed', { first, next: item })
      : message('methods.listedLast', { first, last: item }),
  )

const quoted = (name: string): Message => message('shared.quoted', { name: plainText(name) })

const samplesOf = (count: number): Message => message('methods.samples', { count })
const pathwaysOf = (count: number): Message => message('methods.pathways', { count })
const degreesOf = (count: number): Message => message('methods.degreesOfFreedom', { count })

/** Longer lists end with the number of other items. */
const maxListed = 10

function source({ services, first, last, withClock }: Data): Message {
  const endpoints = withClock ? message('methods.endpointsWithClock') : message('methods.endpoint')
  if (!first || !last) return message('methods.nothingReturned', { endpoints })
  const from = services.length > 0 ? list(services.map(plainText)) : message('methods.unknownService')
  const [start, end] = [dayAndTime(first), dayAndTime(last)]
  return start === end
    ? message('methods.obtainedAt', { services: from, endpoints, time: start })
    : message('methods.obtainedBetween', { services: from, endpoints, first: start, last: end })
}

function groupsInRegister({ groups, withResult, samples }: Data): Message {
  const without = samples - withResult
  const results =
    without > 0
      ? message('methods.hadResultOthersNone', { withResult, without })
      : message('methods.hadResult', { withResult })
  if (groups.length === 0) return message('methods.studyHolds', { count: samples, results })
  const named = groups
    .slice(0, maxListed)
    .map(({ name, n }) =>
      name === null
        ? message('methods.withoutGroup', { n })
        : message('methods.registerGroup', { name: plainText(name), n }),
    )
  const more = groups.length - named.length
  return message('methods.studyHoldsGroups', {
    count: samples,
    results,
    groups: joinMessages([...named, more > 0 ? message('methods.moreGroups', { count: more }) : null], ', '),
  })
}

const values = ({ activity, agingOffset }: Data): Message =>
  joinMessages([
    message('methods.pathwaysReturned', { count: activity.pathways }),
    activity.unit
      ? message('methods.activityUnitSet', { unit: plainText(activity.unit) })
      : message('methods.activityNoUnit'),
    agingOffset.unit
      ? message('methods.agingOffsetUnitSet', { unit: plainText(agingOffset.unit) })
      : message('methods.agingOffsetNoUnit'),
    ...(activity.missing + agingOffset.missing === 0
      ? [message('methods.noneMissing')]
      : [
          message('methods.notReturned', { count: activity.missing, agingOffset: agingOffset.missing }),
          message('methods.missingLeftOut'),
        ]),
    message('methods.notTransformed'),
  ])

function spellings(all: readonly JoinedNames[]): Message | null {
  if (all.length === 0) return null
  const joined = all.slice(0, maxListed).map((one) => {
    const names = list(one.names.map(quoted))
    const [pathway, count] = [plainText(one.pathway), one.samplesWithSeveral]
    return count > 0
      ? message('methods.joinedWithSeveral', { names, pathway, count })
      : message('methods.joinedAs', { names, pathway })
  })
  const more = all.length - joined.length
  return message('methods.spellingsJoined', {
    joined: joinMessages([...joined, more > 0 ? message('methods.moreJoined', { more }) : null], '; '),
  })
}

function groupsOf({ groups, by, pairBy, notes, requestedPathways, test }: ComparisonFacts): Message {
  const named = list(groups.map(({ name, n }) => message('methods.groupSize', { name: plainText(name), n })))
  const [first, second] = groups
  return joinMessages([
    by === null
      ? message('methods.groupsByHand', { groups: named })
      : message('methods.groupsByField', { groups: named, field: plainText(by) }),
    pairBy === null ? null : message('methods.pairsBy', { field: plainText(pairBy) }),
    first && second && groups.length === 2 && !severalGroupTests.has(test)
      ? message('methods.differencesAre', { first: plainText(first.name), second: plainText(second.name) })
      : null,
    requestedPathways === null ? null : message('methods.chosenPathways', { count: requestedPathways }),
    ...notes.map(describeNote),
  ])
}

function describeNote(note: ComparisonNote): Message | null {
  switch (note.kind) {
    case 'inSeveralGroups':
      return message('methods.inSeveralGroups', { count: note.samples })
    case 'noGroup':
      return message('methods.noGroup', { count: note.samples })
    case 'noResult':
      return message('methods.noResult', { count: note.samples })
    case 'noPair':
      return message('methods.noPair', { count: note.samples })
    case 'severalInPair':
      return message('methods.severalInPair', { count: note.pairs })
    case 'severalServices':
      return message('methods.severalServices')
    case 'smallGroups':
      return message('methods.smallGroups', { least: note.least })
    case 'leastP':
      return message('methods.leastP', { p: note.p < 1e-3 ? note.p.toExponential(1) : note.p.toPrecision(2) })
    default:
      return null
  }
}

const exactOf = ({ activity, agingOffset }: ComparisonFacts['tested']): Message =>
  message('methods.exactCounts', {
    exact: activity.exact,
    count: activity.approximate,
    offsetExact: agingOffset.exact,
    offsetApproximate: agingOffset.approximate,
  })

function pairsOf({ complete }: ComparisonFacts): Message {
  if (!complete) return message('methods.completePairs')
  return complete.least === complete.most
    ? message('methods.completePairsCounted', { count: complete.most })
    : message('methods.completePairsRange', complete)
}

const omegaSquared = (groups: number, cite: Cite): Message =>
  message('methods.omegaSquared', { d: groups - 1, kirk: cite('kirk') })

const everyTwoByWelch = (twos: number, cite: Cite): Message | null =>
  twos > 1
    ? message('methods.everyTwoByWelch', {
        twos,
        welch: cite('welch'),
        holm: cite('holm'),
        hedges: cite('hedges'),
      })
    : null

/** The paragraphs of each test, with its effect size and its interval. Papers are cited in the order of the text. */
const tests: Record<RunTest, (compared: ComparisonFacts, cite: Cite) => (Message | null)[]> = {
  welch: (_, cite) => [message('methods.welch', { welch: cite('welch'), hedges: cite('hedges') })],
  'mann-whitney': ({ tested }, cite) => [
    message('methods.mannWhitney', {
      exact: exactOf(tested),
      mannWhitney: cite('mannWhitney'),
      cliff: cite('cliff'),
      hodges: cite('hodges'),
    }),
  ],
  paired: (compared, cite) => [
    message('methods.paired', { pairs: pairsOf(compared), lakens: cite('lakens'), hedges: cite('hedges') }),
  ],
  'wilcoxon-signed-rank': (compared, cite) => [
    message('methods.wilcoxon', {
      pairs: pairsOf(compared),
      exact: exactOf(compared.tested),
      wilcoxon: cite('wilcoxon'),
      kerby: cite('kerby'),
      hodges: cite('hodges'),
    }),
  ],
  'kruskal-wallis': ({ groups, twos }, cite) => [
    message('methods.kruskal', {
      groups: groups.length,
      degrees: degreesOf(groups.length - 1),
      kruskal: cite('kruskal'),
      tomczak: cite('tomczak'),
    }),
    twos > 1
      ? message('methods.everyTwoByRanks', {
          twos,
          mannWhitney: cite('mannWhitney'),
          holm: cite('holm'),
          cliff: cite('cliff'),
          hodges: cite('hodges'),
        })
      : null,
  ],
  'welch-anova': ({ groups, twos }, cite) => [
    joinMessages([
      message('methods.welchAnova', {
        groups: groups.length,
        degrees: degreesOf(groups.length - 1),
        welchAnova: cite('welchAnova'),
      }),
      omegaSquared(groups.length, cite),
    ]),
    everyTwoByWelch(twos, cite),
  ],
  anova: ({ groups, twos }, cite) => [
    joinMessages([message('methods.anova', { groups: groups.length }), omegaSquared(groups.length, cite)]),
    everyTwoByWelch(twos, cite),
  ],
  regression: (_, cite) => [message('methods.regression', { hedges: cite('hedges') })],
  'paired-regression': (_, cite) => [message('methods.pairedRegression', { hedges: cite('hedges') })],
  ancova: (compared, cite) => [
    message('methods.ancova', { kirk: cite('kirk'), holm: cite('holm') }),
    ...tests.regression(compared, cite),
  ],
}

function adjusted({ tested: { activity, agingOffset } }: ComparisonFacts, cite: Cite): Message {
  const untested = [
    ...untestedOf(activity).map((reasons) => message('methods.untestedActivity', { reasons })),
    ...untestedOf(agingOffset).map((reasons) => message('methods.untestedAgingOffset', { reasons })),
  ]
  return joinMessages([
    activity.tested === 0 && agingOffset.tested === 0
      ? message('methods.noneTested')
      : message('methods.adjusted', {
          benjamini: cite('benjamini'),
          count: familyOf(activity),
          ofOffset: familyOf(agingOffset),
          testedActivity: activity.tested,
          testedOffset: agingOffset.tested,
        }),
    untested.length > 0 ? message('methods.untested', { reasons: joinMessages(untested, '; ') }) : null,
  ])
}

/** Returns a list of the reasons, or nothing. */
function untestedOf({ tooFew, noSpread, tooLarge }: Tested): MessageValue[] {
  const reasons = [
    ...(tooFew > 0 ? [message('methods.tooFewValues', { n: tooFew })] : []),
    ...(noSpread > 0 ? [message('methods.withoutSpread', { n: noSpread })] : []),
    ...(tooLarge > 0 ? [message('methods.valuesTooLarge', { n: tooLarge })] : []),
  ]
  return reasons.length > 0 ? [list(reasons)] : []
}

function replicates({ replicatesBy, noise, pairBy, test }: ComparisonFacts, cite: Cite): Message | null {
  if (replicatesBy === null) return null
  const fields =
    pairBy === null
      ? quoted(replicatesBy)
      : message('methods.fieldInPairs', { field: plainText(replicatesBy), pairBy: plainText(pairBy) })
  return joinMessages([
    message('methods.replicates', { fields }),
    byRanks(test) ? message('methods.tiesOfMeans') : null,
    ...(noise
      ? [
          message('methods.noise', { count: noise.sets, degrees: degreesOf(noise.df), bland: cite('bland') }),
          pairBy === null ? message('methods.withinNoise') : message('methods.withinNoiseOfPairs'),
        ]
      : [message('methods.noReplicates')]),
  ])
}

const withoutAges = ({ withoutClock, withoutAge }: ClockPlot['leftOut']): Message[] => [
  ...(withoutClock > 0 ? [message('methods.withoutPredictedAge', { n: withoutClock })] : []),
  ...(withoutAge > 0 ? [message('methods.withoutChronologicalAge', { n: withoutAge })] : []),
]

function agesOf(clock: ClockPlot, cite: Cite): Message {
  const { predicted, chronological, points, units, line, correlation } = clock
  const leftOut = withoutAges(clock.leftOut)
  const name = plainText(chronological?.name ?? '')
  return joinMessages([
    message('methods.ages', {
      predicted: plainText(predicted?.name ?? ''),
      chronological:
        chronological?.from === 'clock'
          ? message('methods.ageOfAnswer', { name })
          : message('methods.ageOfField', { name }),
      both:
        leftOut.length > 0
          ? message('methods.hadBothOthersLeftOut', { count: points.length, leftOut: list(leftOut) })
          : message('methods.hadBoth', { count: points.length }),
    }),
    line ? message('methods.lineIsFit') : null,
    correlation ? describeCorrelation(correlation, units, cite) : null,
    message('methods.agreement'),
  ])
}

function describeCorrelation(
  { rLow }: NonNullable<ClockPlot['correlation']>,
  units: ClockPlot['units'],
  cite: Cite,
): Message {
  if (rLow === null) return message('methods.correlation')
  const fisher = cite('fisher')
  return units
    ? message('methods.correlationOfUnits', { fisher, field: plainText(units.field), units: units.count })
    : message('methods.correlationInterval', { fisher })
}

function comparedAges(ages: AgeFacts, compared: ComparisonFacts, cite: Cite): (Message | null)[] {
  const { samples, hasResiduals, byAge } = ages
  const leftOut = withoutAges(ages)
  return [
    joinMessages([
      message('methods.ageAcceleration'),
      hasResiduals ? message('methods.residual', { count: samples }) : null,
      message('methods.meansOfAges'),
      leftOut.length > 0 ? message('methods.groupsLeftOut', { leftOut: list(leftOut) }) : null,
    ]),
    ...(byAge && byAge !== 'paired' ? tests[byAge](compared, cite) : []),
  ]
}

function trees(clustering: Clustering, cite: Cite): Message {
  const { linkage, distance, view, leftOut, sampleTree, pathwayTree } = clustering
  const [samples, pathways] = [leftOut.samples.length, leftOut.pathways.length]
  const left = [...(samples > 0 ? [samplesOf(samples)] : []), ...(pathways > 0 ? [pathwaysOf(pathways)] : [])]
  return joinMessages([
    message('methods.clustered', {
      objects: !pathwayTree
        ? message('methods.samplesAlone')
        : sampleTree
          ? message('methods.samplesAndPathways')
          : message('methods.pathwaysAlone'),
      values: view === 'z' ? message('methods.zScores') : message('methods.activitiesReturned'),
      linkage: linkages[linkage](cite),
      distances:
        distance === 'euclidean' ? message('methods.euclidean') : message('methods.correlationDistances'),
    }),
    left.length > 0
      ? message('methods.nothingInCommon', { count: samples + pathways, leftOut: list(left) })
      : null,
  ])
}

const linkages: Record<Clustering['linkage'], (cite: Cite) => Message> = {
  average: () => message('methods.averageLinkage'),
  complete: () => message('methods.completeLinkage'),
  single: () => message('methods.singleLinkage'),
  ward: (cite) => message('methods.wardLinkage', { ward: cite('ward') }),
}

function components({ samples, pathways, scaled, leftOut, components: computed }: Pca): Message {
  const [withoutPathway, lacking] = [leftOut.samples.length, leftOut.pathways.length]
  const left = [
    ...(lacking > 0 ? [message('methods.pathwaysLacking', { count: lacking })] : []),
    ...(withoutPathway > 0 ? [message('methods.samplesLacking', { count: withoutPathway })] : []),
  ]
  return joinMessages([
    message('methods.components', {
      samples: samplesOf(samples.length),
      pathways: pathwaysOf(pathways.length),
      scaling: scaled ? message('methods.centredAndScaled') : message('methods.centred'),
      count: computed.length,
    }),
    left.length > 0
      ? message('methods.componentsLeftOut', { count: lacking + withoutPathway, leftOut: list(left) })
      : null,
  ])
}
