import { type DrugMatch, describeReasons, type MatchedDrug } from '../domain/drugs/drugMatch.ts'
import { message } from '../messages/message.ts'
import { type Column, countColumn, plainNumberColumn, textColumn, timeColumn, yesNoColumn } from './column.ts'

/** A drug that opposes or mimics a profile, with its place in the list. */
export type MatchedRow = { drug: MatchedDrug; rank: number; match: DrugMatch }

export const toMatchedRows = (match: DrugMatch): MatchedRow[] =>
  match.drugs.map((drug, index) => ({ drug, rank: index + 1, match }))

export const matchColumns: Column<MatchedRow>[] = [
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
