import { html } from 'hono/html'
import { inOrderOf, toBoxGroups, toDots, toVolcanoRow } from '../../../figures/comparisonFigures.ts'
import { toDotTable } from '../../../figures/dotMatrix/dotMatrix.ts'
import { toVolcanoTable } from '../../../figures/scatter/volcano.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import {
  type ComparedMeasure,
  type Comparison,
  type ComparisonRow,
  isAgeMeasure,
  type PairwiseContrast,
  severalGroupTests,
} from '../../../shared/domain/results/comparison.ts'
import { describeAgeComparison } from '../../../shared/domain/results/describeClock.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import {
  describeBoxes,
  describeFound,
  describeResult,
  describeTest,
  describeVolcano,
  dotsHint,
  effectNames,
  greaterP,
  replicatesAsPoints,
  testNames,
  titleOfEffects,
} from '../../../shared/domain/results/describeComparison.ts'
import {
  describeFit,
  describeModelFound,
  describeModelNote,
  describeQuestions,
} from '../../../shared/domain/results/describeModel.ts'
import type { ModelResult, ModelRow } from '../../../shared/domain/results/model.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import { formatThousands } from '../../../shared/format/numbers.ts'
import { shownComparison, shownModel, shownPairs } from '../../../shared/tables/shownComparison.ts'
import { joinMessages, type Message, message, toEnglish } from '../../../shared/words/message.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'
import type { Say } from '../methods/facts.ts'
import { agesPart } from './ages.ts'
import {
  type Column,
  cautionsTitle,
  comparedStyles,
  dataOfGroups,
  fullWidthPx,
  groupsSpec,
  type Html,
  listOfSentences,
  measureNames,
  named,
  noteColumns,
  notesOf,
  numberColumn,
  type PlannedFigure,
  paragraph,
  type ReportContext,
  sampleHeads,
  tableOf,
  toFileName,
  valueTitleOf,
} from './reportParts.ts'

const maxRows = 500
const maxPairwisePathways = 10
const maxMeans = 4

type Pair = { row: ComparisonRow; pair: PairwiseContrast }

/** Renders the comparison of groups by pathway for both measures; empty if none was requested. */
export function comparisonParts(context: ReportContext): Html | '' {
  const { collected, say } = context
  const [first] = collected.comparisons
  if (!first) return ''
  return html`<section class="comparison"><h2>${say(message('report.comparison'))}</h2>
<p>${named(say(describeGroups(context, first)))}</p>
${listOfSentences(context, cautionsTitle, cautionsBeyondOverview(collected))}
${groupsTable(context, first)}
${collected.comparisons.map((comparison) => measurePart(context, comparison))}
${agesPart(context)}
</section>`
}

function cautionsBeyondOverview({ cautions, overview }: CollectedStudy) {
  const shown = new Set(overview?.cautions.map(({ statement }) => toEnglish(statement)))
  return cautions.filter(({ statement }) => !shown.has(toEnglish(statement)))
}

const contrastOf = (first = '', second = ''): string => `${first} − ${second}`

function describeGroups(
  { collected: { study } }: ReportContext,
  { groups, test, noise }: Comparison,
): Message {
  const request = study.kind === 'cohort' ? study.comparison : undefined
  const names = groups.map(({ name }) => name)
  return joinMessages([
    names.length === 2
      ? message('shared.sentence', { text: contrastOf(names[0], names[1]) })
      : message('report.groupsAre', { names: names.join(', ') }),
    request && 'by' in request.groups
      ? message('report.groupsBy', { by: request.groups.by })
      : message('report.groupsMadeHand'),
    message('report.testIs', { test: testNames[test] }),
    request?.pairBy === undefined ? null : message('report.pairsShare', { pairBy: request.pairBy }),
    request?.replicatesBy === undefined && !noise
      ? null
      : message('report.replicatesShare', { replicatesBy: request?.replicatesBy ?? '' }),
  ])
}

const groupsTable = (context: ReportContext, { groups }: Comparison): Html =>
  tableOf(context, {
    caption: message('report.groupsCompared'),
    rows: groups,
    columns: [
      { head: sampleHeads.group, of: ({ name }) => named(name) },
      {
        head: message('report.samples'),
        of: ({ sampleIds }) => formatThousands(sampleIds.length),
        as: 'number',
      },
    ],
  })

function measurePart(context: ReportContext, comparison: Comparison): Html {
  const { collected, say, figure } = context
  const { measure, rows } = comparison
  const { adjusted, found, unclaimed } = describeFound(comparison)
  const left = rows.length - maxRows
  const name = fileMeasure[measure]
  const hasBoxes = rows.some(({ p }) => p !== null)
  return html`<section class="measure"><h3>${say(measureNames[measure])}</h3>
<p>${say(valueTitleOf(collected, measure))}</p>
<p>${say(joinMessages([adjusted, found, unclaimed].map((part) => part && message('shared.sentence', { text: part }))))}</p>
${notesOf(context, [comparison])}
${figure(`volcano-${name}`)}
${hasBoxes ? html`<div class="pair">${boxesNamed(context, name)}</div>` : ''}
${tableOf(context, {
  caption: message('report.allPathwaysP', { measure: measureNames[measure] }),
  rows: rows.slice(0, maxRows),
  columns: columnsOf(comparison),
  faded: ({ withinNoise }) => withinNoise,
})}
${left > 0 ? paragraph(context, message('report.morePathwaysLargerP', { count: left })) : ''}
${comparison.groups.length > maxMeans ? paragraph(context, message('report.meansManyGroupsNot')) : ''}
${comparison.groups.length > 2 ? pairwisePart(context, comparison) : ''}
</section>`
}

