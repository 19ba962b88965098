import type { Input, Output } from '../../../../../shared/contract/contract.ts'
import { toFailure } from '../../../../../shared/contract/failures.ts'
import { type DrugHit, mergeHits } from '../../../../../shared/domain/drugs/drug.ts'
import { joinMessages, type Message, toEnglish } from '../../../../../shared/words/message.ts'
import { inApp, withApp } from '../../app.ts'
import { findPathway } from '../../lookups.ts'
import { counted, formatAge, formatPairs, type ListColumn, pick, properties } from '../../output/output.ts'
import type { CommandSpec, OpenedApp, Run } from '../../program/command.ts'
import { errorRecord, exitCodeOf, exitCodes, UsageError } from '../../program/exitCodes.ts'
import { listOf, oneOf, textOf, wholeOf } from '../../program/values.ts'

type Found = Output<'drugs.search'>

const directions = ['inhibits', 'activates', 'unknown'] as const
const orders = ['asc', 'desc'] as const

export const drugsSearch: CommandSpec = {
  name: 'drugs search',
  takes: '[TEXT...]',
  group: 'Drugs',
  options: () => [
    '--category <CLASS>',
    '--pathway <PATHWAY>',
    { flags: '--direction <DIRECTION>', choices: directions },
    '--fields <FIELD,...>',
    '--page <N>',
    '--limit <N>',
    '--sort <FIELD>',
    { flags: '--order <ORDER>', choices: orders },
  ],
  examples: ['drugs search rapamycin', 'drugs search --pathway mTOR --direction inhibits --offline'],
  async run(run) {
    const params = readParams(run)
    return withApp(run, async (app) => {
      const question = await withPathway(app, params)
      const cached = await app.call('drugs.search', { ...question, from: 'cache' })
      const isAll = question.from === 'cache'
      const found = isAll ? cached : mergeFound(cached, await app.call('drugs.search', question))
      printFound(run, found)
      return codeOf(found)
    })
  },
}

/** Returns the exit code. Cached drugs shown instead of a failed response must not count as success. */
const codeOf = ({ failure }: Pick<Found, 'failure'>): number =>
  failure ? exitCodeOf(toFailure(failure)) : exitCodes.done

const errorOf = ({ failure }: Pick<Found, 'failure'>) =>
  failure ? { error: errorRecord(toFailure(failure)) } : {}

function readParams({ values, operands, globals }: Run): Input<'drugs.search'> {
  const question = {
    category: textOf(values, 'category'),
    pathway: textOf(values, 'pathway'),
    direction: oneOf(values, 'direction', directions),
  }
  if (operands.length === 0 && Object.values(question).every((value) => value === undefined))
    throw new UsageError(
      'Enter what to search for: pathclock drugs search TEXT, or --category C, --pathway P, --direction D.',
    )
  const fields = listOf(values, 'fields')
  return {
    text: operands.join(' '),
    from: globals.offline ? 'cache' : 'service',
    ...question,
    page: wholeOf(values, 'page', 1, 1_000_000),
    limit: wholeOf(values, 'limit', 1, 100),
    sort: textOf(values, 'sort'),
    order: oneOf(values, 'order', orders),
    fields: fields.length > 0 ? fields : undefined,
  }
}

async function withPathway(
  { call }: OpenedApp,
  params: Input<'drugs.search'>,
): Promise<Input<'drugs.search'>> {
  if (params.pathway === undefined) return params
  return { ...params, pathway: findPathway(await call('pathways.list', {}), params.pathway) }
}

