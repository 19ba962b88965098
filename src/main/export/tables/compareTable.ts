import type { CohortProvenance } from '../../../shared/domain/results/cohort.ts'
import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { type Column, describeColumns } from '../../../shared/tables/column.ts'
import { comparisonColumns, toLines } from '../../../shared/tables/comparison.ts'
import {
  type Contents,
  createOrigins,
  describePathways,
  describeSamples,
  type ProvenanceLine,
  type Sources,
  toPages,
  type Units,
  unitLines,
  unitOf,
} from './tableContents.ts'

type CompareTableChoice = Extract<TableChoice, { kind: 'compare' }>

/** Returns a row per measure and pathway; with several groups, one for all of them, then one for each pair. */
export async function compareTable(sources: Sources, { request }: CompareTableChoice): Promise<Contents> {
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

/** Returns the table of analyses of several measures, with their origins and notes. */
export function tableOfAnalyses<Line, Note>(
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
  for (const analysis of analyses) addOrigin(origins, analysis)
  return {
    columns: describeColumns(columns),
    pages: toPages(columns, lines),
    rows: lines.length,
    synthetic: origins.isSynthetic(),
    provenance: [
      ...origins.lines(),
      ...about,
      ...analyses.flatMap(({ measure, notes }) =>
        notes.map((note) => ({ name: `note on ${measure}`, value: describeNote(note) })),
      ),
    ],
  }
}

/** Adds both fetch times, because one measure may have values of more results than the other. */
function addOrigin(
  origins: ReturnType<typeof createOrigins>,
  { service, oldestFetchedAt, newestFetchedAt, synthetic }: CohortProvenance,
): void {
  for (const one of service?.split(', ') ?? [])
    for (const fetchedAt of [oldestFetchedAt, newestFetchedAt])
      origins.add({ service: one, fetchedAt, synthetic })
}

/** Describes the compared groups and the test, for tables of a comparison. */
export const describeMethod = ({
  of,
  groups,
  test,
  pairBy,
  replicatesBy,
  pathways,
}: CompareTableChoice['request']): ProvenanceLine[] => [
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

export function unitOfMeasures(units: Units): string {
  const [activity, offset] = [unitOf(units.activity_unit), unitOf(units.aging_offset_unit)]
  return activity === offset ? activity : `activity: ${activity}; aging_offset: ${offset}`
}
