import { html } from 'hono/html'
import { type Html, named, paragraphs, type ReportContext, tableOf, toTime } from './parts.ts'

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
