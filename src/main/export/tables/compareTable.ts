import type { CohortProvenance } from '../../../shared/domain/results/cohort.ts'
import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import { describeFit, describeModelNote } from '../../../shared/domain/results/describeModel.ts'
import type { ModelResult } from '../../../shared/domain/results/model.ts'
import type { Column } from '../../../shared/tables/column.ts'
import { comparisonColumns, toLines } from '../../../shared/tables/comparison.ts'
import { modelColumns, toModelLines } from '../../../shared/tables/models.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import {
  type ChoiceOf,
  type Contents,
  createOrigins,
  describePathways,
  describeSamples,
  type ProvenanceLine,
  type Sources,
  toContents,
  toPages,
  type Units,
  unitLines,
  unitOf,
} from './tableContents.ts'

/** Returns a row per measure and pathway; with several groups, one for all of them, then one for each pair. */
export async function compareTable(sources: Sources, { request }: ChoiceOf<'compare'>): Promise<Contents> {
  const found: Comparison[] = []
  for (const measure of ['activity', 'aging_offset'] as const)
    found.push(await sources.compare({ ...request, measure }))
  const [first] = found
  const lines = found.flatMap(toLines)
  const columns = first ? comparisonColumns(first, unitOfMeasures(sources.units())) : []
  return tableOfAnalyses(found, {
    columns,
    lines,
    about: [
      ...describeMethod(request),
      ...(first?.groups ?? []).map(({ name, sampleIds }) => ({
        name: `samples of ${name}`,
        value: sampleIds.join('; '),
      })),
      ...unitLines(sources.units()),
    ],
    describeNote: JSON.stringify,
  })
}

/** Returns one row per measure, contrast and pathway of a linear model. */
export async function modelTable(sources: Sources, { request }: ChoiceOf<'model'>): Promise<Contents> {
  const models: ModelResult[] = []
  for (const measure of ['activity', 'aging_offset'] as const)
    models.push(await sources.model({ ...request, measure }))
  const lines = models.flatMap(toModelLines)
  const columns = modelColumns(unitOfMeasures(sources.units()))
  return tableOfAnalyses(models, {
    columns,
    lines,
    about: [
      { name: 'among', value: describeSamples(request.of) },
      { name: 'pathways', value: describePathways(request.pathways) },
      ...models.map((model) => ({ name: `model of ${model.measure}`, value: toEnglish(describeFit(model)) })),
      { name: 'q', value: 'Benjamini–Hochberg over the pathways of one contrast and measure' },
      ...(models[0]?.terms ?? []).map((term) => ({
        name: `field ${term.field}`,
        value:
          term.kind === 'number' ? 'a number' : `levels: ${term.levels.map(({ value }) => value).join('; ')}`,
      })),
      // A sample without a result of one measure is in the model of the other.
      ...models.map(({ measure, sampleIds }) => ({
        name: `samples of ${measure}`,
        value: sampleIds.join('; '),
      })),
      ...unitLines(sources.units()),
    ],
    describeNote: (note) => toEnglish(describeModelNote(note)),
  })
}

function tableOfAnalyses<Line, Note>(
  analyses: readonly (CohortProvenance & { measure: string; notes: readonly Note[] })[],
  {
    columns,
    lines,
    about,
    describeNote,
  }: {
    columns: readonly Column<Line>[]
    lines: readonly Line[]
    about: readonly ProvenanceLine[]
    describeNote(note: Note): string
  },
): Contents {
  const origins = createOrigins()
  // Both fetch times, because one measure may have values of more results than the other.
  for (const { service, oldestFetchedAt, newestFetchedAt, synthetic } of analyses)
    for (const one of service?.split(', ') ?? [])
      for (const fetchedAt of [oldestFetchedAt, newestFetchedAt])
        origins.add({ service: one, fetchedAt, synthetic })
  return toContents(columns, origins, {
    pages: toPages(columns, lines),
    rows: lines.length,
    provenance: [
      ...about,
      ...analyses.flatMap(({ measure, notes }) =>
        notes.map((note) => ({ name: `note on ${measure}`, value: describeNote(note) })),
      ),
    ],
  })
}

/** Describes the compared groups and the test, for tables of a comparison. */
export const describeMethod = ({
  of,
  groups,
  test,
  pairBy,
  replicatesBy,
  pathways,
}: ChoiceOf<'compare'>['request']): ProvenanceLine[] => [
  { name: 'test', value: test },
  { name: 'among', value: describeSamples(of) },
  {
    name: 'groups',
    value:
      'by' in groups
        ? `${groups.by}: ${groups.values.join('; ')}`
        : groups.sets.map((set) => `${set.name}: ${describeSamples(set.of)}`).join('; '),
  },
  { name: 'paired_by', value: pairBy ?? 'nothing' },
  { name: 'replicates_by', value: replicatesBy ?? 'nothing' },
  { name: 'pathways', value: describePathways(pathways) },
  { name: 'q', value: 'Benjamini–Hochberg over the pathways of one measure' },
]

function unitOfMeasures(units: Units): string {
  const [activity, offset] = [unitOf(units.activity_unit), unitOf(units.aging_offset_unit)]
  return activity === offset ? activity : `activity: ${activity}; aging_offset: ${offset}`
}
