import { html } from 'hono/html'
import type { HeatmapTree, ScatterLine } from '../../../figures/data.ts'
import { buildHeatmap } from '../../../figures/heatmap/heatmap.ts'
import {
  type AgeSource,
  type ClockPlot,
  type Clustering,
  maxClustered,
  type Pca,
} from '../../../shared/domain/results/cohort.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import { formatAlone, formatCorrelation } from '../../../shared/format/numbers.ts'
import type { CollectedStudy } from '../study/collectStudy.ts'
import { describeJoinedNames } from './comparisonNotes.ts'
import {
  formatSome,
  fullWidthPx,
  groupsOf,
  type Html,
  named,
  type PlannedFigure,
  paragraphs,
  type ReportContext,
  sourceOf,
  tableOf,
  toTime,
  valueTitleOf,
} from './reportParts.ts'
import type { Words } from './wordsEn.ts'

/** Two fit on one page. */
const scatterHeightPx = 310
const leastHeatmapPx = 300
/** With its caption it fits on one page. */
const maxHeatmapPx = 720

/** All samples as colours, their ages, and their principal components; those of which there is nothing are left out. */
export const cohortFigures = (collected: CollectedStudy, words: Words): PlannedFigure[] => [
  ...heatmapOf(collected, words),
  ...clockOf(collected, words),
  ...pcaOf(collected, words),
]

function heatmapOf(collected: CollectedStudy, words: Words): PlannedFigure[] {
  const { samples, clustering, values } = collected
  const { pathways, withoutResult, joined } = values.activity
  if (samples.length === 0 || pathways.length === 0) return []
  const numbers = unpack(values.activity.values)
  const { sampleTree, pathwayTree } = clustering ?? {}
  const treeOf = (tree: HeatmapTree['tree'] | null | undefined, ids: readonly string[] | undefined) =>
    tree && ids ? { tree, ids } : undefined
  const columnTree = treeOf(sampleTree, clustering?.sampleIds)
  const rowTree = treeOf(pathwayTree, clustering?.pathways)
  const heatmap = buildHeatmap({
    rows: pathways,
    columns: samples.map(({ sampleId, clientReference, group }) => ({
      id: sampleId,
      label: clientReference,
      group,
    })),
    values: numbers,
    groups: groupsOf(collected),
    ...(columnTree ? { columnTree } : {}),
    ...(rowTree ? { rowTree } : {}),
  })
  const summary = words.heatmap.summary(
    words.samples(samples.length),
    words.pathways(pathways.length),
    heatmap.missing,
  )
  return [
    {
      name: 'heatmap-activity',
      title: words.heatmap.title,
      caption: [
        summary,
        ...orderOf(collected.clustering, words),
        ...(withoutResult > 0 ? [words.withoutResult(withoutResult)] : []),
        ...joined.map((one) => describeJoinedNames(one, words)),
      ].join(' '),
      spec: {
        kind: 'heatmap',
        widthPx: fullWidthPx,
        heightPx: Math.min(maxHeatmapPx, Math.max(leastHeatmapPx, pathways.length * 14 + 180)),
        props: {
          heatmap,
          measure: valueTitleOf(collected, 'activity', words),
          summary,
          source: sourceOf(values.activity, words),
        },
      },
      data: {
        columns: [words.samplesTable.sampleId, words.samplesTable.reference, ...pathways],
        rows: samples.map(({ sampleId, clientReference }, row) => [
          sampleId,
          clientReference,
          ...Array.from(numbers.subarray(row * pathways.length, (row + 1) * pathways.length), (value) =>
            Number.isNaN(value) ? null : value,
          ),
        ]),
      },
    },
  ]
}

/** What the order of samples and pathways means. */
function orderOf(clustering: Clustering | null, { heatmap, count }: Words): string[] {
  if (!clustering) return []
  const { linkage, distance, sampleTree, pathwayTree, whyNoSamples, whyNoPathways } = clustering
  const method = heatmap.method(heatmap.linkages[linkage], heatmap.distances[distance])
  if (sampleTree && pathwayTree) return [heatmap.clustered(method)]
  const most = (why: Clustering['whyNoSamples']) => (why === 'tooMany' ? count(maxClustered) : null)
  return [
    sampleTree ? heatmap.samplesClustered(method) : heatmap.samplesByGroup(most(whyNoSamples)),
    pathwayTree ? heatmap.pathwaysClustered(method) : heatmap.pathwaysByName(most(whyNoPathways)),
  ]
}