/** Merges the cached drugs with the service's response to the same query, as the page of the app does. */
function mergeFound(cached: Found, answer: Found): Found {
  const hits = mergeHits([], cached.hits, answer.hits)
  const total = Math.max(hits.length, cached.total, answer.total)
  const isLeast = [cached, answer].some((one) => one.totalIsLeast === true && one.total === total)
  const english = (notice: Message | null) => (notice === null ? '' : toEnglish(notice))
  // If the cache replaced the response, its notice already contains the other.
  const isRepeated = english(answer.notice).includes(english(cached.notice))
  const notices = [answer.notice, isRepeated ? null : cached.notice].filter((notice) => notice !== null)
  return {
    hits,
    total,
    ...(isLeast && { totalIsLeast: true }),
    source: answer.source,
    notice: notices.length > 0 ? joinMessages(notices) : null,
    ...(answer.failure && { failure: answer.failure }),
  }
}

const drugMembers = ['drugId', 'name', 'synonyms', 'category', 'source', 'fetchedAt', 'description'] as const

function printFound({ output }: Run, found: Found): void {
  const { hits, total, totalIsLeast, source, notice } = found
  if (notice) output.warn(notice)
  output.list('drug', hits, hitColumns)
  output.summary({ total, source, total_is_least: totalIsLeast ?? false, notice, ...errorOf(found) })
  const count = `${totalIsLeast ? 'at least ' : ''}${counted(total, 'drug')}`
  output.print(`${count} (from ${fromWords[source]}).`)
}

const hitColumns: ListColumn<DrugHit>[] = [
  ...properties<DrugHit>({ drugId: 'id', name: 'name', category: 'class', synonyms: 'synonyms' }),
  ...properties<DrugHit>({ source: null, fetchedAt: null, description: null }),
  { heading: 'from', of: ({ source }) => fromWords[source] },
  { heading: 'fetched', of: ({ fetchedAt }) => formatAge(fetchedAt, Date.now()) },
  { name: 'synthetic', of: ({ synthetic }) => synthetic === true },
  { name: 'match', of: ({ match }) => match?.kind ?? null },
]

const fromWords = { cache: 'the cache', service: 'the service' }

export const drugsShow: CommandSpec = {
  name: 'drugs show',
  takes: '<ID>',
  group: 'Drugs',
  examples: ['drugs show DRG-000123', 'drugs show DRG-000123 --offline --json'],
  run: inApp(async ({ call, run }) => {
    const from = run.globals.offline ? 'cache' : 'service'
    const drug = await call('drugs.show', { drugId: run.operands[0] ?? '', from })
    printDrug(run, drug)
    return codeOf(drug)
  }),
}

function printDrug({ output }: Run, drug: Output<'drugs.show'>): void {
  if (drug.notice) output.warn(drug.notice)
  output.record({
    type: 'drug',
    ...pick(drug, ...drugMembers, 'pathways', 'pathwaysFetchedAt', 'detailsFetchedAt'),
    synthetic: drug.synthetic === true,
    other_fields: Object.fromEntries(drug.otherFields.map(({ name, value }) => [name, value])),
  })
  const { drugId, source, notice } = drug
  output.summary({ drug_id: drugId, source, notice, ...errorOf(drug) })
  const now = Date.now()
  const ageOf = (at: string | null) => at && `${formatAge(at, now)} (${at})`
  const others = drug.otherFields.map(({ name, value }) => [name, asText(value)] as const)
  output.print(
    formatPairs([
      ['Drug', drug.drugId],
      ['Name', drug.name],
      ['Synonyms', drug.synonyms.join(', ')],
      ['Class', drug.category],
      ['Description', drug.description],
      ...others,
      ['From', `${fromWords[drug.source]}, ${ageOf(drug.fetchedAt)}`],
      ['Details from', ageOf(drug.detailsFetchedAt) ?? 'never fetched; a list named this drug'],
      ['Data', drug.synthetic ? 'synthetic' : null],
      ['Pathways from', ageOf(drug.pathwaysFetchedAt)],
    ]),
  )
  const { pathways } = drug
  output.print('')
  if (!pathways) output.print('Its pathways were never fetched.')
  else if (pathways.length === 0) output.print('The service names no pathway.')
  else
    output.table(
      ['pathway', 'direction', 'evidence'],
      pathways.map(({ pathway, direction, evidence }) => [pathway, direction, evidence]),
    )
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
