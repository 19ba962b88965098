import { html } from 'hono/html'
import type { HeatmapTree, ScatterLine } from '../../../figures/data.ts'
import { buildHeatmap } from '../../../figures/heatmap/heatmap.ts'
import type { ScatterChartProps } from '../../../figures/spec.ts'
import {
  type Clustering,
  type CohortProvenance,
  type CohortSample,
  type Distance,
  type Linkage,
  maxClustered,
} from '../../../shared/domain/results/cohort.ts'
import { describeAge, describeAgeAxis, describeClock } from '../../../shared/domain/results/describeClock.ts'
import {
  describeComponent,
  describeLeftOut,
  describeSource,
} from '../../../shared/domain/results/describeCohort.ts'
import {
  describeJoinedNames,
  pathwaysOf,
  samplesOf,
} from '../../../shared/domain/results/describeComparison.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import { toSpread } from '../../../shared/domain/results/spread.ts'
import { formatThousands } from '../../../shared/format/numbers.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'
import type { Say } from '../methods/facts.ts'
import {
  fullWidthPx,
  type Html,
  named,
  none,
  type PlannedFigure,
  paragraph,
  type ReportContext,
  sampleHeads,
  scatterGroupsOf,
  tableOf,
  toTime,
  valueTitleOf,
} from './reportParts.ts'

/** Two scatter plots fit on one page. */
const scatterHeightPx = 310
const leastHeatmapPx = 300
/** A heatmap of this height fits on one page with its caption. */
const maxHeatmapPx = 720

/** Returns the heatmap, ages and principal components of all samples. Figures without data are left out. */
export const cohortFigures = (collected: CollectedStudy, say: Say): PlannedFigure[] => [
  ...heatmapOf(collected, say),
  ...clockOf(collected, say),
  ...pcaOf(collected, say),
]

