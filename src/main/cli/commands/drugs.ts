import type { Input, Output } from '../../../shared/contract/contract.ts'
import { withApp } from '../app.ts'
import type { Command, OpenedApp, Run } from '../command.ts'
import { exitCodes, UsageError } from '../endings.ts'
import { findPathway } from '../findPathway.ts'
import { mergeFound } from '../mergeFound.ts'
import { counted, formatAge, formatPairs, formatTable } from '../text.ts'
import { listOf, oneOf, textOf, wholeOf } from '../values.ts'

type Found = Output<'drugs.search'>
type Shown = Output<'drugs.show'>

export const drugsSearch: Command = {
  words: ['drugs', 'search'],
  usage:
    'TEXT [--category C] [--pathway P] [--direction D] [--fields F,…] [--page N] [--limit N] [--sort F] [--order asc|desc]',
  about: 'find drugs by name, synonym, id, class, description or pathway',
  operands: { least: 0, most: 50 },
  options: {
    category: { type: 'string', value: 'C', about: 'of this class only' },
    pathway: { type: 'string', value: 'P', about: 'acting on this pathway, in whatever spelling' },
    direction: { type: 'string', value: 'D', about: 'inhibits, activates or unknown' },
    fields: {
      type: 'string',
      value: 'F,…',
      multiple: true,
      about: 'ask the service for these fields only, under its own names',
    },
    page: { type: 'string', value: 'N', about: 'which page; default 1' },
    limit: {
      type: 'string',
      value: 'N',
      about: 'drugs per page of what is kept and of the service, at most 100; default 20',
    },
    sort: { type: 'string', value: 'F', about: 'field to sort by' },
    order: { type: 'string', value: 'asc|desc', about: 'direction of sorting' },
  },
  async run(run) {
    const asked = readQuestion(run)
    return withApp(run, async (app) => {
      const question = await withPathway(app, asked)
      const kept = await app.call('drugs.search', { ...question, from: 'cache' })
      const isAll = question.from === 'cache'
      tellFound(run, isAll ? kept : mergeFound(kept, await app.call('drugs.search', question)))
      return exitCodes.done
    })
  },
}

function readQuestion({ values, operands, globals }: Run): Input<'drugs.search'> {
  const question = {
    category: textOf(values, 'category'),
    pathway: textOf(values, 'pathway'),
    direction: oneOf(values, 'direction', ['inhibits', 'activates', 'unknown']),
  }
  if (operands.length === 0 && Object.values(question).every((value) => value === undefined))
    throw new UsageError(
      'Say what to search for: pathclock drugs search TEXT, or --category C, --pathway P, --direction D.',
    )
  const fields = listOf(values, 'fields')
  return {
    text: operands.join(' '),
    from: globals.offline ? 'cache' : 'service',
    ...question,
    page: wholeOf(values, 'page', 1, 1_000_000),
    limit: wholeOf(values, 'limit', 1, 100),
    sort: textOf(values, 'sort'),
    order: oneOf(values, 'order', ['asc', 'desc']),
    fields: fields.length > 0 ? fields : undefined,
  }
}

async function withPathway(
  { call }: OpenedApp,
  asked: Input<'drugs.search'>,
): Promise<Input<'drugs.search'>> {
  if (asked.pathway === undefined) return asked
  return { ...asked, pathway: findPathway(await call('pathways.list', {}), asked.pathway) }
}

function tellFound({ output }: Run, { hits, total, totalIsLeast, source, notice }: Found): void {
  if (notice) output.warn(notice)
  for (const hit of hits)
    output.record({
      type: 'drug',
      drug_id: hit.drugId,
      name: hit.name,
      synonyms: hit.synonyms,
      category: hit.category,
      source: hit.source,
      fetched_at: hit.fetchedAt,
      description: hit.description,
      synthetic: hit.synthetic === true,
      match: hit.match?.kind ?? null,
    })
  output.record({ type: 'summary', total, source, total_is_least: totalIsLeast ?? false, notice })
  output.table(
    ['id', 'name', 'class', 'synonyms', 'from', 'fetched'],
    hits.map((hit) => [
      hit.drugId,
      hit.name,
      hit.category,
      hit.synonyms.join(', '),
      fromWords[hit.source],
      formatAge(hit.fetchedAt, Date.now()),
    ]),
  )
  const count = `${totalIsLeast ? 'at least ' : ''}${counted(total, 'drug')}`
  output.say(`${count} (from ${fromWords[source]}).`)
}

const fromWords = { cache: 'what is kept here', service: 'the service' }

export const drugsShow: Command = {
  words: ['drugs', 'show'],
  usage: 'ID',
  about: 'one drug with its pathways and whatever else the service says of it',
  operands: { least: 1, most: 1 },
  options: {},
  run: (run) =>
    withApp(run, async ({ call }) => {
      const from = run.globals.offline ? 'cache' : 'service'
      tellDrug(run, await call('drugs.show', { drugId: run.operands[0] ?? '', from }))
      return exitCodes.done
    }),
}

function tellDrug({ output }: Run, drug: Shown): void {
  if (drug.notice) output.warn(drug.notice)
  output.record({
    type: 'drug',
    drug_id: drug.drugId,
    name: drug.name,
    synonyms: drug.synonyms,
    category: drug.category,
    source: drug.source,
    fetched_at: drug.fetchedAt,
    description: drug.description,
    pathways: drug.pathways,
    pathways_fetched_at: drug.pathwaysFetchedAt,
    details_fetched_at: drug.detailsFetchedAt,
    synthetic: drug.synthetic === true,
    other_fields: Object.fromEntries(drug.otherFields.map(({ name, value }) => [name, value])),
  })
  output.record({ type: 'summary', drug_id: drug.drugId, source: drug.source, notice: drug.notice })
  const now = Date.now()
  const ageOf = (at: string | null) => at && `${formatAge(at, now)} (${at})`
  const others = drug.otherFields.map(({ name, value }) => [name, asText(value)] as const)
  output.say(
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
  output.say(drug.pathways ? tellPathways(drug.pathways) : '\nIts pathways were never fetched.')
}

const tellPathways = (pathways: NonNullable<Shown['pathways']>): string =>
  pathways.length === 0
    ? '\nThe service names no pathway.'
    : `\n${formatTable(
        ['pathway', 'direction', 'evidence'],
        pathways.map(({ pathway, direction, evidence }) => [pathway, direction, evidence]),
      )}`

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
