import { formatAlone, formatCorrelation, formatThousands } from '../../format/numbers.ts'
import { joinMessages, type Message, message, plural, shortList } from '../../messages/message.ts'
import type { Measure } from './analysis.ts'
import type { AgeSource, ClockPlot, CohortProvenance, Pca } from './cohort.ts'
import { pathwaysOf, samplesOf } from './describeComparison.ts'

/* What the figures of a cohort show, in words that the page and the report share. */

/** Values of a measure, with unit or its absence. */
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

/** Where numbers are from as one line below a figure, which may leave the app: with exact times. */
export function describeSource(of: CohortProvenance): Message {
  const { oldestFetchedAt: from, newestFetchedAt: to } = of
  const times = from === to || to === null ? from : message`${from ?? ''} – ${to}`
  return joinMessages(
    [describeService(of.service), times, of.synthetic ? syntheticOnly : null, researchOnly],
    '; ',
  )
}

const mostNamed = 6

/** Names as a list that ends where it would be too long to read. */
export const someOf = (names: readonly string[]) => shortList(names, mostNamed)

/** The title of an axis of ages. */
export function describeAge(which: 'predicted' | 'chronological', source: AgeSource): Message {
  const { from, name } = source
  if (which === 'predicted')
    return from === 'clock'
      ? message`Predicted: ${name}, as returned by pathway-clock; unit not documented`
      : message`Predicted: ${name}, from the register`
  return from === 'clock'
    ? message`Chronological: ${name}, as returned by pathway-clock; unit not documented`
    : message`Chronological: ${name}, from the register; unit as entered`
}

/** The lines of ages, n, r with its interval and errors, as far as they can be reported, and what is not drawn. */
export function describeClock({ points, line, correlation, errors, leftOut }: ClockPlot) {
  const { withoutClock, withoutAge } = leftOut
  const figures = [
    message`n = ${formatThousands(points.length)}`,
    line ? null : points.length < 3 ? tooFewPoints : noSpread,
    line && !correlation ? message`no r: all of one predicted age` : null,
    correlation && describeCorrelation(correlation),
    errors && message`mean absolute error ${formatAlone(errors.meanAbsoluteError)}`,
    errors && message`mean difference ${formatAlone(errors.meanDifference)}`,
  ].filter((figure) => figure !== null)
  return {
    identity: message`predicted = chronological`,
    fit:
      line &&
      message`least squares: ${formatAlone(line.slope)} · age ${line.intercept < 0 ? '−' : '+'} ${formatAlone(Math.abs(line.intercept))}`,
    figures,
    summary: message`Predicted against chronological age of ${samplesOf(points.length)}: ${joinMessages(figures, '; ')}.`,
    leftOut: [
      withoutClock > 0
        ? message`${samplesOf(withoutClock)} without this value of the clock ${plural(withoutClock, 'is', 'are')} not shown.`
        : null,
      withoutAge > 0
        ? message`${samplesOf(withoutAge)} without a chronological age ${plural(withoutAge, 'is', 'are')} not shown.`
        : null,
    ].filter((left) => left !== null),
  }
}

const tooFewPoints = message`no line and no r: fewer than three points`
const noSpread = message`no line and no r: all of one chronological age`

function describeCorrelation({ r, rLow, rHigh }: NonNullable<ClockPlot['correlation']>): Message {
  if (rLow === null || rHigh === null) return message`r = ${formatCorrelation(r)}`
  return message`r = ${formatCorrelation(r)} (95% CI ${formatCorrelation(rLow)} … ${formatCorrelation(rHigh)})`
}

/** `share`: of the variance, as a text. */
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

/** For pathways of which nothing was returned. `known`: those that there are. */
export const noPathwayMessage = (unknown: readonly string[], known: readonly string[]) => {
  const quoted = unknown.map((name) => `“${name}”`)
  return joinMessages([
    message`The results have no pathway ${shortList(quoted, maxPathwaysNamed)}.`,
    known.length > 0
      ? message`There are: ${shortList(known, maxPathwaysNamed)}.`
      : message`There are none yet.`,
  ])
}