function heatmapOf(collected: CollectedStudy, say: Say): PlannedFigure[] {
  const { samples, clustering, values, groups } = collected
  const { pathways, withoutResult, joined } = values.activity
  if (samples.length === 0 || pathways.length === 0) return []
  const isZ = clustering?.view === 'z'
  const raw = unpack(values.activity.values)
  const numbers = isZ ? toZScores(raw, pathways.length) : raw
  const { sampleTree, pathwayTree } = clustering ?? {}
  const treeOf = (tree: HeatmapTree['tree'] | null | undefined, ids: readonly string[] | undefined) =>
    tree && ids ? { tree, ids } : undefined
  const columnTree = treeOf(sampleTree, clustering?.sampleIds)
  const rowTree = treeOf(pathwayTree, clustering?.pathways)
  const heatmap = buildHeatmap({
    rows: pathways,
    columns: samples.map(({ sampleId, clientReference }) => ({
      id: sampleId,
      label: clientReference,
      group: groups.styles.size === 0 ? null : (groups.groupOf.get(sampleId) ?? null),
    })),
    values: numbers,
    groups: groups.styles,
    ...(columnTree ? { columnTree } : {}),
    ...(rowTree ? { rowTree } : {}),
  })
  const { missing } = heatmap
  const summary = message('report.asColors', {
    samples: pathwaysOf(pathways.length),
    pathways: samplesOf(samples.length),
    values:
      missing === 0
        ? message('report.noValueMissing')
        : message('report.valuesMissingHatched', { count: missing }),
  })
  const left =
    withoutResult > 0
      ? message('report.withoutPathwayAnalysisNot', {
          withoutResult: samplesOf(withoutResult),
          count: withoutResult,
        })
      : null
  return [
    {
      name: 'heatmap-activity',
      title: say(message('report.pathwayActivity')),
      caption: say(
        joinMessages([summary, ...describeOrder(clustering), left, ...joined.map(describeJoinedNames)]),
      ),
      spec: {
        kind: 'heatmap',
        widthPx: fullWidthPx,
        heightPx: Math.min(maxHeatmapPx, Math.max(leastHeatmapPx, pathways.length * 14 + 180)),
        props: {
          heatmap,
          measure: say(isZ ? zTitle : valueTitleOf(collected, 'activity')),
          summary: say(summary),
          source: say(describeSource(values.activity)),
        },
      },
      data: {
        columns: [say(sampleHeads.sampleId), say(sampleHeads.reference), ...pathways],
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

const zTitle = message('report.pathwayActivityZScore')

/** Returns z-scores per column; NaN if it has fewer than three values or all are equal. */
function toZScores(values: Float64Array, columns: number): Float64Array {
  const scores = new Float64Array(values.length).fill(Number.NaN)
  for (let column = 0; column < columns; column++) {
    const own = values.filter((value, at) => at % columns === column && !Number.isNaN(value))
    const { whyNone, zOf } = toSpread([...own])
    if (whyNone !== null) continue
    for (let at = column; at < values.length; at += columns) {
      const value = values[at] ?? Number.NaN
      if (!Number.isNaN(value)) scores[at] = zOf(value)
    }
  }
  return scores
}

export const linkages: Record<Linkage, Message> = {
  average: message('report.average'),
  complete: message('report.complete'),
  single: message('report.single'),
  ward: message('report.wardWardD2'),
}
export const distances: Record<Distance, Message> = {
  euclidean: message('report.euclideanDistance'),
  correlation: message('report.pearsonDistance'),
}

function describeOrder(clustering: Clustering | null): Message[] {
  if (!clustering) return []
  const { linkage, distance, view, sampleTree, pathwayTree, whyNoSamples, whyNoPathways } = clustering
  const clustered = view === 'z' ? message('report.zScoresWithinEach') : message('report.rawValues')
  const method = message('report.linkage', { linkage: linkages[linkage], distance: distances[distance] })
  if (sampleTree && pathwayTree)
    return [message('report.samplesPathwaysOrderedHierarchical', { clustered, method })]
  const most = formatThousands(maxClustered)
  return [
    sampleTree
      ? message('report.samplesOrderedHierarchicalClustering', { clustered, method })
      : whyNoSamples === 'tooMany'
        ? message('report.samplesStandGroupNo', { most })
        : message('report.samplesStandGroup'),
    pathwayTree
      ? message('report.pathwaysOrderedHierarchicalClustering', { clustered, method })
      : whyNoPathways === 'tooMany'
        ? message('report.pathwaysStandNameNo', { most })
        : message('report.pathwaysStandName'),
  ]
}

function clockOf(collected: CollectedStudy, say: Say): PlannedFigure[] {
  const { clock: plot } = collected
  if (!plot || plot.points.length === 0) return []
  const { points, line, chronological, predicted } = plot
  const { identity, fit, figures, summary, leftOut } = describeClock(plot)
  const lines: ScatterLine[] = [
    { kind: 'line', slope: 1, intercept: 0, label: say(identity), dashed: true },
    ...(line && fit ? [{ kind: 'line' as const, ...line, label: say(fit) }] : []),
  ]
  const xTitle = chronological ? say(describeAgeAxis('chronological', chronological)) : ''
  const yTitle = predicted ? say(describeAgeAxis('predicted', predicted)) : ''
  return [
    scatterOf(collected, say, {
      name: 'predicted-age',
      title: message('report.predictedAgainstChronologicalAge'),
      caption: [
        summary,
        chronological && message('shared.sentence', { text: describeAge('chronological', chronological) }),
        predicted && message('shared.sentence', { text: describeAge('predicted', predicted) }),
        ageAssumption,
        ...leftOut,
      ],
      samples: points,
      of: plot,
      numbersOf: (at) => [points[at]?.chronological ?? null, points[at]?.predicted ?? null],
      columns: [xTitle, yTitle],
      props: { xTitle, yTitle, lines, note: figures.map(say), sameRange: true, summary: say(summary) },
    }),
  ]
}

type SampleScatter = {
  name: string
  title: Message
  caption: readonly (Message | null)[]
  samples: readonly Pick<CohortSample, 'sampleId' | 'clientReference'>[]
  /** The origin of the numbers. */
  of: CohortProvenance
  /** Returns the numbers of a sample; the first two are its position. */
  numbersOf(at: number): (number | null)[]
  /** The names of the numbers in the table. */
  columns: string[]
  props: Pick<ScatterChartProps, 'xTitle' | 'yTitle' | 'lines' | 'note' | 'sameRange' | 'summary'>
}

/** Returns a figure with a point for each sample. */
function scatterOf(collected: CollectedStudy, say: Say, scatter: SampleScatter): PlannedFigure {
  const { name, title, caption, samples, of, columns, props } = scatter
  const rows = samples.map(({ sampleId, clientReference }, at) => ({
    id: sampleId,
    label: clientReference,
    group: collected.groups.groupOf.get(sampleId) ?? null,
    numbers: scatter.numbersOf(at),
  }))
  return {
    name,
    title: say(title),
    caption: say(joinMessages(caption)),
    spec: {
      kind: 'scatter',
      widthPx: fullWidthPx,
      heightPx: scatterHeightPx,
      props: {
        points: rows.map(({ numbers: [x = null, y = null], ...point }) => ({ ...point, x, y })),
        groups: scatterGroupsOf(collected),
        pointWord: say(message('report.sample')),
        source: say(describeSource(of)),
        ...props,
      },
    },
    data: {
      columns: [...sampleColumns.map(say), ...columns],
      rows: rows.map(({ id, label, group, numbers }) => [id, label, group, ...numbers]),
    },
  }
}

const sampleColumns = [sampleHeads.sampleId, sampleHeads.reference, sampleHeads.group]

const ageAssumption = message('report.pointAboveDashedLine')

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`

function pcaOf(collected: CollectedStudy, say: Say): PlannedFigure[] {
  const { pca } = collected
  if (!pca || pca.why !== null || pca.components.length < 2) return []
  const scores = unpack(pca.scores)
  const width = pca.components.length
  const axis = (at: number) => {
    const { name = '', share = 0 } = pca.components[at] ?? {}
    return say(describeComponent(name, percent(share)))
  }
  const of = message('report.principalComponentsRawActivity', {
    samples: samplesOf(pca.samples.length),
    pathways: pathwaysOf(pca.pathways.length),
  })
  const summary = pca.scaled
    ? message('report.centredEachPathwayScaledSd', { of })
    : message('report.centredNotScaled', { of })
  const leftOut = describeLeftOut(pca)
  return [
    scatterOf(collected, say, {
      name: 'pca-activity',
      title: message('report.principalComponentsSamples'),
      caption: [summary, leftOut.pathways, leftOut.samples, ...pca.joined.map(describeJoinedNames)],
      samples: pca.samples,
      of: pca,
      numbersOf: (at) => pca.components.map((_, component) => scores[at * width + component] ?? null),
      columns: pca.components.map(({ name }) => name),
      props: { xTitle: axis(0), yTitle: axis(1), summary: say(summary) },
    }),
  ]
}

const maxSamples = 500

/** Renders the sections about all samples together. */
export function cohortParts(context: ReportContext): Html {
  const { collected, say, figure } = context
  const { clock, pca } = collected
  // In the order of the page, because this numbers them.
  const heatmap = figure('heatmap-activity')
  const clockFigure = figure('predicted-age')
  const pcaFigure = figure('pca-activity')
  const why = pca?.samples.length !== undefined && pca.samples.length < 3 ? 'tooFewSamples' : pca?.why
  return html`${heatmap === '' ? '' : html`<section><h2>${say(message('report.allPathwaysAllSamples'))}</h2>${heatmap}</section>`}
${
  clock === null || clock.sources.predicted.length === 0
    ? ''
    : html`<section><h2>${say(message('report.predictedChronologicalAge'))}</h2>${clockFigure === '' ? paragraph(context, message('report.noSampleBothAges')) : clockFigure}</section>`
}
${
  pca === null
    ? ''
    : html`<section><h2>${say(message('report.principalComponents'))}</h2>${pcaFigure === '' ? paragraph(context, whyNoComponents[why ?? 'tooFewPathways']) : pcaFigure}</section>`
}`
}

const whyNoComponents = {
  tooFewSamples: message('report.noPrincipalComponentsLeast'),
  tooFewPathways: message('report.noPrincipalComponentsLeastTwo'),
}

/** Renders the list of samples, up to the maximum for a page. */
export function samplesPart(context: ReportContext): Html {
  const { collected, say } = context
  const known = new Map(collected.samples.map((sample) => [sample.sampleId, sample]))
  const rows = collected.sampleIds.slice(0, maxSamples)
  const left = collected.sampleIds.length - rows.length
  return html`<section><h2>${say(message('report.samples'))}</h2>
${tableOf(context, {
  caption: message('report.samplesWhenPathwayAnalysis'),
  rows,
  columns: [
    { head: sampleHeads.reference, of: (id) => named(known.get(id)?.clientReference ?? none), as: 'id' },
    { head: sampleHeads.sampleId, of: (id) => named(id), as: 'id' },
    { head: sampleHeads.group, of: (id) => named(collected.groups.groupOf.get(id) ?? none) },
    {
      head: message('report.fetchedUtc'),
      of: (id) => {
        const sample = known.get(id)
        return sample ? toTime(sample.fetchedAt) : message('report.noAnalysisStored')
      },
      as: 'time',
    },
  ],
})}
${left > 0 ? paragraph(context, message('report.moreSamplesNotListed', { count: left })) : ''}</section>`
}
