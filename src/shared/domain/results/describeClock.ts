import {
  formatAlone,
  formatCorrelation,
  formatNamedP,
  formatThousands,
  formatYears,
  yearDecimals,
} from '../../format/numbers.ts'
import { joinMessages, type Message, message, plural } from '../../messages/message.ts'
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
  'pathway age': message`Pathway age (years)`,
  'predicted age': message`Predicted age (years)`,
  'biological age': message`Biological age (years)`,
  'chronological age': message`Chronological age (years)`,
}

/** Returns the title of an age axis. A field whose name does not suggest an age gets no unit. */
export function describeAgeAxis(which: 'predicted' | 'chronological', { name }: AgeSource): Message {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\s]+/g, ' ')
    .toLowerCase()
  const title = ageTitles[words === 'age' ? `${which} age` : words]
  if (title) return title
  return which === 'predicted' ? message`Predicted: ${name}` : message`Chronological: ${name}`
}

/** Describes an age with its source and the name of its field. */
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

/**
 * Returns the lines for ages, n, r with its interval, and errors, if they could be computed, and for points that are
 * not drawn.
 */
export function describeClock({ points, units, line, correlation, errors, leftOut }: ClockPlot) {
  const { withoutClock, withoutAge } = leftOut
  const figures = [
    message`n = ${formatThousands(points.length)}`,
    line ? null : points.length < 3 ? tooFewPoints : noSpread,
    line && !correlation ? message`no r: all of one predicted age` : null,
    correlation && describeCorrelation(correlation, units),
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

function describeCorrelation(
  { r, rLow, rHigh }: NonNullable<ClockPlot['correlation']>,
  units: ClockPlot['units'],
): Message {
  if (rLow === null || rHigh === null) return message`r = ${formatCorrelation(r)}`
  const [low, high] = [formatCorrelation(rLow), formatCorrelation(rHigh)]
  return units
    ? message`r = ${formatCorrelation(r)} (95% CI ${low} … ${high}, by ${describeUnits(units)})`
    : message`r = ${formatCorrelation(r)} (95% CI ${low} … ${high})`
}

/** Returns the title of an axis for the measure. The order form defines ages in years. */
export const describeAgeMeasure = (measure: AgeMeasure): Message =>
  measure === 'age_acceleration'
    ? message`Age acceleration (years): predicted − chronological age`
    : message`Age acceleration residual (years): predicted age less that of the regression line`

/**
 * Names the measure of a comparison of groups. Unlike the residuals in figures, a comparison at the same age is a
 * regression.
 */
export const describeAgeComparison = (measure: AgeMeasure): Message =>
  measure === 'age_acceleration'
    ? describeAgeMeasure(measure)
    : message`Predicted age at the same chronological age (years): regression on age and group`

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
      ? message`by the clock`
      : message`by the clock at the same chronological age`
  if (!row || row.p === null)
    return message`Not tested ${by}: ${row?.why ? whyNoTest[row.why] : message`no values`}.`
  const { difference } = row
  if (severalGroupTests.has(comparison.test) || difference === null) {
    const figures = testFigures(comparison, row, row.p)
    return row.p < level
      ? message`The ${groups.length} groups differ ${by} (${figures}).`
      : message`No difference was found between the ${groups.length} groups ${by} (${figures}).`
  }
  if (!canBeClaimed(row))
    return message`Too few values to claim a difference between ${first} and ${second} ${by}: ${formatYears(difference, decimalsOf(row))} years (${contrastFigures(comparison, row, row.p, 1)}).`
  if (!isClockDifference(comparison))
    return message`No difference was found between ${first} and ${second} ${by}: ${formatYears(difference, decimalsOf(row))} years (${contrastFigures(comparison, row, row.p, 1)}).`
  const sign = difference < 0 ? -1 : 1
  const way = sign < 0 ? message`younger` : message`older`
  return message`Samples of ${first} look ${formatYears(Math.abs(difference), decimalsOf(row))} years ${way} than those of ${second} ${by} (${contrastFigures(comparison, row, row.p, sign)}).`
}

const decimalsOf = ({ difference, ciLow, ciHigh }: ComparisonRow) => yearDecimals([difference, ciLow, ciHigh])

/** Formats the interval in the direction of the sentence: for “3 years younger”, in years younger. */
function contrastFigures({ test }: ClockComparison, row: ComparisonRow, p: number, sign: 1 | -1): Message {
  const { ciLow, ciHigh, pairs } = row
  const ends = ciLow === null || ciHigh === null ? [] : [ciLow * sign, ciHigh * sign].sort((a, b) => a - b)
  const [low, high] = ends.map((end) => formatYears(end, decimalsOf(row)))
  return joinMessages(
    [
      low === undefined || high === undefined ? null : message`${headsOf(test).interval} ${low} to ${high}`,
      testInSentence(test),
      pairs === null ? null : message`${formatThousands(pairs)} ${plural(pairs, 'pair')}`,
      message`${formatNamedP('p', p)}`,
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
      message`${formatNamedP('p', p)}`,
    ],
    ', ',
  )
}
