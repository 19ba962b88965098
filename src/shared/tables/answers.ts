import type { StoredResult } from '../domain/results/cohort.ts'
import { message } from '../words/message.ts'
import { countColumn, textColumn, timeColumn, yesNoColumn } from './column.ts'

type Answer = Omit<StoredResult, 'pathways'>

export const answerColumns = {
  id: textColumn('analysis_id', message('export.identifierAnswerComputer'), (of: Answer) => of.analysisId),
  kind: textColumn('kind', message('export.activityPathwayAnalysisClock'), (of: Answer) => of.kind),
  fetchedAt: timeColumn('fetched_at', message('export.whenAnswerFetched'), (of: Answer) => of.fetchedAt),
  service: textColumn('service', message('export.addressServiceGave'), (of: Answer) => of.service),
  current: yesNoColumn('current', message('export.whetherNewestSampleKind'), (of: Answer) => of.current),
  scores: countColumn('scores', message('export.howManyPathwaysValues'), (of: Answer) => of.scores),
  synthetic: yesNoColumn(
    'synthetic',
    message('export.whetherServiceMarkedData'),
    (of: Answer) => of.synthetic,
  ),
}
