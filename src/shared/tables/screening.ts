import type { ScreeningHit, ScreeningTask } from '../domain/drugs/screening.ts'
import { message } from '../words/message.ts'
import {
  type Column,
  foreignTimeColumn,
  numberColumn,
  plainNumberColumn,
  textColumn,
  timeColumn,
  yesNoColumn,
} from './column.ts'

export type HitRow = {
  task: Pick<
    ScreeningTask,
    'taskId' | 'sampleId' | 'endpoint' | 'createdAt' | 'status' | 'service' | 'synthetic'
  > & { clientReference?: string | null }
  hit: ScreeningHit
  fetchedAt: string | null
}

export const hitColumns: Column<HitRow>[] = [
  textColumn('task_id', message('export.identifierScreening'), ({ task }) => task.taskId),
  textColumn('sample_id', message('export.identifierSampleService'), ({ task }) => task.sampleId),
  textColumn(
    'client_reference',
    message('export.nameUnderSampleOrdered'),
    ({ task }) => task.clientReference ?? null,
  ),
  textColumn('endpoint', message('export.twoScreeningEndpointsUsed'), ({ task }) => task.endpoint),
  foreignTimeColumn('created_at', message('export.whenScreeningBegun'), ({ task }) => task.createdAt),
  textColumn('status', message('export.stateWordsService'), ({ task }) => task.status),
  plainNumberColumn('rank', message('export.placeDrug1First'), ({ hit }) => hit.rank),
  textColumn('drug_id', message('export.identifierDrugWhereKnown'), ({ hit }) => hit.drugId),
  textColumn('name', message('export.nameDrug'), ({ hit }) => hit.name),
  numberColumn('score', message('export.scoreDrugReturnedEmpty'), ({ hit }) => hit.score),
  textColumn('entry', message('export.entryAnswerCameJson'), ({ hit }) => JSON.stringify(hit.raw) ?? null),
  timeColumn('fetched_at', message('export.whenResultsFetched'), (row) => row.fetchedAt),
  textColumn('service', message('export.addressServiceRankedDrugs'), ({ task }) => task.service),
  yesNoColumn('synthetic', message('export.whetherServiceMarkedData'), ({ task }) => task.synthetic),
]
