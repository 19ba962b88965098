import { beforeAll, describe, expect, it } from 'vitest'
import type { Input, Output } from '../../../../../shared/contract/contract.ts'
import { mergeHits } from '../../../../../shared/domain/drugs/drug.ts'
import { joinMessages, toEnglish } from '../../../../../shared/words/message.ts'
import { type CommandLine, openCommandLine } from '../../testing/openApp.ts'

let call: CommandLine['call']
let run: CommandLine['run']

/** The app and the command line share the data folder, as on a user's computer. */
beforeAll(async () => {
  const cli = await openCommandLine()
  ;({ call, run } = cli)
  for (let page = 1; ; page += 1) {
    const { hits } = await call('drugs.search', { text: '', page, limit: 100 })
    for (const { drugId } of page === 1 ? hits.slice(0, 20) : []) await call('drugs.show', { drugId })
    if (hits.length < 100) break
  }
  return cli.close
})

type Question = Input<'drugs.search'>
/** The searches, for the command line and the app. */
const questions: [string, string[], Question][] = [
  ['several words', ['rapa', 'mtor'], { text: 'rapa mtor' }],
  [
    'a class and text',
    ['limus', '--category', 'mTOR inhibitor'],
    { text: 'limus', category: 'mTOR inhibitor' },
  ],
  ['a direction', ['--direction', 'inhibits'], { direction: 'inhibits' }],
  ['the second page', ['a', '--page', '2', '--limit', '5'], { text: 'a', page: 2, limit: 5 }],
  ['an order', ['a', '--sort', 'name', '--order', 'desc'], { text: 'a', sort: 'name', order: 'desc' }],
  ['fields', ['rapa', '--fields', 'name,category'], { text: 'rapa', fields: ['name', 'category'] }],
  ['control characters', ['ra\u0000pa\u0007\u202e'], { text: 'ra\u0000pa\u0007\u202e' }],
]

const linesOf = ({ hits, total, totalIsLeast, source, notice }: Output<'drugs.search'>) => [
  ...hits.map((hit) => ({
    type: 'drug',
    drug_id: hit.drugId,
    name: hit.name,
    synonyms: hit.synonyms,
    category: hit.category,
    source: hit.source,
    // The service is queried separately by both, so only cached hits have equal times.
    fetched_at: hit.source === 'cache' ? hit.fetchedAt : (expect.any(String) as unknown),
    description: hit.description,
    synthetic: true,
    match: hit.match?.kind ?? null,
  })),
  { type: 'summary', total, source, total_is_least: totalIsLeast ?? false, notice, journal_uncertain: false },
]

describe('the command line returns the same as the app', () => {
  it.each(questions)('without a network: %s', async (_what, args, params) => {
    const answer = await call('drugs.search', { ...params, from: 'cache' })
    const { code, lines } = await run('drugs', 'search', ...args, '--offline')
    expect([code, lines]).toEqual([0, linesOf(answer)])
    expect(answer.source).toBe('cache')
  })

  it.each(questions.slice(0, 2))('with one: %s', async (_what, args, params) => {
    const cached = await call('drugs.search', { ...params, from: 'cache' })
    const answer = await call('drugs.search', { ...params, from: 'service' })
    const { code, lines } = await run('drugs', 'search', ...args)
    // The list as the page shows it.
    const hits = mergeHits([], cached.hits, answer.hits)
    const total = Math.max(hits.length, cached.total, answer.total)
    const totalIsLeast = [cached, answer].some((one) => one.totalIsLeast && one.total === total)
    const notices = [answer.notice, cached.notice].filter((one) => one !== null)
    const notice = notices.length > 0 ? joinMessages([notices.map(toEnglish).join(' ')]) : null
    expect([code, lines]).toEqual([0, linesOf({ ...answer, hits, total, totalIsLeast, notice })])
  })

  it('with a network and a typo: finds drugs that are only cached, as without a network', async () => {
    const { lines } = await run('drugs', 'search', 'metformn')
    expect(lines[0]).toMatchObject({ name: 'Metformin', source: 'cache', match: 'typo' })
    expect((await call('drugs.search', { text: 'metformn', from: 'service' })).hits).toEqual([])
  })

  it.each(['cache', 'service'] as const)(
    'when a pathway is requested in any spelling, from the %s',
    async (from) => {
      const pathway = (await call('pathways.list', {})).toSorted((one, other) => other.drugs - one.drugs)[0]
      if (!pathway) throw new Error('no pathway is kept')
      const offline = from === 'cache' ? ['--offline'] : []
      const [direction] = (await call('drugs.facets', { pathway: pathway.pathway })).directions
      const question = { pathway: pathway.pathway, direction: direction?.value }
      const answer = await call('drugs.search', { ...question, from })
      const spelling = pathway.title.toUpperCase().replaceAll(/[-_ ]/g, ' ')
      const params = ['--pathway', spelling, '--direction', direction?.value ?? '', ...offline]
      const { code, lines } = await run('drugs', 'search', ...params)
      expect([code, lines]).toEqual([0, linesOf(answer)])
      expect(answer.hits.length).toBeGreaterThan(0)
    },
  )

  it.each(['cache', 'service'] as const)('when one drug is shown, from the %s', async (from) => {
    const [hit] = (await call('drugs.search', { text: 'rapamycin', from: 'cache' })).hits
    const drugId = hit?.drugId ?? ''
    await call('drugs.show', { drugId })
    const drug = await call('drugs.show', { drugId, from })
    const { code, lines } = await run('drugs', 'show', drugId, ...(from === 'cache' ? ['--offline'] : []))
    const now: unknown = expect.any(String)
    const age = (at: string | null) => (from === 'cache' ? at : now)
    expect([code, lines]).toEqual([
      0,
      [
        {
          type: 'drug',
          drug_id: drugId,
          name: drug.name,
          synonyms: drug.synonyms,
          category: drug.category,
          source: from,
          fetched_at: age(drug.fetchedAt),
          description: drug.description,
          pathways: drug.pathways,
          pathways_fetched_at: age(drug.pathwaysFetchedAt),
          details_fetched_at: age(drug.detailsFetchedAt),
          synthetic: true,
          other_fields: Object.fromEntries(drug.otherFields.map(({ name, value }) => [name, value])),
        },
        { type: 'summary', drug_id: drugId, source: from, notice: null, journal_uncertain: false },
      ],
    ])
    expect(drug.pathways?.length).toBeGreaterThan(0)
  })
})

describe('the command line refuses', () => {
  it('an empty search, and unknown pathways and directions, with exit code 2', async () => {
    const unknown = { '--pathway': 'no such pathway', '--direction': 'sideways', '--fields': ',' }
    for (const args of [[], ...Object.entries(unknown)])
      expect((await run('drugs', 'search', ...args)).code).toBe(2)
  })
})
