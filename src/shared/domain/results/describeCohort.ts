import { joinMessages, type Message, message, shortList } from '../../words/message.ts'
import type { Measure } from './analysis.ts'
import type { CohortProvenance, Pca } from './cohort.ts'
import { pathwaysOf, samplesOf } from './describeComparison.ts'

/* The figures of a cohort in words, shared by the page and the report. */

export function describeValues(measure: Measure, unit: string | null): Message {
  if (measure === 'activity')
    return unit === null
      ? message('report.pathwayActivityReturnedUnit')
      : message('report.pathwayActivityReturnedUnitSet', { unit })
  return unit === null
    ? message('report.agingOffsetReturnedUnit')
    : message('report.agingOffsetReturnedUnitSet', { unit })
}

export const researchOnly = message('report.researchUse')
export const syntheticOnly = message('report.syntheticDemoDataNot')

export const describeService = (service: string | null): Message =>
  service === null ? message('report.nothingWasFetched') : message('report.fetchedFrom', { service })

/**
 * Describes the origin of numbers in one line below a figure, with exact times, because the figure may leave the app.
 */
export function describeSource(of: CohortProvenance): Message {
  const { oldestFetchedAt: from, newestFetchedAt: to } = of
  const times = from === to || to === null ? from : message('shared.range', { from: from ?? '', to })
  return joinMessages(
    [describeService(of.service), times, of.synthetic ? syntheticOnly : null, researchOnly],
    '; ',
  )
}

const mostNamed = 6

/** Lists names, shortened if there are too many to read. */
export const someOf = (names: readonly string[]) => shortList(names, mostNamed)

/** `share`: the share of the variance, formatted. */
export const describeComponent = (name: string, share: string) =>
  message('report.ofTheVariance', { name, share })

export function describeLeftOut({ leftOut: { pathways, samples } }: Pca) {
  const [count, number] = [pathwaysOf(pathways.length), samplesOf(samples.length)]
  return {
    pathways:
      pathways.length > 0
        ? message('report.leftOutWithoutSpread', { count, pathways: someOf(pathways) })
        : null,
    samples:
      samples.length > 0 ? message('report.leftOutEachLacks', { number, count: samples.length }) : null,
  }
}

const maxPathwaysNamed = 30

/** Returns the message for pathways without results. `known`: the pathways that the results have. */
export const noPathwayMessage = (unknown: readonly string[], known: readonly string[]) => {
  const quoted = unknown.map((name) => `“${name}”`)
  return joinMessages([
    message('export.resultsNoPathway', { quoted: shortList(quoted, maxPathwaysNamed) }),
    known.length > 0
      ? message('export.thereAre', { known: shortList(known, maxPathwaysNamed) })
      : message('export.noneYet'),
  ])
}
