import type { ScreeningHit, ScreeningTask } from '../domain/drugs/screening.ts'
import { message } from '../messages/message.ts'
import {
  type Column,
  foreignTimeColumn,
  numberColumn,
  plainNumberColumn,
  textColumn,
  timeColumn,
  yesNoColumn,
} from './column.ts'

/** A ranked drug with its screening. */
export type HitRow = {
  task: Pick<
    ScreeningTask,
    'taskId' | 'sampleId' | 'endpoint' | 'createdAt' | 'status' | 'service' | 'synthetic'
  > & {
    clientReference?: string | null
  }
  hit: ScreeningHit
  fetchedAt: string | null
}

export const hitColumns: Column<HitRow>[] = [
  textColumn('task_id', message`Identifier of the screening.`, ({ task }) => task.taskId),
  textColumn('sample_id', message`Identifier of the sample at the service.`, ({ task }) => task.sampleId),
  textColumn(
    'client_reference',
    message`The name under which the sample was ordered.`,
    ({ task }) => task.clientReference ?? null,
  ),
  textColumn(
    'endpoint',
    message`Which of the two screening endpoints was used.`,
    ({ task }) => task.endpoint,
  ),
  foreignTimeColumn('created_at', message`When the screening was begun.`, ({ task }) => task.createdAt),
  textColumn('status', message`Its state, in the words of the service.`, ({ task }) => task.status),
  plainNumberColumn('rank', message`Place of the drug; 1 is the first.`, ({ hit }) => hit.rank),
  textColumn('drug_id', message`Identifier of the drug, where it is known.`, ({ hit }) => hit.drugId),
  textColumn('name', message`Name of the drug.`, ({ hit }) => hit.name),
  numberColumn(
    'score',
    message`Score of the drug, as returned; empty: none was returned.`,
    ({ hit }) => hit.score,
  ),
  textColumn(
    'entry',
    message`The entry of the answer as it came, JSON.`,
    ({ hit }) => JSON.stringify(hit.raw) ?? null,
  ),
  timeColumn('fetched_at', message`When the results were fetched.`, (row) => row.fetchedAt),
  textColumn('service', message`Address of the service that ranked the drugs.`, ({ task }) => task.service),
  yesNoColumn(
    'synthetic',
    message`Whether the service marked the data as synthetic.`,
    ({ task }) => task.synthetic,
  ),
]