function clockOf(collected: CollectedStudy, words: Words): PlannedFigure[] {
  const { clock: plot } = collected
  if (!plot || plot.points.length === 0) return []
  const { points, line, leftOut } = plot
  const { clock } = words
  const title = (source: AgeSource | null, which: 'predicted' | 'chronological') =>
    source ? clock.axis[which][source.from](source.name) : ''
  const lines: ScatterLine[] = [
    { kind: 'line', slope: 1, intercept: 0, label: clock.identity, dashed: true },
    ...(line ? [{ kind: 'line' as const, ...line, label: clock.fit(toEquation(line)) }] : []),
  ]
  const note = fitOf(plot, words)
  const summary = clock.summary(points.length, note.join('; '))
  const [xTitle, yTitle] = [title(plot.chronological, 'chronological'), title(plot.predicted, 'predicted')]
  return [
    {
      name: 'predicted-age',
      title: clock.title,
      caption: [
        summary,
        clock.assumption,
        ...(leftOut.withoutClock > 0 ? [clock.withoutClock(leftOut.withoutClock)] : []),
        ...(leftOut.withoutAge > 0 ? [clock.withoutAge(leftOut.withoutAge)] : []),
      ].join(' '),
      spec: {
        kind: 'scatter',
        widthPx: fullWidthPx,
        heightPx: scatterHeightPx,
        props: {
          points: points.map(({ sampleId, clientReference, group, chronological, predicted }) => ({
            id: sampleId,
            label: clientReference,
            x: chronological,
            y: predicted,
            group,
          })),
          groups: groupsOf(collected).map((name) => ({ name })),
          xTitle,
          yTitle,
          pointWord: words.word.sample,
          lines,
          note,
          sameRange: true,
          summary,
          source: sourceOf(plot, words),
        },
      },
      data: {
        columns: [
          words.samplesTable.sampleId,
          words.samplesTable.reference,
          words.samplesTable.group,
          xTitle,
          yTitle,
        ],
        rows: points.map(({ sampleId, clientReference, group, chronological, predicted }) => [
          sampleId,
          clientReference,
          group,
          chronological,
          predicted,
        ]),
      },
    },
  ]
}

/** Slope and intercept as they stand in a sum. */
const toEquation = ({ slope, intercept }: NonNullable<ClockPlot['line']>) => ({
  slope: formatAlone(slope),
  sign: intercept < 0 ? '−' : '+',
  intercept: formatAlone(Math.abs(intercept)),
})

/** n, r with its interval, and errors, as far as they can be reported. */
function fitOf({ points, line, correlation, errors }: ClockPlot, { clock, count }: Words): string[] {
  return [
    `n = ${count(points.length)}`,
    ...(line ? [] : [points.length < 3 ? clock.tooFew : clock.noSpread]),
    ...(line && !correlation ? [clock.noR] : []),
    ...(correlation ? [describeCorrelation(correlation, clock)] : []),
    ...(errors
      ? [
          clock.mae(formatAlone(errors.meanAbsoluteError)),
          clock.meanDifference(formatAlone(errors.meanDifference)),
        ]
      : []),
  ]
}

