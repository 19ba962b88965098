import { type DrugMatch, describeReasons, type MatchedDrug } from '../../../shared/domain/drugs/drugMatch.ts'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { message } from '../../../shared/messages/message.ts'
import {
  type Cell,
  type Column,
  countColumn,
  describeColumns,
  plainNumberColumn,
  textColumn,
  timeColumn,
  toCells,
  yesNoColumn,
} from '../../../shared/tables/column.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { describeMethod } from './compareTable.ts'
import {
  type Contents,
  describeReference,
  describeSamples,
  originLines,
  type ProvenanceLine,
  type Sources,
} from './tableContents.ts'

type MatchTableChoice = Extract<TableChoice, { kind: 'match' }>
type Matched = { drug: MatchedDrug; rank: number; match: DrugMatch }

const drugChunkSize = 500
/** More than a person reads, and few enough to keep in memory. */
const maxDrugs = 10_000

/**
 * Returns one row per drug that opposes or mimics a profile, best first. Throws `rejected` for a comparison without a
 * profile.
 */
export async function matchTable(sources: Sources, choice: MatchTableChoice): Promise<Contents> {
  const { profile, direction } = choice
  const match = await sources.match({ profile, direction, limit: maxDrugs })
  const rows = match.drugs.map((drug, index): Matched => ({ drug, rank: index + 1, match }))
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const some of yieldingChunks(rows, drugChunkSize))
      yield some.map((row) => toCells(fields, row))
  }
  const reference = await referenceOf(sources, profile)
  const fields = [...commonFields, ...referenceFields(reference)]
  const { service, oldestFetchedAt: oldest, newestFetchedAt: newest, counts } = match
  return {
    columns: describeColumns(fields),
    pages: pages(),
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

const describeProfile = (profile: MatchTableChoice['profile']): ProvenanceLine[] =>
  'comparison' in profile
    ? describeMethod(profile.comparison)
    : [
        { name: 'sample', value: profile.sampleId },
        { name: 'z_scores_against', value: describeSamples(profile.against) },
      ]

/** Returns the reference of a sample's z-scores; null for a comparison, whose groups are named. */
async function referenceOf(sources: Sources, profile: MatchTableChoice['profile']): Promise<string | null> {
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

const referenceFields = (reference: string | null): Column<Matched>[] =>
  reference === null
    ? []
    : [
        textColumn(
          'reference',
          message`What the z-scores in brackets refer to: how many samples with a value, and which.`,
          () => reference,
        ),
      ]

const commonFields: Column<Matched>[] = [
  countColumn('rank', message`Place of the drug; 1 is the first.`, ({ rank }) => rank),
  textColumn('drug_id', message`Identifier of the drug at the service.`, ({ drug }) => drug.drugId),
  textColumn('name', message`Name of the drug.`, ({ drug }) => drug.name),
  textColumn(
    'category',
    message`Class of the drug, in the words of the service.`,
    ({ drug }) => drug.category,
  ),
  textColumn(
    'direction',
    message`Whether the list is of drugs that oppose the profile or of drugs that mimic it.`,
    ({ match }) => match.direction,
  ),
  plainNumberColumn(
    'score',
    message`Score in this direction, above 0 and at most 1.`,
    ({ drug }) => drug.score,
  ),
  plainNumberColumn(
    'coverage',
    message`Share of the profile’s squared values on pathways where the drug acts in a known direction.`,
    ({ drug }) => drug.coverage,
  ),
  textColumn(
    'positive_control',
    message`The compared group that was given this drug, by its name or a synonym; empty: none.`,
    ({ drug }) => drug.givenTo,
  ),
  textColumn(
    'opposes',
    message`Pathways on which the drug acts against the profile: its direction, and the profile’s value in brackets, joined by “; ”.`,
    ({ drug }) => describeReasons(drug.opposes),
  ),
  textColumn(
    'follows',
    message`Pathways on which the drug acts as the profile shows, in the same form.`,
    ({ drug }) => describeReasons(drug.follows),
  ),
  textColumn(
    'direction_unknown',
    message`Pathways of the profile on which the drug acts in an unknown direction, joined by “; ”.`,
    ({ drug }) => drug.directionUnknown.join('; '),
  ),
  textColumn(
    'unit',
    message`What the values in brackets are: z, or the name of an effect.`,
    ({ match }) => match.unit,
  ),
  textColumn(
    'drugbank_id',
    message`Identifier at DrugBank; empty: the service gives none, or the details of the drug were not fetched.`,
    ({ drug }) => drug.ids.drugbankId,
  ),
  textColumn(
    'chembl_id',
    message`Identifier at ChEMBL; empty: the service gives none, or the details of the drug were not fetched.`,
    ({ drug }) => drug.ids.chemblId,
  ),
  timeColumn(
    'fetched_at',
    message`When the pathways of the drug were fetched.`,
    ({ drug }) => drug.fetchedAt,
  ),
  textColumn('service', message`Address of the services that gave the values.`, ({ match }) => match.service),
  yesNoColumn(
    'synthetic',
    message`Whether the service marked any of the data as synthetic.`,
    ({ match }) => match.synthetic,
  ),
]
