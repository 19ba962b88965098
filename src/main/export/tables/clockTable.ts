import type { AgeSource, ClockPoint } from '../../../shared/domain/results/cohort.ts'
import {
  type Cell,
  type Column,
  plainNumberColumn,
  textColumn,
  timeColumn,
  yesNoColumn,
} from '../../../shared/tables/column.ts'
import { sampleColumns } from '../../../shared/tables/samples.ts'
import { type Message, message, toEnglish } from '../../../shared/words/message.ts'
import {
  type ChoiceOf,
  type Contents,
  createOrigins,
  describeReference,
  type Sources,
  toContents,
  toPages,
} from './tableContents.ts'

/** Returns one row per sample with both ages, in the order of the register. Throws `rejected` for an unknown source. */
export async function clockTable(sources: Sources, choice: ChoiceOf<'clock'>): Promise<Contents> {
  const { kind: _, ...request } = choice
  const { points, predicted, chronological, line, leftOut } = await sources.clock(request)
  const onLine = points.filter(({ residual }) => residual !== null).length
  const reference = line ? await describeReference(sources, onLine, choice.of) : null
  const fields = fieldsOf(predicted, chronological, reference)
  const origins = createOrigins()
  for (const point of points) origins.add(point)
  return toContents(fields, origins, {
    pages: toPages(fields, points),
    rows: points.length,
    provenance: [
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
  })
}

const nameOf = (source: AgeSource | null): Message =>
  source === null
    ? message('clock.noneChosen')
    : source.from === 'clock'
      ? message('analyses.ofTheClock', { name: source.name })
      : message('clock.ofTheRegister', { name: source.name })

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
    { ...sampleColumns.id, of: ({ sampleId }) => sampleId },
    { ...sampleColumns.reference, of: ({ clientReference }) => clientReference },
    textColumn('group', message('clock.groupSampleRegisterShows'), ({ group }) => group),
    years(
      'chronological_age',
      message('clock.chronologicalAge', { chronological: nameOf(chronological) }),
      (point) => point.chronological,
    ),
    years(
      'predicted_age',
      message('clock.predictedAgeYearsAssumed', { predicted: nameOf(predicted) }),
      (point) => point.predicted,
    ),
    years(
      'age_acceleration',
      message('clock.predictedAgeChronologicalAge'),
      ({ acceleration }) => acceleration,
    ),
    years('age_acceleration_residual', message('clock.predictedAgeLessLeast'), ({ residual }) => residual),
    textColumn('reference', message('catalogue.samplesLineResidualRefers'), ({ residual }) =>
      residual === null ? null : reference,
    ),
    timeColumn('fetched_at', message('clock.whenPredictedAgeFetched'), ({ fetchedAt }) => fetchedAt),
    textColumn('service', message('export.addressServiceGave'), ({ service }) => service),
    yesNoColumn('synthetic', message('export.whetherServiceMarkedData'), ({ synthetic }) => synthetic),
  ]
}
