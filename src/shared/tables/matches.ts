import { type DrugMatch, describeReasons, type MatchedDrug } from '../domain/drugs/drugMatch.ts'
import { message } from '../words/message.ts'
import { type Column, countColumn, plainNumberColumn, textColumn, timeColumn, yesNoColumn } from './column.ts'

/** A drug that opposes or mimics a profile, with its place in the list. */
export type MatchedRow = { drug: MatchedDrug; rank: number; match: DrugMatch }

export const toMatchedRows = (match: DrugMatch): MatchedRow[] =>
  match.drugs.map((drug, index) => ({ drug, rank: index + 1, match }))

export const matchColumns: Column<MatchedRow>[] = [
  countColumn('rank', message('export.placeDrug1First'), ({ rank }) => rank),
  textColumn('drug_id', message('export.identifierDrugService'), ({ drug }) => drug.drugId),
  textColumn('name', message('export.nameDrug'), ({ drug }) => drug.name),
  textColumn('category', message('export.classDrugWordsService'), ({ drug }) => drug.category),
  textColumn('direction', message('export.whetherListDrugsOppose'), ({ match }) => match.direction),
  plainNumberColumn('score', message('export.scoreDirectionAbove0'), ({ drug }) => drug.score),
  plainNumberColumn('coverage', message('export.shareProfilesSquaredValues'), ({ drug }) => drug.coverage),
  textColumn('positive_control', message('export.comparedGroupGivenDrug'), ({ drug }) => drug.givenTo),
  textColumn('opposes', message('export.pathwaysDrugActsAgainst'), ({ drug }) =>
    describeReasons(drug.opposes),
  ),
  textColumn('follows', message('export.pathwaysDrugActsProfile'), ({ drug }) =>
    describeReasons(drug.follows),
  ),
  textColumn('direction_unknown', message('export.pathwaysProfileDrugActs'), ({ drug }) =>
    drug.directionUnknown.join('; '),
  ),
  textColumn('unit', message('export.whatValuesBracketsZ'), ({ match }) => match.unit),
  textColumn(
    'drugbank_id',
    message('export.identifierDrugbankEmptyService'),
    ({ drug }) => drug.ids.drugbankId,
  ),
  textColumn('chembl_id', message('export.identifierChemblEmptyService'), ({ drug }) => drug.ids.chemblId),
  timeColumn('fetched_at', message('export.whenPathwaysDrugFetched'), ({ drug }) => drug.fetchedAt),
  textColumn('service', message('export.addressServicesGaveValues'), ({ match }) => match.service),
  yesNoColumn('synthetic', message('export.whetherServiceMarkedAny'), ({ match }) => match.synthetic),
]
