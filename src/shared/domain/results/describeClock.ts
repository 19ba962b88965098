import {
  formatAlone,
  formatCorrelation,
  formatNamedP,
  formatYears,
  yearDecimals,
} from '../../format/numbers.ts'
import { joinMessages, type Message, message } from '../../words/message.ts'
import type { AgeSource, ClockPlot } from './cohort.ts'
import {
  type AgeMeasure,
  type ClockComparison,
  type ComparisonRow,
  canBeClaimed,
  severalGroupTests,
} from './comparison.ts'
import {
  describeUnits,
  formatDf,
  headsOf,
  samplesOf,
  testInSentence,
  whyNoTest,
} from './describeComparison.ts'

/* The clock in words, shared by the page, the report and the command line. */

const ageTitles: Record<string, Message> = {
  'pathway age': message('clock.pathwayAgeYears'),
  'predicted age': message('clock.predictedAgeYears'),
  'biological age': message('clock.biologicalAgeYears'),
  'chronological age': message('clock.chronologicalAgeYears'),
}

/** Returns the title of an age axis. A field whose name does not suggest an age gets no unit. */
export function describeAgeAxis(which: 'predicted' | 'chronological', { name }: AgeSource): Message {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\s]+/g, ' ')
    .toLowerCase()
  const title = ageTitles[words === 'age' ? `${which} age` : words]
  if (title) return title
  return which === 'predicted'
    ? message('clock.predicted', { name })
    : message('clock.chronological', { name })
}

export function describeAge(which: 'predicted' | 'chronological', source: AgeSource): Message {
  const { from, name } = source
  if (which === 'predicted')
    return from === 'clock'
      ? message('clock.predictedReturnedPathwayClock', { name })
      : message('clock.predictedRegister', { name })
  return from === 'clock'
    ? message('clock.chronologicalReturnedPathwayClock', { name })
    : message('clock.chronologicalRegisterUnitEntered', { name })
}

/**
 * Returns the lines for ages, n, r with its interval, and errors, if they could be computed, and for points that are
 * not drawn.
 */
export function describeClock({ points, units, line, correlation, errors, leftOut }: ClockPlot) {
  const { withoutClock, withoutAge } = leftOut
  const figures = [
    message('clock.sampleSize', { count: points.length }),
    line ? null : points.length < 3 ? tooFewPoints : noSpread,
    line && !correlation ? message('clock.noRAllOne') : null,
    correlation && describeCorrelation(correlation, units),
    errors &&
      message('clock.meanAbsoluteError', { meanAbsoluteError: formatAlone(errors.meanAbsoluteError) }),
    errors && message('clock.meanDifference', { meanDifference: formatAlone(errors.meanDifference) }),
  ].filter((figure) => figure !== null)
  return {
    identity: message('clock.predictedChronological'),
    fit:
      line &&
      message('clock.leastSquaresAge', {
        slope: formatAlone(line.slope),
        sign: line.intercept < 0 ? '−' : '+',
        intercept: formatAlone(Math.abs(line.intercept)),
      }),
    figures,
    summary: message('clock.predictedAgainstChronologicalAge', {
      count: samplesOf(points.length),
      figures: joinMessages(figures, '; '),
    }),
    leftOut: [
      withoutClock > 0
        ? message('clock.withoutValueClockNot', {
            withoutClock: samplesOf(withoutClock),
            count: withoutClock,
          })
        : null,
      withoutAge > 0
        ? message('clock.withoutChronologicalAgeNot', {
            withoutAge: samplesOf(withoutAge),
            count: withoutAge,
          })
        : null,
    ].filter((left) => left !== null),
  }
}

const tooFewPoints = message('clock.noLineNoR')
const noSpread = message('clock.noLineNoRAll')

function describeCorrelation(
  { r, rLow, rHigh }: NonNullable<ClockPlot['correlation']>,
  units: ClockPlot['units'],
): Message {
  if (rLow === null || rHigh === null) return message('clock.correlation', { r: formatCorrelation(r) })
  const [low, high] = [formatCorrelation(rLow), formatCorrelation(rHigh)]
  return units
    ? message('clock.r95Ci', { r: formatCorrelation(r), low, high, units: describeUnits(units) })
    : message('clock.rWithInterval', { r: formatCorrelation(r), low, high })
}

