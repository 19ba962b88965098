import type { Input, Output } from '../../../../../shared/contract/contract.ts'
import { matchDirectionSchema } from '../../../../../shared/domain/drugs/drugMatch.ts'
import { foundQ } from '../../../../../shared/domain/results/comparison.ts'
import { withApp } from '../../app.ts'
import { studyFilter } from '../../lookups.ts'
import { counted, pick } from '../../output/output.ts'
import { type CommandSpec, type OpenedApp, option, type Run } from '../../program/command.ts'
import { exitCodes, UsageError } from '../../program/exitCodes.ts'
import { defined, listOf, oneOf, refuse, textOf, wholeOf } from '../../program/values.ts'
import { createMethodOptions, readMethod, readSamples } from '../compare/compareOptions.ts'

const tests = ['welch', 'mann-whitney', 'paired', 'wilcoxon-signed-rank'] as const
const withCompare = ['max-q', 'test', 'pair-by', 'replicates-by', 'among', 'group']

type MatchRequest = { sampleId: string | null; profile: Input<'drugs.match'>['profile'] }
/** Creates the requests once the app is open, which is needed to find a study by name. */
type MatchRequests = (app: OpenedApp) => Promise<MatchRequest[]>
type Found = Output<'drugs.match'>

const countedEffects = (maxQ: number): string =>
  maxQ === 1
    ? 'Every effect of the comparison counts, also those with a large q.'
    : `Only pathways with q < ${maxQ} count.`
const whatItIsNot =
  'This list shows how drugs are described. It does not predict an effect. Research use only.'

export const drugsMatch: CommandSpec = {
  name: 'drugs match',
  group: 'Drugs',
  summary: 'Find cached drugs whose known directions oppose or mimic a profile',
  details: `Compares with a sample (--samples) or with the difference of two groups (--compare) in the pathways with a q
below --max-q. Sends no requests. Where pathways of cached drugs are missing, it names the command that fetches them.

The score is the cosine between the drug's directions and the profile, times the square root of the coverage: the share of
the profile on pathways that the drug is stated to act on. With --direction opposing, its sign is turned. Drugs with a score
of 0 or less are not listed. ${whatItIsNot}`,
  options: () => [
    option('--samples <ID,...>', 'Match the z-scores of each of these samples'),
    option('--direction <DIRECTION>', 'List drugs that oppose the profile, or drugs that mimic it', {
      choices: matchDirectionSchema.options,
      initial: 'opposing',
    }),
    option('--study <NAME>', 'Among the samples of this study only'),
    option('--controls <GROUP>', 'With --samples, compute z-scores against this group', { initial: 'all' }),
    option('--limit <N>', 'Show this many drugs per profile, at most 500', { initial: '50' }),
    option(
      '--compare <FIELD:A:B>',
      'Match the effects of A against B by this field, such as group:treated:control',
    ),
    ...[
      option('--max-q <Q>', 'Count pathways with q below this; 1 counts every effect', {
        initial: `${foundQ}`,
      }),
      option('--test <NAME>', 'Use this test', { choices: tests, initial: 'welch' }),
      ...createMethodOptions(),
      option('--among <ID,...>', 'Among these samples only'),
      option('--group <GROUP>', 'Among the samples of this group only'),
    ].map((one) => one.helpGroup('Options for --compare:')),
  ],
  examples: [
    'drugs match --samples S-1042 --controls control',
    'drugs match --compare group:treated:control --test mann-whitney --limit 20',
    'drugs match --compare group:treated:control --direction mimicking',
  ],
  async run(run) {
    const readRequest = readRequests(run)
    const limit = wholeOf(run.values, 'limit', 1, 500)
    const direction = oneOf(run.values, 'direction', matchDirectionSchema.options) ?? 'opposing'
    return withApp(run, async (app) => {
      const requests = await readRequest(app)
      for (const { sampleId, profile } of requests)
        printMatches(
          run,
          sampleId,
          await app.call('drugs.match', { profile, direction, ...(limit === undefined ? {} : { limit }) }),
        )
      run.output.print(
        `\n${requests.map(({ profile }) => ('comparison' in profile ? `${countedEffects(profile.maxQ ?? foundQ)} ` : '')).join('')}${whatItIsNot}`,
      )
      return exitCodes.done
    })
  },
}

function readRequests({ values }: Run): MatchRequests {
  const samples = listOf(values, 'samples')
  const compare = textOf(values, 'compare')
  const controls = textOf(values, 'controls')
  if (samples.length > 0 === (compare !== undefined))
    throw new UsageError('Say what to match: --samples ID,… or --compare FIELD:A:B, one of the two.')
  if (compare === undefined) {
    refuse(values, withCompare, (option) => `${option} goes with --compare.`)
    return async (app) => {
      const against = { filter: { ...(await studyFilter(app)), ...defined({ group: controls }) } }
      return samples.map((sampleId) => ({ sampleId, profile: { sampleId, against } }))
    }
  }
  if (controls !== undefined) throw new UsageError('--controls goes with --samples.')
  const comparison = {
    measure: 'activity' as const,
    groups: parseGroups(compare),
    ...readMethod(values, tests),
  }
  const of = readSamples(values, 'among')
  const maxQ = readMaxQ(textOf(values, 'max-q'))
  return async (app) => [
    { sampleId: null, profile: { comparison: { ...comparison, of: await of(app) }, maxQ } },
  ]
}

