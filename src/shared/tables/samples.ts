import type { StoredResult } from '../domain/results/cohort.ts'
import type { LedgerRow } from '../domain/samples/importing.ts'
import type { Annotation, Sample } from '../domain/samples/sample.ts'
import { message, toEnglish } from '../words/message.ts'
import { type Column, countColumn, foreignTimeColumn, textColumn, timeColumn, yesNoColumn } from './column.ts'

/** A sample without its fields, which have columns of their own. */
type SampleRow = Pick<
  Sample,
  'sampleId' | 'clientReference' | 'status' | 'state' | 'createdAt' | 'checkedAt' | 'analysedAt' | 'synthetic'
>

export const sampleColumns = {
  id: textColumn('sample_id', message('export.identifierSampleService'), (row) => row.sampleId),
  reference: textColumn(
    'client_reference',
    message('export.nameUnderSampleOrdered'),
    (row) => row.clientReference,
  ),
  status: textColumn('status', message('export.stateOrderWordsService'), (row) => row.status),
  state: textColumn('state', message('export.whatPathclockReadsWord'), (row) => row.state),
  createdAt: foreignTimeColumn('created_at', message('export.whenOrderPlaced'), (row) => row.createdAt),
  checkedAt: timeColumn('checked_at', message('export.whenStateLastChecked'), (row) => row.checkedAt),
  analysedAt: timeColumn(
    'analysed_at',
    message('export.whenPathwayAnalysisFetched'),
    (row) => row.analysedAt,
  ),
  synthetic: yesNoColumn(
    'synthetic',
    message('export.whetherServiceMarkedSampleSynthetic'),
    (row) => row.synthetic,
  ),
} satisfies Record<string, Column<SampleRow>>

type Annotated = Pick<Annotation, 'group' | 'tags' | 'note'>

export const annotationName = (field: string): string => `annotation_${field}`

export const annotationColumns = {
  group: textColumn(annotationName('group'), message('export.groupGivenGoesBefore'), (of) => of.group),
  tags: textColumn(annotationName('tags'), message('export.tagsGivenJoinedBefore'), ({ tags }) =>
    tags.map((tag) => tag.replace(/[\\;]/g, '\\$&')).join('; '),
  ),
  note: textColumn(annotationName('note'), message('export.noteTaken'), (of) => of.note),
} satisfies Record<string, Column<Annotated>>

type Answer = Omit<StoredResult, 'pathways'>

/** The columns of a stored result. */
export const answerColumns = {
  id: textColumn('analysis_id', message('export.identifierAnswerComputer'), (of) => of.analysisId),
  kind: textColumn('kind', message('export.activityPathwayAnalysisClock'), (of) => of.kind),
  fetchedAt: timeColumn('fetched_at', message('export.whenAnswerFetched'), (of) => of.fetchedAt),
  service: textColumn('service', message('export.addressServiceGave'), (of) => of.service),
  current: yesNoColumn('current', message('export.whetherNewestSampleKind'), (of) => of.current),
  scores: countColumn('scores', message('export.howManyPathwaysValues'), (of) => of.scores),
  synthetic: yesNoColumn('synthetic', message('export.whetherServiceMarkedData'), (of) => of.synthetic),
} satisfies Record<string, Column<Answer>>

/** The columns of a row of an import. */
export const ledgerColumns: Column<Omit<LedgerRow, 'batchId'>>[] = [
  countColumn('row', message('export.numberRowFile'), ({ row }) => row),
  textColumn('client_reference', message('export.nameSample'), ({ clientReference }) => clientReference),
  textColumn('outcome', message('export.whatBecameOrder'), ({ state }) => state),
  textColumn(
    'message',
    message('export.whyWhereSomethingSay'),
    (row) => row.message && toEnglish(row.message),
  ),
  textColumn('sample_id', message('export.identifierSampleServiceEmpty'), ({ sampleId }) => sampleId),
  timeColumn('sent_at', message('export.whenRequestLeftWhere'), ({ sentAt }) => sentAt),
  countColumn('requests', message('export.howOftenRequestLeft'), ({ attempts }) => attempts),
  timeColumn('updated_at', message('export.whenRowChangedLast'), ({ updatedAt }) => updatedAt),
]