function describeCorrelation(
  { r, rLow, rHigh }: NonNullable<ClockPlot['correlation']>,
  clock: Words['clock'],
): string {
  return rLow === null || rHigh === null
    ? clock.r(formatCorrelation(r))
    : clock.rBetween(formatCorrelation(r), formatCorrelation(rLow), formatCorrelation(rHigh))
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`

function pcaOf(collected: CollectedStudy, words: Words): PlannedFigure[] {
  const { pca } = collected
  if (!pca || pca.why !== null || pca.components.length < 2) return []
  const scores = unpack(pca.scores)
  const width = pca.components.length
  const axis = (at: number) => {
    const { name = '', share = 0 } = pca.components[at] ?? {}
    return words.pca.axis(name, percent(share))
  }
  const summary = words.pca.summary(
    words.samples(pca.samples.length),
    words.pathways(pca.pathways.length),
    pca.scaled,
  )
  return [
    {
      name: 'pca-activity',
      title: words.pca.title,
      caption: [
        summary,
        ...leftOutOf(pca, words),
        ...pca.joined.map((one) => describeJoinedNames(one, words)),
      ].join(' '),
      spec: {
        kind: 'scatter',
        widthPx: fullWidthPx,
        heightPx: scatterHeightPx,
        props: {
          points: pca.samples.map(({ sampleId, clientReference, group }, row) => ({
            id: sampleId,
            label: clientReference,
            x: scores[row * width] ?? null,
            y: scores[row * width + 1] ?? null,
            group,
          })),
          groups: groupsOf(collected).map((name) => ({ name })),
          xTitle: axis(0),
          yTitle: axis(1),
          pointWord: words.word.sample,
          summary,
          source: sourceOf(pca, words),
        },
      },
      data: {
        columns: [
          words.samplesTable.sampleId,
          words.samplesTable.reference,
          words.samplesTable.group,
          ...pca.components.map(({ name }) => name),
        ],
        rows: pca.samples.map(({ sampleId, clientReference, group }, row) => [
          sampleId,
          clientReference,
          group,
          ...pca.components.map((_, at) => scores[row * width + at] ?? null),
        ]),
      },
    },
  ]
}

const leftOutOf = ({ leftOut }: Pca, words: Words): string[] => [
  ...(leftOut.pathways.length > 0
    ? [words.pca.leftOutPathways(leftOut.pathways.length, formatSome(leftOut.pathways, words))]
    : []),
  ...(leftOut.samples.length > 0 ? [words.pca.leftOutSamples(leftOut.samples.length)] : []),
]

const maxSamples = 500

/** What all samples together show. */
export function cohortParts({ collected, words, figure }: ReportContext): Html {
  const { clock, pca } = collected
  // In the order of the page, which numbers them.
  const heatmap = figure('heatmap-activity')
  const clockFigure = figure('predicted-age')
  const pcaFigure = figure('pca-activity')
  const why = pca?.samples.length !== undefined && pca.samples.length < 3 ? 'tooFewSamples' : pca?.why
  return html`${heatmap === '' ? '' : html`<section><h2>${words.heatmap.heading}</h2>${heatmap}</section>`}
${
  clock === null || clock.sources.predicted.length === 0
    ? ''
    : html`<section><h2>${words.clock.heading}</h2>${clockFigure === '' ? paragraphs([words.clock.none]) : clockFigure}</section>`
}
${
  pca === null
    ? ''
    : html`<section><h2>${words.pca.heading}</h2>${pcaFigure === '' ? paragraphs([words.pca.why[why ?? 'tooFewPathways']]) : pcaFigure}</section>`
}`
}

/** The samples themselves; as many as a page can hold. */
export function samplesPart(context: ReportContext): Html {
  const { collected, words } = context
  const { samplesTable: labels } = words
  const known = new Map(collected.samples.map((sample) => [sample.sampleId, sample]))
  const rows = collected.sampleIds.slice(0, maxSamples)
  const left = collected.sampleIds.length - rows.length
  return html`<section><h2>${labels.heading}</h2>
${tableOf(context, {
  caption: labels.caption,
  rows,
  columns: [
    { head: labels.reference, of: (id) => named(known.get(id)?.clientReference ?? words.none), as: 'id' },
    { head: labels.sampleId, of: (id) => named(id), as: 'id' },
    { head: labels.group, of: (id) => named(known.get(id)?.group ?? words.none) },
    {
      head: labels.fetchedAt,
      of: (id) => {
        const sample = known.get(id)
        return sample ? toTime(sample.fetchedAt) : labels.noResult
      },
      as: 'time',
    },
  ],
})}
${left > 0 ? paragraphs([labels.leftOut(left)]) : ''}</section>`
}
