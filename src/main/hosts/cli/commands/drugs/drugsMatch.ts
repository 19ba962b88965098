import type { Input, Output } from '../../../../../shared/contract/contract.ts'
import { type MatchedDrug, matchDirectionSchema } from '../../../../../shared/domain/drugs/drugMatch.ts'
import { foundQ } from '../../../../../shared/domain/results/comparison.ts'
import { columnsNamed } from '../../../../../shared/tables/column.ts'
import { type MatchedRow, matchColumns, toMatchedRows } from '../../../../../shared/tables/matches.ts'
import { withApp } from '../../app.ts'
import { studyFilter } from '../../lookups.ts'
import { counted, type ListColumn, pick, properties } from '../../output/output.ts'
import { type CommandSpec, goingWith, type OpenedApp, type Run } from '../../program/command.ts'
import { UsageError } from '../../program/exitCodes.ts'
import { defined, listOf, oneOf, refuse, textOf, wholeOf } from '../../program/values.ts'
import { methodOptions, readMethod, readSamples } from '../compare/compareOptions.ts'

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
  options: () => [
    '--samples <ID,...>',
    { flags: '--direction <DIRECTION>', choices: matchDirectionSchema.options },
    '--study <NAME>',
    '--controls <GROUP>',
    '--limit <N>',
    '--compare <FIELD:A:B>',
    ...goingWith('--compare', [
      { flags: '--max-q <Q>', initial: `${foundQ}` },
      { flags: '--test <NAME>', choices: tests },
      ...methodOptions,
      '--among <ID,...>',
      '--group <GROUP>',
    ]),
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
        printMatches(run, sampleId, await app.call('drugs.match', { profile, direction, limit }))
      run.output.print(
        `\n${requests.map(({ profile }) => ('comparison' in profile ? `${countedEffects(profile.maxQ ?? foundQ)} ` : '')).join('')}${whatItIsNot}`,
      )
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
  if (sampleId !== null) output.print(`\nSample ${sampleId}:`)
  output.list('match', toMatchedRows(found), [
    { name: 'sample_id', of: () => sampleId },
    ...columnsOf(found.direction),
  ])
  const { counts } = found
  output.summary({
    sample_id: sampleId,
    drugs: found.drugs.length,
    ...pick(found, 'direction', 'unit', 'maxQ', 'profile', 'why', 'service', 'synthetic'),
    ...pick(found, 'oldestFetchedAt', 'newestFetchedAt'),
    ...pick(counts, 'matched', 'withPathways', 'cached', 'withoutPathways'),
    sync_command: syncCommand(counts),
    note: whatItIsNot,
  })
  output.print(sentences(found))
}

function columnsOf(direction: Found['direction']): ListColumn<MatchedRow>[] {
  const ofDrug = properties<MatchedDrug>({ opposes: null, follows: null, directionUnknown: null }).map(
    ({ name = '', of }) => ({ name, of: ({ drug }: MatchedRow) => of(drug) }),
  )
  const reasonColumns: ListColumn<MatchedRow>[] = [
    { heading: 'opposes', of: ({ drug, match }) => reasons(drug.opposes, match.unit) },
    { heading: 'mimics', of: ({ drug, match }) => reasons(drug.follows, match.unit) },
  ]
  return [
    ...columnsNamed(matchColumns, ['direction', 'name', 'category', 'score', 'coverage']),
    ...columnsNamed(matchColumns, ['rank']).map((column) => ({ ...column, heading: 'rank' })),
    ...columnsNamed(matchColumns, ['drug_id']).map((column) => ({ ...column, heading: 'id' })),
    {
      heading: 'name',
      of: ({ drug }) => (drug.givenTo === null ? drug.name : `${drug.name} (positive control)`),
    },
    { heading: 'score', of: ({ drug }) => drug.score.toFixed(3) },
    { heading: 'coverage', of: ({ drug }) => drug.coverage.toFixed(3) },
    ...(direction === 'opposing' ? reasonColumns : reasonColumns.toReversed()),
    ...ofDrug,
    ...columnsNamed(matchColumns, ['fetched_at', 'drugbank_id', 'chembl_id', 'positive_control']),
  ]
}

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