const boxesNamed = ({ figure }: ReportContext, measure: string): Html[] =>
  [1, 2, 3, 4].flatMap((at) => figure(`boxes-${measure}-${at}`) || figure(`slopes-${measure}-${at}`) || [])

function columnsOf(comparison: Comparison): Column<ComparisonRow>[] {
  const { groups, rows, test } = comparison
  // Tests for several groups give no difference, even with two groups.
  const isOfTwo = !severalGroupTests.has(test)
  const shown = shownComparison(comparison)
  const { difference, interval, statistic, effect, effectInterval, p, q } = shown
  const ofGroups =
    groups.length > maxMeans
      ? []
      : groups.flatMap((_, at) => [shown.counts[at] ?? [], shown.means[at] ?? []].flat())
  return [
    { head: message('report.pathway'), of: ({ pathway }) => named(pathway) },
    ...[
      ...ofGroups,
      ...(isOfTwo ? [difference, interval, effect, effectInterval] : [statistic, effect]),
      p,
      q,
    ].map((column) => numberColumn(column, (row: ComparisonRow) => row)),
    ...noteColumns(rows, (row) => row),
  ]
}

function pairwisePart(context: ReportContext, comparison: Comparison): Html {
  const { say, figure } = context
  const { measure } = comparison
  const withPairs = comparison.rows.filter(({ pairwise }) => pairwise.length > 0)
  const rows = withPairs
    .slice(0, maxPairwisePathways)
    .flatMap((row) => row.pairwise.map((pair): Pair => ({ row, pair })))
    .slice(0, maxRows)
  const pairOf = ({ pair }: Pair) => pair
  const shown = shownPairs(comparison, rows.map(pairOf))
  const { n, difference, interval, effect, p, pHolm } = shown
  return html`<h3>${say(message('comparison.everyTwoGroups'))}</h3>
<p>${say(message('report.pHolmAdjustedOver'))}</p>
${figure(`every-two-groups-${fileMeasure[measure]}`)}
${tableOf(context, {
  caption: pairwiseCaption(measure),
  rows,
  faded: ({ pair }) => pair.withinNoise,
  columns: [
    { head: message('report.pathway'), of: ({ row }) => named(row.pathway) },
    { head: message('comparison.contrast'), of: ({ pair }) => named(shown.contrast(pair)) },
    ...[n, difference, interval, effect, p, pHolm].map((column) => numberColumn(column, pairOf)),
    ...noteColumns(rows, pairOf),
  ],
})}
${
  withPairs.length > maxPairwisePathways ? paragraph(context, message('report.pairsOtherPathwaysTable')) : ''
}`
}

const pairwiseCaption = (measure: Measure): Message =>
  message('report.everyTwoGroupsFirst', { measure: measureNames[measure] })

const threshold = 0.05
const maxBoxes = 4
/** The maximum number of points in all box plots together; more would make the page slow to open. */
const maxPoints = 12_000
const maxDotRows = 30

/** Returns the figures of each measure: the differences, and the values of the pathways that differ most. */
export const comparisonFigures = (collected: CollectedStudy, say: Say): PlannedFigure[] =>
  collected.comparisons.flatMap((comparison) => [
    ...(comparison.groups.length === 2 ? volcanoOf(comparison, say) : dotsOf(comparison, say)),
    ...boxesOf(collected, comparison, say),
  ])

const fileMeasure: Record<Measure, string> = { activity: 'activity', aging_offset: 'aging-offset' }

function volcanoOf(comparison: Comparison, say: Say): PlannedFigure[] {
  const { measure } = comparison
  const rows = comparison.rows.map(toVolcanoRow)
  const summary = say(describeVolcano(comparison, 'q'))
  const effectTitle = say(titleOfEffects(comparison, 'effect'))
  if (rows.every(({ effect, q }) => effect === null || q === null)) return []
  return [
    {
      name: `volcano-${fileMeasure[measure]}`,
      title: say(message('report.effectsAgainstQ', { measure: measureNames[measure] })),
      caption: summary,
      spec: {
        kind: 'volcano',
        widthPx: fullWidthPx,
        heightPx: 360,
        props: {
          rows,
          against: 'q',
          threshold,
          effectTitle,
          note: describeTest(comparison).map(say),
          summary,
          source: say(describeSource(comparison)),
        },
      },
      data: toVolcanoTable(rows, say(message('report.pathway')), effectTitle),
    },
  ]
}

