import type { AgeSource, ClockPoint } from '../../../shared/domain/results/cohort.ts'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { type Message, message, toEnglish } from '../../../shared/messages/message.ts'
import {
  type Cell,
  type Column,
  describeColumns,
  plainNumberColumn,
  textColumn,
  timeColumn,
  toCells,
  yesNoColumn,
} from '../../../shared/tables/column.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { type Contents, createOrigins, describeReference, type Sources } from './tableContents.ts'

type ClockTableChoice = Extract<TableChoice, { kind: 'clock' }>

const pointChunkSize = 500

/** Returns one row per sample with both ages, in the order of the register. Throws `rejected` for an unknown source. */
export async function clockTable(sources: Sources, choice: ClockTableChoice): Promise<Contents> {
  const { kind: _, ...request } = choice
  const { points, predicted, chronological, line, leftOut } = await sources.clock(request)
  const onLine = points.filter(({ residual }) => residual !== null).length
  const reference = line ? await describeReference(sources, onLine, choice.of) : null
  const fields = fieldsOf(predicted, chronological, reference)
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const some of yieldingChunks(points, pointChunkSize))
      yield some.map((point) => toCells(fields, point))
  }
  const origins = createOrigins()
  for (const point of points) origins.add(point)
  return {
    columns: describeColumns(fields),
    pages: pages(),
    rows: points.length,
    synthetic: origins.isSynthetic(),
    provenance: [
      ...origins.lines(),
      { name: 'predicted_age', value: toEnglish(nameOf(predicted)) },
      { name: 'chronological_age', value: toEnglish(nameOf(chronological)) },
      {
        name: 'line',
        value: line ? `predicted_age = ${line.slope} * chronological_age + ${line.intercept}` : 'none',
      },
      { name: 'reference', value: reference ?? 'none' },
      { name: 'without_predicted_age', value: String(leftOut.withoutClock) },
      { name: 'without_chronological_age', value: String(leftOut.withoutAge) },
    ],
  }
}

const nameOf = (source: AgeSource | null): Message =>
  source === null
    ? message`none chosen`
    : source.from === 'clock'
      ? message`${source.name} of the clock`
      : message`${source.name} of the register`

/** Returns a field in years, which is the unit of ages in the order form. The service gives no unit for the clock. */
const years = (name: string, about: Message, of: (point: ClockPoint) => Cell): Column<ClockPoint> => ({
  ...plainNumberColumn(name, about, of),
  unit: 'years',
})

function fieldsOf(
  predicted: AgeSource | null,
  chronological: AgeSource | null,
  reference: string | null,
): Column<ClockPoint>[] {
  return [
    textColumn('sample_id', message`Identifier of the sample at the service.`, ({ sampleId }) => sampleId),
    textColumn(
      'client_reference',
      message`The name under which the sample was ordered.`,
      ({ clientReference }) => clientReference,
    ),
    textColumn('group', message`Group of the sample, as the register shows it.`, ({ group }) => group),
    years(
      'chronological_age',
      message`Chronological age: ${nameOf(chronological)}.`,
      (point) => point.chronological,
    ),
    years(
      'predicted_age',
      message`Predicted age: ${nameOf(predicted)}; years are assumed, as the service documents no unit.`,
      (point) => point.predicted,
    ),
    years(
      'age_acceleration',
      message`Predicted age − chronological age.`,
      ({ acceleration }) => acceleration,
    ),
    years(
      'age_acceleration_residual',
      message`Predicted age less that of the least-squares line of predicted on chronological age over these samples; empty: there is no line.`,
      ({ residual }) => residual,
    ),
    textColumn(
      'reference',
      message`The samples of the line that the residual refers to: how many, and which; empty: there is no line.`,
      ({ residual }) => (residual === null ? null : reference),
    ),
    timeColumn('fetched_at', message`When the predicted age was fetched.`, ({ fetchedAt }) => fetchedAt),
    textColumn('service', message`Address of the service that gave it.`, ({ service }) => service),
    yesNoColumn(
      'synthetic',
      message`Whether the service marked the data as synthetic.`,
      ({ synthetic }) => synthetic,
    ),
  ]
}
