import { joinMessages, type Message, message, plural, shortList } from '../../messages/message.ts'
import type { Measure } from './analysis.ts'
import type { CohortProvenance, Pca } from './cohort.ts'
import { pathwaysOf, samplesOf } from './describeComparison.ts'

/* The figures of a cohort in words, shared by the page and the report. */

/** Describes the values of a measure, with their unit or the fact that none is documented. */
export function describeValues(measure: Measure, unit: string | null): Message {
  if (measure === 'activity')
    return unit === null
      ? message`Pathway activity, as returned; unit not documented`
      : message`Pathway activity (${unit}), as returned; unit as set for this profile`
  return unit === null
    ? message`Aging offset, as returned; unit not documented; positive = older than expected (assumed)`
    : message`Aging offset (${unit}), as returned; unit as set for this profile; positive = older than expected (assumed)`
}

export const researchOnly = message`Research use only`
export const syntheticOnly = message`synthetic demo data, not measured`

export const describeService = (service: string | null): Message =>
  service === null ? message`Nothing was fetched` : message`Fetched from ${service}`

/**
 * Describes the origin of numbers in one line below a figure, with exact times, because the figure may leave the app.
 */
export function describeSource(of: CohortProvenance): Message {
  const { oldestFetchedAt: from, newestFetchedAt: to } = of
  const times = from === to || to === null ? from : message`${from ?? ''} – ${to}`
  return joinMessages(
    [describeService(of.service), times, of.synthetic ? syntheticOnly : null, researchOnly],
    '; ',
  )
}

const mostNamed = 6

/** Lists names, shortened if there are too many to read. */
export const someOf = (names: readonly string[]) => shortList(names, mostNamed)

/** `share`: the share of the variance, formatted. */
export const describeComponent = (name: string, share: string) => message`${name} (${share} of the variance)`

export function describeLeftOut({ leftOut: { pathways, samples } }: Pca): {
  pathways: Message | null
  samples: Message | null
} {
  return {
    pathways:
      pathways.length === 0
        ? null
        : message`${pathwaysOf(pathways.length)} left out, without spread or missing in over a fifth of the samples: ${someOf(pathways)}.`,
    samples:
      samples.length === 0
        ? null
        : message`${samplesOf(samples.length)} left out, as ${plural(samples.length, 'it lacks', 'each lacks')} one of the other pathways.`,
  }
}

const maxPathwaysNamed = 30

/** Returns the message for pathways without results. `known`: the pathways that the results have. */
export const noPathwayMessage = (unknown: readonly string[], known: readonly string[]) => {
  const quoted = unknown.map((name) => `“${name}”`)
  return joinMessages([
    message`The results have no pathway ${shortList(quoted, maxPathwaysNamed)}.`,
    known.length > 0
      ? message`There are: ${shortList(known, maxPathwaysNamed)}.`
      : message`There are none yet.`,
  ])
}
