import { withApp } from '../app.ts'
import type { Command } from '../command.ts'
import { exitCodes, UsageError } from '../endings.ts'
import { counted, formatPairs, formatTable } from '../text.ts'
import { oneOf, textOf, wholeOf } from '../values.ts'

export const drugsSearch: Command = {
  words: ['drugs', 'search'],
  usage: 'TEXT [--category C] [--page N] [--limit N] [--sort F] [--order asc|desc]',
  about: 'find drugs by name, synonym, class or description',
  operands: { least: 0, most: 50 },
  options: {
    category: { type: 'string', value: 'C', about: 'of this class only' },
    page: { type: 'string', value: 'N', about: 'which page; default 1' },
    limit: { type: 'string', value: 'N', about: 'drugs per page, at most 100; default 20' },
    sort: { type: 'string', value: 'F', about: 'field to sort by' },
    order: { type: 'string', value: 'asc|desc', about: 'direction of sorting' },
  },
  async run(run) {
    const { values, operands, output, globals } = run
    const category = textOf(values, 'category')
    if (operands.length === 0 && category === undefined)
      throw new UsageError('Say what to search for: pathclock drugs search TEXT, or --category C.')
    const page = wholeOf(values, 'page', 1, 1_000_000)
    const limit = wholeOf(values, 'limit', 1, 100)
    const sort = textOf(values, 'sort')
    const order = oneOf(values, 'order', ['asc', 'desc'])
    return withApp(run, async ({ call }) => {
      const { hits, total, source, notice } = await call('drugs.search', {
        text: operands.join(' '),
        from: globals.offline ? 'cache' : 'service',
        ...(category === undefined ? {} : { category }),
        ...(page === undefined ? {} : { page }),
        ...(limit === undefined ? {} : { limit }),
        ...(sort === undefined ? {} : { sort }),
        ...(order === undefined ? {} : { order }),
      })
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
        })
      output.record({ type: 'summary', total, source })
      output.table(
        ['id', 'name', 'class', 'synonyms'],
        hits.map((hit) => [hit.drugId, hit.name, hit.category, hit.synonyms.join(', ')]),
      )
      output.say(
        `${counted(total, 'drug')} (${source === 'cache' ? 'from what is kept here' : 'from the service'}).`,
      )
      return exitCodes.done
    })
  },
}

export const drugsShow: Command = {
  words: ['drugs', 'show'],
  usage: 'ID',
  about: 'one drug with its pathways',
  operands: { least: 1, most: 1 },
  options: {},
  run: (run) =>
    withApp(run, async ({ call }) => {
      const { output, globals, operands } = run
      const drug = await call('drugs.show', {
        drugId: operands[0] ?? '',
        from: globals.offline ? 'cache' : 'service',
      })
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
      })
      output.record({ type: 'summary', drug_id: drug.drugId, source: drug.source })
      output.say(
        formatPairs([
          ['Drug', drug.drugId],
          ['Name', drug.name],
          ['Synonyms', drug.synonyms.join(', ')],
          ['Class', drug.category],
          ['Description', drug.description],
          ['From', `${drug.source === 'cache' ? 'what is kept here' : 'the service'}, ${drug.fetchedAt}`],
        ]),
      )
      const rows = (drug.pathways ?? []).map(({ pathway, direction, evidence }) => [
        pathway,
        direction,
        evidence,
      ])
      if (rows.length > 0) output.say(`\n${formatTable(['pathway', 'direction', 'evidence'], rows)}`)
      return exitCodes.done
    }),
}
