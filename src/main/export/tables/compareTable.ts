import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import {
  type ComparisonColumn,
  type ComparisonLine,
  comparisonColumns,
  isColumnOf,
  toLines,
} from '../../../shared/domain/results/comparisonTable.ts'
import { notDocumented, type TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import {
  type Cell,
  countField,
  type Field,
  plainNumberField,
  textField,
  timeField,
  toCells,
  toColumns,
  yesNoField,
} from './table.ts'
import {
  type Contents,
  createOrigins,
  describePathways,
  describeSamples,
  type ProvenanceLine,
  type Sources,
  type Units,
  unitLines,
} from './tableContents.ts'

type CompareTableChoice = Extract<TableChoice, { kind: 'compare' }>

const lineChunkSize = 500

/**
 * Returns one row per measure and pathway. With more than two groups there is a row for all of them, without `group_a`
 * and `group_b`, followed by one for each pair, with the p of the test of two groups and the p adjusted by Holm.
 */
export async function compareTable(sources: Sources, { request }: CompareTableChoice): Promise<Contents> {
  const found: Comparison[] = []
  for (const measure of ['activity', 'aging_offset'] as const)
    found.push(await sources.compare({ ...request, measure }))
  const lines = found.flatMap(toLines)
  const fields = fieldsOf(sources.units()).filter(({ name }) => found.some((one) => isColumnOf(name, one)))
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const some of yieldingChunks(lines, lineChunkSize))
      yield some.map((line) => toCells(fields, line))
  }
  const origins = createOrigins()
  for (const one of found) addOrigin(origins, one)
  const [first] = found
  return {
    columns: toColumns(fields),
    pages: pages(),
    rows: lines.length,
    synthetic: origins.isSynthetic(),
    provenance: [
      ...origins.lines(),
      ...describeMethod(request),
      ...(first?.groups ?? []).map(({ name, sampleIds }) => ({
        name: `samples of ${name}`,
        value: sampleIds.join('; '),
      })),
      ...unitLines(sources.units()),
      ...found.flatMap(({ measure, notes }) =>
        notes.map((note) => ({ name: `note on ${measure}`, value: JSON.stringify(note) })),
      ),
    ],
  }
}

/** Adds both fetch times, because one measure may have values of more results than the other. */
function addOrigin(
  origins: ReturnType<typeof createOrigins>,
  { service, oldestFetchedAt, newestFetchedAt, synthetic }: Comparison,
): void {
  for (const one of service?.split(', ') ?? [])
    for (const fetchedAt of [oldestFetchedAt, newestFetchedAt])
      origins.add({ service: one, fetchedAt, synthetic })
}

/** Describes the compared groups and the test, for tables of a comparison. */
export const describeMethod = ({
  of,
  groups,
  test,
  pairBy,
  replicatesBy,
  pathways,
}: CompareTableChoice['request']): ProvenanceLine[] => [
  { name: 'test', value: test },
  { name: 'among', value: describeSamples(of) },
  {
    name: 'groups',
    value:
      'by' in groups
        ? `${groups.by}: ${groups.values.join('; ')}`
        : groups.sets.map((set) => `${set.name}: ${describeSamples(set.of)}`).join('; '),
  },
  { name: 'paired_by', value: pairBy ?? 'nothing' },
  { name: 'replicates_by', value: replicatesBy ?? 'nothing' },
  { name: 'pathways', value: describePathways(pathways) },
  { name: 'q', value: 'Benjamini–Hochberg over the pathways of one measure' },
]

const fieldOf =
  (make: typeof textField) =>
  (name: ComparisonColumn, about: Message): Field<ComparisonLine> =>
    make(name, about, comparisonColumns[name])

const text = fieldOf(textField)
const time = fieldOf(timeField)
const count = fieldOf(countField)
const number = fieldOf(plainNumberField)
const yesNo = fieldOf(yesNoField)

function fieldsOf(units: Units): Field<ComparisonLine>[] {
  const activity = units.activity_unit || notDocumented
  const offset = units.aging_offset_unit || notDocumented
  const unit = activity === offset ? activity : `activity: ${activity}; aging_offset: ${offset}`
  const inUnit = (name: ComparisonColumn, about: Message) => ({ ...number(name, about), unit })
  return [
    text('pathway', message`Name of the pathway.`),
    text('measure', message`Which of its two values is compared.`),
    text('test', message`The test that was run.`),
    text('group_a', message`First group; empty: all groups are compared.`),
    text('group_b', message`Second group.`),
    count('n_a', message`Values of the first group.`),
    inUnit('mean_a', message`Their mean.`),
    inUnit('sd_a', message`Their standard deviation (n − 1).`),
    inUnit('median_a', message`Their median.`),
    count('n_b', message`Values of the second group.`),
    inUnit('mean_b', message`Their mean.`),
    inUnit('sd_b', message`Their standard deviation (n − 1).`),
    inUnit('median_b', message`Their median.`),
    count('pairs', message`Complete pairs, for paired tests.`),
    inUnit(
      'difference',
      message`Mean of the first − mean of the second; paired: mean of the differences; by ranks: Hodges–Lehmann’s.`,
    ),
    inUnit(
      'ci_low',
      message`Lower end of its 95% interval by the test itself; empty: none of that level can be reached.`,
    ),
    inUnit('ci_high', message`Upper end of its 95% interval.`),
    number('effect', message`Size of the effect, as effect_name says.`),
    number('effect_ci_low', message`Lower end of the 95% interval of the effect of two groups.`),
    number('effect_ci_high', message`Upper end of that interval.`),
    text('effect_name', message`Which effect it is.`),
    text('statistic_name', message`Which statistic it is: t, W, V, H or F.`),
    number('statistic', message`Statistic of the test.`),
    number('df', message`Degrees of freedom; of Welch’s analysis of variance those between the groups.`),
    number('df2', message`Degrees of freedom within the groups, of Welch’s analysis of variance.`),
    number('p', message`p of the test, two-sided.`),
    number(
      'q',
      message`p adjusted by Benjamini–Hochberg over all pathways of this measure; one without p counts as 1.`,
    ),
    number('p_holm', message`p of two of several groups, adjusted by Holm over the pairs of this pathway.`),
    text('why_no_p', message`tooFew values, noSpread among them, or tooLarge to count.`),
    yesNo(
      'exact',
      message`p by the exact distribution; false: by its normal approximation; empty: there is no choice.`,
    ),
    number(
      'least_p',
      message`Tests by ranks: the smallest p that counting so many different values could give.`,
    ),
    yesNo('few_values', message`Tested with fewer than five values in a group, or fewer than five pairs.`),
    count('zeros', message`Signed ranks: pairs without a difference, which the test leaves out.`),
    inUnit(
      'smallest_change',
      message`Smallest change that two single measurements can tell; empty: there are no replicates.`,
    ),
    inUnit(
      'noise_limit',
      message`What the noise of measuring makes of this difference in 95 of 100 cases; empty: there are no replicates.`,
    ),
    yesNo('within_noise', message`Whether the difference lies below noise_limit.`),
    text('service', message`Address of the services that gave the values.`),
    time('fetched_from', message`When the oldest of the answers was fetched.`),
    time('fetched_to', message`When the newest of the answers was fetched.`),
    yesNo('synthetic', message`Whether the service marked any of the data as synthetic.`),
  ]
}
