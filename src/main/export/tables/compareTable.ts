import type {
  Comparison,
  ComparisonRow,
  GroupFigures,
  PairwiseContrast,
} from '../../../shared/domain/results/comparison.ts'
import { notDocumented, type TableChoice } from '../../../shared/domain/results/exporting.ts'
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

/** One line: a pathway over all groups or, where there are more than two, over a pair of them too. */
type Line = {
  comparison: Comparison
  row: ComparisonRow
  /** Places of the two groups; null: over all of more than two. */
  pair: [a: number, b: number] | null
  pairwise: ComparisonRow['pairwise'][number] | null
}

const lineChunkSize = 500

/**
 * One row a measure and pathway. Of more than two groups there is a row over all of them, without `group_a` and
 * `group_b`, and below it one for every two of them, with the p of the test of two groups and that by Holm.
 */
export async function compareTable(sources: Sources, { request }: CompareTableChoice): Promise<Contents> {
  const found: Comparison[] = []
  for (const measure of ['activity', 'aging_offset'] as const)
    found.push(await sources.compare({ ...request, measure }))
  const lines = found.flatMap((comparison) => comparison.rows.flatMap((row) => linesOf(comparison, row)))
  const several = found.some(({ groups }) => groups.length > 2)
  const fields = fieldsOf(sources.units(), several)
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
      ...methodLines(request),
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

/** One measure may have values of more answers than the other. */
function addOrigin(
  origins: ReturnType<typeof createOrigins>,
  { service, oldestFetchedAt, newestFetchedAt, synthetic }: Comparison,
): void {
  for (const one of service?.split(', ') ?? [])
    for (const fetchedAt of [oldestFetchedAt, newestFetchedAt])
      origins.add({ service: one, fetchedAt, synthetic })
}

const methodLines = ({
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

function linesOf(comparison: Comparison, row: ComparisonRow): Line[] {
  if (comparison.groups.length === 2) return [{ comparison, row, pair: [0, 1], pairwise: null }]
  return [
    { comparison, row, pair: null, pairwise: null },
    ...row.pairwise.map((pairwise): Line => ({ comparison, row, pair: [pairwise.a, pairwise.b], pairwise })),
  ]
}

const figuresOf = ({ row, pair }: Line, side: 0 | 1): GroupFigures | undefined =>
  pair ? row.groups[pair[side]] : undefined

/** Of the row itself; rows of two of several groups have nothing of it. */
const ofAll =
  <Value extends Cell>(of: (row: ComparisonRow, comparison: Comparison) => Value) =>
  ({ row, pairwise, comparison }: Line): Cell =>
    pairwise ? null : of(row, comparison)

/** What two of several groups have of their own too. */
const ofEither =
  (of: (figures: Pick<ComparisonRow, keyof ComparisonRow & keyof PairwiseContrast>) => Cell) =>
  ({ row, pairwise }: Line): Cell =>
    of(pairwise ?? row)

function fieldsOf(units: Units, several: boolean): Field<Line>[] {
  const activity = units.activity_unit || notDocumented
  const offset = units.aging_offset_unit || notDocumented
  const unit = activity === offset ? activity : `activity: ${activity}; aging_offset: ${offset}`
  const inUnit = (name: string, about: Message, of: (line: Line) => Cell): Field<Line> => ({
    ...plainNumberField(name, about, of),
    unit,
  })
  const ofGroup = (side: 0 | 1): Field<Line>[] => {
    const [letter, counted] =
      side === 0 ? ['a', 'Values of the first group.'] : ['b', 'Values of the second group.']
    return [
      countField(`n_${letter}`, counted, (line) => figuresOf(line, side)?.n ?? null),
      inUnit(`mean_${letter}`, message`Their mean.`, (line) => figuresOf(line, side)?.mean ?? null),
      inUnit(
        `sd_${letter}`,
        message`Their standard deviation (n − 1).`,
        (line) => figuresOf(line, side)?.sd ?? null,
      ),
      inUnit(`median_${letter}`, message`Their median.`, (line) => figuresOf(line, side)?.median ?? null),
    ]
  }
  const nameOf = ({ comparison, pair }: Line, side: 0 | 1): Cell =>
    pair ? (comparison.groups[pair[side]]?.name ?? null) : null
  return [
    textField('pathway', message`Name of the pathway.`, ({ row }) => row.pathway),
    textField(
      'measure',
      message`Which of its two values is compared.`,
      ({ comparison }) => comparison.measure,
    ),
    textField('test', message`The test that was asked for.`, ({ comparison }) => comparison.test),
    textField('group_a', message`First group; empty: all groups are compared.`, (line) => nameOf(line, 0)),
    textField('group_b', message`Second group.`, (line) => nameOf(line, 1)),
    ...ofGroup(0),
    ...ofGroup(1),
    countField(
      'pairs',
      message`Complete pairs, for paired tests.`,
      ofAll((row) => row.pairs),
    ),
    inUnit(
      'difference',
      message`Mean of the first − mean of the second; paired: mean of the differences.`,
      ofEither((figures) => figures.difference),
    ),
    inUnit(
      'ci_low',
      message`Lower end of its 95% interval by the t test of means (Welch’s; Student’s for pairs), whichever test was chosen.`,
      ofEither((figures) => figures.ciLow),
    ),
    inUnit(
      'ci_high',
      message`Upper end of its 95% interval.`,
      ofEither((figures) => figures.ciHigh),
    ),
    plainNumberField(
      'effect',
      message`Size of the effect, as effect_name says.`,
      ofEither((figures) => figures.effect),
    ),
    textField('effect_name', message`Which effect it is.`, ({ comparison, pairwise }) =>
      pairwise ? comparison.pairwiseEffectName : comparison.effectName,
    ),
    textField(
      'statistic_name',
      message`Which statistic it is: t, W, V, H or F.`,
      ofAll((_, { statisticName }) => statisticName),
    ),
    plainNumberField(
      'statistic',
      message`Statistic of the test.`,
      ofAll((row) => row.statistic),
    ),
    plainNumberField(
      'df',
      message`Degrees of freedom; of Welch’s analysis of variance those between the groups.`,
      ofAll((row) => row.df),
    ),
    plainNumberField(
      'df2',
      message`Degrees of freedom within the groups, of Welch’s analysis of variance.`,
      ofAll((row) => row.df2),
    ),
    plainNumberField(
      'p',
      message`p of the test, two-sided.`,
      ofEither((figures) => figures.p),
    ),
    plainNumberField(
      'q',
      message`p adjusted by Benjamini–Hochberg over the pathways of this measure.`,
      ofAll((row) => row.q),
    ),
    ...(several
      ? [
          plainNumberField(
            'p_holm',
            message`p of two of several groups, adjusted by Holm over the pairs of this pathway.`,
            ({ pairwise }: Line) => pairwise?.pHolm ?? null,
          ),
        ]
      : []),
    textField(
      'why_no_p',
      message`tooFew values, noSpread among them, or tooLarge to count.`,
      ofAll((row) => row.why),
    ),
    yesNoField(
      'exact',
      message`p by the exact distribution; false: by its normal approximation; empty: there is no choice.`,
      ofEither((figures) => figures.exact),
    ),
    plainNumberField(
      'least_p',
      message`Tests by ranks: the smallest p that counting so many different values could give.`,
      ofEither((figures) => figures.leastP),
    ),
    yesNoField(
      'few_values',
      message`Tested with fewer than five values in a group, or fewer than five pairs.`,
      ofAll((row) => row.fewValues),
    ),
    yesNoField(
      'signs_differ',
      message`Tests by ranks: the difference of the means points one way and the effect the other.`,
      ofEither((figures) => figures.signsDiffer),
    ),
    inUnit(
      'smallest_change',
      message`Smallest change that two single measurements can tell; empty: there are no replicates.`,
      ofAll((row) => row.smallestChange),
    ),
    inUnit(
      'noise_limit',
      message`What the noise of measuring makes of this difference in 95 of 100 cases; empty: there are no replicates.`,
      ofEither((figures) => figures.noiseLimit),
    ),
    yesNoField(
      'within_noise',
      message`Whether the difference lies below noise_limit.`,
      ofEither((figures) => (figures.noiseLimit === null ? null : figures.withinNoise)),
    ),
    textField(
      'service',
      message`Address of the services that gave the values.`,
      ({ comparison }) => comparison.service,
    ),
    timeField(
      'fetched_from',
      message`When the oldest of the answers was fetched.`,
      ({ comparison }) => comparison.oldestFetchedAt,
    ),
    timeField(
      'fetched_to',
      message`When the newest of the answers was fetched.`,
      ({ comparison }) => comparison.newestFetchedAt,
    ),
    yesNoField(
      'synthetic',
      message`Whether the service marked any of the data as synthetic.`,
      ({ comparison }) => comparison.synthetic,
    ),
  ]
}