function dotsOf(comparison: Comparison, say: Say): PlannedFigure[] {
  const { measure, groups, pairwiseEffectName } = comparison
  const paired = comparison.rows.filter(({ pairwise }) => pairwise.length > 0).slice(0, maxDotRows)
  if (paired.length === 0) return []
  const caption = say(pairwiseCaption(measure))
  const dots = {
    ...toDots({ rows: paired, groups }),
    effectTitle: pairwiseEffectName ? say(effectNames[pairwiseEffectName]) : '',
    sizeTitle: say(greaterP),
    rowWord: say(message('report.pathway')),
    columnWord: say(message('comparison.contrast')),
  }
  return [
    {
      name: `every-two-groups-${fileMeasure[measure]}`,
      title: caption,
      caption: say(dotsHint),
      spec: {
        kind: 'dots',
        widthPx: fullWidthPx,
        heightPx: Math.min(720, paired.length * 20 + 200),
        props: {
          ...dots,
          note: describeTest(comparison).map(say),
          summary: caption,
          source: say(describeSource(comparison)),
        },
      },
      data: toDotTable(dots),
    },
  ]
}

function boxesOf(collected: CollectedStudy, comparison: Comparison, say: Say): PlannedFigure[] {
  const { measure, groups } = comparison
  const points = groups.reduce((sum, { sampleIds }) => sum + sampleIds.length, 0)
  const count = Math.min(maxBoxes, Math.max(1, Math.floor(maxPoints / 2 / Math.max(1, points))))
  const top = comparison.rows.filter(({ p }) => p !== null).slice(0, count)
  const table = { ...collected.values[measure], values: unpack(collected.values[measure].values) }
  const name = measureNames[measure]
  const styles = comparedStyles(
    collected,
    groups.map((group) => group.name),
  )
  const unit = collected.units[`${measure}_unit`]
  return top.map((row, at): PlannedFigure => {
    const { pathway } = row
    const compared = toBoxGroups(table, groups, table.pathways.indexOf(pathway))
    const boxes = inOrderOf(styles, compared)
    const summary = describeBoxes(pathway)
    const spec = groupsSpec(collected, comparison, {
      groups: compared,
      styles,
      say,
      props: {
        valueTitle: say(
          unit
            ? message('shared.inParentheses', { text: name, note: unit })
            : message('report.unitNotDocumented', { name }),
        ),
        note: describeResult(comparison, row).map(say),
        summary: say(summary),
        source: say(describeSource(comparison)),
      },
    })
    return {
      name: `${spec.kind}-${fileMeasure[measure]}-${at + 1}-${toFileName(pathway)}`,
      title: say(message('report.byGroup', { measure: pathway })),
      caption: say(
        spec.kind === 'slopes'
          ? message('report.eachLineOnePair', { name })
          : comparison.noise
            ? replicatesAsPoints
            : message('shared.labeled', { label: name, text: summary }),
      ),
      spec,
      data: dataOfGroups(boxes, say(valueTitleOf(collected, measure)), say),
    }
  })
}

/** Renders the linear models of a study; empty if none was requested. */
export function modelParts(context: ReportContext): Html | '' {
  const { collected, say } = context
  if (collected.models.length === 0) return ''
  return html`<section class="comparison"><h2>${say(message('report.modelTitle'))}</h2>
${collected.models.map((model) => modelPart(context, model))}
</section>`
}

/** Renders how many comparisons and models were run in the study; empty if none was. */
export function questionsPart(context: ReportContext): Html | '' {
  const text = describeQuestions(context.collected.questions, context.collected.overview)
  return text ? paragraph(context, text) : ''
}

function modelPart(context: ReportContext, model: ModelResult): Html {
  const { say } = context
  const left = model.rows.length - maxRows
  return html`<section class="measure"><h3>${say(nameOf(model.measure))}</h3>
<p>${say(describeFit(model))}</p>
<p>${say(describeModelFound(model))}</p>
${
  model.notes.length === 0
    ? ''
    : html`<div class="notes"><ul>${model.notes.map(
        (note) => html`<li>${named(say(describeModelNote(note)))}</li>
`,
      )}</ul></div>`
}
${tableOf(context, {
  caption: message('report.modelTable', { measure: nameOf(model.measure) }),
  rows: model.rows.slice(0, maxRows),
  columns: modelColumnsOf(model),
})}
${left > 0 ? paragraph(context, message('report.morePathwaysLargerP', { count: left })) : ''}
</section>`
}

const nameOf = (measure: ComparedMeasure): Message =>
  isAgeMeasure(measure) ? describeAgeComparison(measure) : measureNames[measure]

function modelColumnsOf(model: ModelResult): Column<ModelRow>[] {
  const { n, estimate, se, interval, t, df, p, q, qAll, equivalence } = shownModel(model, model.rows)
  return [
    ...(model.ages === null
      ? [{ head: message('report.pathway'), of: ({ pathway }: ModelRow) => named(pathway) }]
      : []),
    { head: message('comparison.contrast'), of: ({ contrast }) => named(contrast) },
    ...[n, estimate, se, interval, t, df, p, ...q, ...qAll, ...equivalence].map((column) =>
      numberColumn(column, (row: ModelRow) => row),
    ),
  ]
}