/** Returns the title of an axis for the measure. The order form defines ages in years. */
export const describeAgeMeasure = (measure: AgeMeasure): Message =>
  measure === 'age_acceleration'
    ? message('clock.ageAccelerationYearsPredicted')
    : message('clock.ageAccelerationResidualYears')

/**
 * Names the measure of a comparison of groups. Unlike the residuals in figures, a comparison at the same age is a
 * regression.
 */
export const describeAgeComparison = (measure: AgeMeasure): Message =>
  measure === 'age_acceleration'
    ? describeAgeMeasure(measure)
    : message('clock.predictedAgeSameChronological')

const level = 0.05

/** True if a difference was found. For two groups, the interval (if there is one) must also exclude 0. */
export function isClockDifference({ rows: [row] }: Pick<ClockComparison, 'rows'>): boolean {
  if (!row || row.p === null || row.p >= level || row.withinNoise) return false
  if (!canBeClaimed(row)) return false
  const { ciLow, ciHigh } = row
  return ciLow === null || ciHigh === null || ciLow > 0 || ciHigh < 0
}

/** Describes the result of the clock test in one sentence. It assumes that a higher predicted age means older. */
export function describeClockContrast(comparison: ClockComparison): Message {
  const { groups, rows, measure, test } = comparison
  const [row] = rows
  const [first = '', second = ''] = groups.map(({ name }) => name)
  // Pairs whose ages all differ by the same number of years are compared by age acceleration.
  const by =
    measure === 'age_acceleration' || test === 'paired'
      ? message('clock.byTheClock')
      : message('clock.clockSameChronologicalAge')
  if (!row || row.p === null)
    return message('clock.notTested', { by, why: row?.why ? whyNoTest[row.why] : message('clock.noValues') })
  const { difference } = row
  if (severalGroupTests.has(comparison.test) || difference === null) {
    const figures = testFigures(comparison, row, row.p)
    return row.p < level
      ? message('clock.groupsDiffer', { count: groups.length, by, figures })
      : message('clock.noDifferenceFoundBetween', { count: groups.length, by, figures })
  }
  const values = {
    first,
    second,
    by,
    difference: formatYears(difference, decimalsOf(row)),
    comparison: contrastFigures(comparison, row, row.p, 1),
  }
  if (!canBeClaimed(row)) return message('clock.tooFewValuesClaim', values)
  if (!isClockDifference(comparison)) return message('clock.noDifferenceFoundBetweenYears', values)
  const sign = difference < 0 ? -1 : 1
  const way = sign < 0 ? message('clock.younger') : message('clock.older')
  return message('clock.samplesLookYears', {
    ...values,
    difference: formatYears(Math.abs(difference), decimalsOf(row)),
    way,
    comparison: contrastFigures(comparison, row, row.p, sign),
  })
}

const decimalsOf = ({ difference, ciLow, ciHigh }: ComparisonRow) => yearDecimals([difference, ciLow, ciHigh])

/** Formats the interval in the direction of the sentence: for “3 years younger”, in years younger. */
function contrastFigures({ test }: ClockComparison, row: ComparisonRow, p: number, sign: 1 | -1): Message {
  const { ciLow, ciHigh, pairs } = row
  const ends = ciLow === null || ciHigh === null ? [] : [ciLow * sign, ciHigh * sign].sort((a, b) => a - b)
  const [low, high] = ends.map((end) => formatYears(end, decimalsOf(row)))
  return joinMessages(
    [
      low === undefined || high === undefined
        ? null
        : message('clock.to', { interval: headsOf(test).interval, low, high }),
      testInSentence(test),
      pairs === null ? null : message('clock.pairs', { count: pairs }),
      joinMessages([formatNamedP('p', p)]),
    ],
    ', ',
  )
}

function testFigures({ test, statisticName }: ClockComparison, row: ComparisonRow, p: number): Message {
  const { statistic } = row
  const df = formatDf(row)
  return joinMessages(
    [
      testInSentence(test),
      statistic === null ? null : `${statisticName}${df === '' ? '' : `(${df})`} = ${formatAlone(statistic)}`,
      joinMessages([formatNamedP('p', p)]),
    ],
    ', ',
  )
}