function readMaxQ(text: string | undefined): number {
  const maxQ = text === undefined ? foundQ : Number(text)
  if (!(maxQ > 0 && maxQ <= 1)) throw new UsageError(`--max-q must be above 0 and at most 1, not "${text}".`)
  return maxQ
}

/** Parses the groups. The values are last, so that a field name may contain colons, such as `tag:pilot`. */
function parseGroups(text: string): { by: string; values: [string, string] } {
  const parts = text.split(':')
  const [a = '', b = ''] = parts.slice(-2)
  const by = parts.slice(0, -2).join(':')
  if (by.trim() === '' || a === '' || b === '' || a === b)
    throw new UsageError(
      `--compare must be a field and two of its values, such as group:treated:control, not "${text}".`,
    )
  return { by, values: [a, b] }
}

function printMatches({ output }: Run, sampleId: string | null, found: Found): void {
  for (const [at, drug] of found.drugs.entries())
    output.record({
      type: 'match',
      sample_id: sampleId,
      direction: found.direction,
      rank: at + 1,
      ...pick(drug, 'drugId', 'name', 'category', 'score', 'coverage', 'opposes', 'follows'),
      ...pick(drug, 'directionUnknown', 'fetchedAt'),
      drugbank_id: drug.ids.drugbankId,
      chembl_id: drug.ids.chemblId,
      positive_control: drug.givenTo,
    })
  const { counts, unit } = found
  output.record({
    type: 'summary',
    sample_id: sampleId,
    drugs: found.drugs.length,
    ...pick(found, 'direction', 'unit', 'maxQ', 'profile', 'why', 'service', 'synthetic'),
    ...pick(found, 'oldestFetchedAt', 'newestFetchedAt'),
    ...pick(counts, 'matched', 'withPathways', 'cached', 'withoutPathways'),
    sync_command: syncCommand(counts),
    note: whatItIsNot,
  })
  if (sampleId !== null) output.print(`\nSample ${sampleId}:`)
  const columns = found.direction === 'opposing' ? reasonColumns : reasonColumns.toReversed()
  output.table(
    ['rank', 'id', 'name', 'score', 'coverage', ...columns.map(({ title }) => title)],
    found.drugs.map((drug, at) => [
      at + 1,
      drug.drugId,
      drug.givenTo === null ? drug.name : `${drug.name} (positive control)`,
      drug.score.toFixed(3),
      drug.coverage.toFixed(3),
      ...columns.map(({ key }) => reasons(drug[key], unit)),
    ]),
  )
  output.print(sentences(found))
}

const reasonColumns = [
  { key: 'opposes', title: 'opposes' },
  { key: 'follows', title: 'mimics' },
] as const

const reasons = (of: Found['drugs'][number]['opposes'], unit: string): string =>
  of
    .map(({ pathway, direction, value }) => `${direction} ${pathway} (${unit} ${value.toFixed(2)})`)
    .join(', ')

/** Returns the command that fetches the missing pathways. Null if none are missing. */
const syncCommand = ({ cached, withoutPathways }: Found['counts']): string | null => {
  if (cached === 0) return 'pathclock drugs sync --detail pathways'
  return withoutPathways === 0 ? null : 'pathclock drugs sync --cached'
}

/** Explains the source of the list and how to fetch missing data. */
function sentences(found: Found): string {
  const { counts, synthetic } = found
  const command = syncCommand(counts)
  const cost =
    counts.cached === 0
      ? 'one per drug, and one per 100 drugs for the list'
      : counted(counts.withoutPathways, 'request')
  return [
    summary(found),
    command && `To fetch the missing pathways (${cost}): ${command}`,
    synthetic && 'The data is synthetic.',
  ]
    .filter(Boolean)
    .join('\n')
}

function summary({ direction, drugs, counts, why, maxQ }: Found): string {
  const known = `${counts.withPathways} of ${counted(counts.cached, 'cached drug')} have pathways`
  if (why === 'noProfile')
    return 'There is nothing to match: no pathway has a value. Analyze the samples first; a z-score needs three samples that differ.'
  if (why === 'noneFound')
    return `There is nothing to match: no pathway has q < ${maxQ}. A profile of chance matches some drug too; --max-q 1 counts every effect.`
  if (counts.cached === 0) return 'No drugs are cached.'
  if (why === 'noDrugs') return `No cached drug has a known direction on these pathways; ${known}.`
  const verb = direction === 'opposing' ? 'oppose' : 'mimic'
  return `${counted(drugs.length, 'drug')} that ${verb} it, best first; ${counts.matched} have a known direction on these pathways; ${known}.`
}
