import { type Column, describeColumns, textColumn } from '../../../shared/tables/column.ts'
import { type MatchedRow, matchColumns, toMatchedRows } from '../../../shared/tables/matches.ts'
import { message } from '../../../shared/words/message.ts'
import { describeMethod } from './compareTable.ts'
import {
  type ChoiceOf,
  type Contents,
  describeReference,
  describeSamples,
  originLines,
  type ProvenanceLine,
  type Sources,
  toPages,
} from './tableContents.ts'

/** More than a person reads, and few enough to keep in memory. */
const maxDrugs = 10_000

/** Returns one row per matched drug, best first. Throws `rejected` for a comparison without a profile. */
export async function matchTable(sources: Sources, choice: ChoiceOf<'match'>): Promise<Contents> {
  const { profile, direction } = choice
  const match = await sources.match({ profile, direction, limit: maxDrugs })
  const rows = toMatchedRows(match)
  const reference = await referenceOf(sources, profile)
  const columns = [...matchColumns, ...referenceColumns(reference)]
  const { service, oldestFetchedAt: oldest, newestFetchedAt: newest, counts } = match
  return {
    columns: describeColumns(columns),
    pages: toPages(columns, rows),
    rows: rows.length,
    synthetic: match.synthetic,
    provenance: [
      ...originLines({ service, oldest, newest }),
      ...describeProfile(profile),
      ...(reference === null ? [] : [{ name: 'reference', value: reference }]),
      { name: 'direction', value: direction },
      {
        name: 'score',
        value: `cosine of the drug’s directions and the profile${direction === 'opposing' ? ', with its sign turned' : ''}, times the square root of the coverage; drugs above 0 only`,
      },
      ...(match.maxQ === null ? [] : [{ name: 'pathways_with_q_below', value: String(match.maxQ) }]),
      { name: 'unit_of_values', value: match.unit },
      { name: 'cached_drugs', value: String(counts.cached) },
      { name: 'with_pathways', value: String(counts.withPathways) },
      { name: 'pathways_never_fetched', value: String(counts.withoutPathways) },
      { name: 'note', value: 'how drugs are described; predicts no effect' },
    ],
  }
}

const describeProfile = (profile: ChoiceOf<'match'>['profile']): ProvenanceLine[] =>
  'comparison' in profile
    ? describeMethod(profile.comparison)
    : [
        { name: 'sample', value: profile.sampleId },
        { name: 'z_scores_against', value: describeSamples(profile.against) },
      ]

/** Returns the reference of a sample's z-scores; null for a comparison, whose groups are named. */
async function referenceOf(sources: Sources, profile: ChoiceOf<'match'>['profile']): Promise<string | null> {
  if ('comparison' in profile) return null
  const { sampleId, against } = profile
  const view = { kind: 'zControls', controls: against } as const
  const of = { sampleIds: [sampleId] }
  const { reference } = await sources.values({
    of,
    view,
    measure: 'activity',
    pathways: [],
    offset: 0,
    limit: 1,
  })
  return describeReference(sources, Math.max(0, ...reference.map(({ n }) => n)), against)
}

const referenceColumns = (reference: string | null): Column<MatchedRow>[] =>
  reference === null
    ? []
    : [textColumn('reference', message('catalogue.whatZScoresBrackets'), () => reference)]
