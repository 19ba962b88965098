import { html } from 'hono/html'
import type { AgeSource } from '../../../shared/domain/cohort.ts'
import { fromMarkdown } from './markdown.ts'
import { factsOf, type Html, type Making, named, someOf, toUtc } from './parts.ts'
import type { Words } from './wordsEn.ts'

/** How the numbers were made, and how they are to be read. `methods`: as one writes for a paper. */
export const closingOf = (making: Making, methods: string): Html => {
  const { words } = making
  return html`<section class="methods"><h2>${words.methods.heading}</h2>
${fromMarkdown(methods)}</section>
${smallPrint(making)}`
}

/** Settings that the numbers and figures depend on. */
export const parametersPart = (making: Making): Html => {
  const { parameters: told } = making.words
  return html`<section><h2>${told.heading}</h2>
${factsOf(making, told.caption, parametersOf(making))}</section>`
}

function parametersOf({ collected, words }: Making): (readonly [string, Html | string])[] {
  const { parameters: told } = words
  const { units, clustering, pca, clock } = collected
  return [
    [told.view, told.raw],
    [told.activityUnit, words.unit(units.activity_unit || undefined)],
    [told.offsetUnit, words.unit(units.aging_offset_unit || undefined)],
    ...(clustering
      ? [
          [
            told.clustering,
            `${words.heatmap.linkages[clustering.linkage]}; ${words.heatmap.distances[clustering.distance]}`,
          ] as const,
        ]
      : []),
    ...(pca ? [[told.pca, pca.scaled ? told.scaled : told.centred] as const] : []),
    ...(clock?.predicted ? [[told.predicted, named(toldSource(clock.predicted, words))] as const] : []),
    ...(clock?.chronological
      ? [[told.chronological, named(toldSource(clock.chronological, words))] as const]
      : []),
    ...comparisonParameters({ collected, words }),
  ]
}

const toldSource = ({ from, name }: AgeSource, { clock }: Words): string => clock.sources[from](name)

function comparisonParameters({ collected, words }: Pick<Making, 'collected' | 'words'>) {
  const { parameters: told } = words
  const { study, comparisons } = collected
  const asked = study.kind === 'cohort' ? study.comparison : undefined
  const [first] = comparisons
  if (!asked || !first) return []
  const names = words.list(first.groups.map(({ name }) => name))
  return [
    [told.groups, named('by' in asked.groups ? words.colon(asked.groups.by, names) : names)],
    [told.test, words.comparison.tests[asked.test]],
    [told.pairs, named(asked.pairBy ?? told.nothing)],
    [told.replicates, named(asked.replicatesBy ?? told.nothing)],
    [told.adjustment, first.groups.length > 2 ? told.adjustedHolm : told.adjusted],
    [told.pathways, asked.pathways.length === 0 ? told.all : named(someOf(asked.pathways, words))],
  ] as const
}

function smallPrint({ collected, words }: Making): Html {
  const { small } = words
  const lines = [
    small.research,
    small.undocumented,
    small.numbers,
    small.cite,
    small.madeWith(`Pathclock ${collected.version}`, toUtc(collected.madeAt)),
  ]
  return html`<section class="small"><h2>${small.heading}</h2>${lines.map(
    (line) => html`<p>${line}</p>
`,
  )}</section>`
}
