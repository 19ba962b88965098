import type { Annotation, Sample } from '../domain/samples/sample.ts'
import { message } from '../words/message.ts'
import { foreignTimeColumn, textColumn, timeColumn, yesNoColumn } from './column.ts'

/** A sample without its fields, which have columns of their own. */
type SampleRow = Pick<
  Sample,
  'sampleId' | 'clientReference' | 'status' | 'state' | 'createdAt' | 'checkedAt' | 'analysedAt' | 'synthetic'
>

export const sampleColumns = {
  id: textColumn('sample_id', message('export.identifierSampleService'), (row: SampleRow) => row.sampleId),
  reference: textColumn(
    'client_reference',
    message('export.nameUnderSampleOrdered'),
    (row: SampleRow) => row.clientReference,
  ),
  status: textColumn('status', message('export.stateOrderWordsService'), (row: SampleRow) => row.status),
  state: textColumn('state', message('export.whatPathclockReadsWord'), (row: SampleRow) => row.state),
  createdAt: foreignTimeColumn(
    'created_at',
    message('export.whenOrderPlaced'),
    (row: SampleRow) => row.createdAt,
  ),
  checkedAt: timeColumn(
    'checked_at',
    message('export.whenStateLastChecked'),
    (row: SampleRow) => row.checkedAt,
  ),
  analysedAt: timeColumn(
    'analysed_at',
    message('export.whenPathwayAnalysisFetched'),
    (row: SampleRow) => row.analysedAt,
  ),
  synthetic: yesNoColumn(
    'synthetic',
    message('export.whetherServiceMarkedSampleSynthetic'),
    (row: SampleRow) => row.synthetic,
  ),
}

type Annotated = Pick<Annotation, 'group' | 'tags' | 'note'>

export const annotationName = (field: string): string => `annotation_${field}`

export const annotationColumns = {
  group: textColumn(
    annotationName('group'),
    message('export.groupGivenGoesBefore'),
    (of: Annotated) => of.group,
  ),
  tags: textColumn(annotationName('tags'), message('export.tagsGivenJoinedBefore'), ({ tags }: Annotated) =>
    tags.map((tag) => tag.replace(/[\\;]/g, '\\$&')).join('; '),
  ),
  note: textColumn(annotationName('note'), message('export.noteTaken'), (of: Annotated) => of.note),
}
