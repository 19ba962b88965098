import {
  defaultParseSearch as parseSearch,
  defaultStringifySearch as stringifySearch,
} from '@tanstack/react-router'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import type { DrugDetail, DrugListMember, DrugPathway } from '../../../shared/domain/drugs/drug.ts'
import { toCopy } from '../../../shared/tables/copyTable.ts'
import { searchSchemas } from '../../state/searchSchemas.ts'
import { type Compared, comparePathways, otherFieldNames } from './comparePathways.ts'
import { arrange, toMemberRows } from './members.ts'
import { toCopied } from './toCopied.ts'

const parse = (search: unknown) => searchSchemas()['/library/lists'].parse(search)

const at = '2026-01-01T00:00:00Z'
const detail = (name: string, pathways: DrugPathway[] | null): DrugDetail => ({
  drugId: `id-${name}`,
  name,
  synonyms: [],
  category: null,
  description: null,
  source: 'cache',
  fetchedAt: at,
  pathways,
  pathwaysFetchedAt: null,
  detailsFetchedAt: null,
  notice: null,
  otherFields: [
    { name: 'phase', value: { of: 3 } },
    { name: 'chembl_id', value: null },
  ],
  raw: {},
  pathwaysRaw: null,
})
const compared = (name: string, pathways: DrugPathway[] | null): Compared => ({
  drugId: `id-${name}`,
  name,
  drug: detail(name, pathways),
  mark: undefined,
})
const acts = (pathway: string, direction: DrugPathway['direction']): DrugPathway => ({
  pathway,
  direction,
  evidence: null,
})
const absent: Compared = { drugId: 'gone', name: 'gone', drug: null, mark: undefined }
const member = (name: string, category: string | null): DrugListMember => ({
  drugId: `id-${name}`,
  name,
  addedAt: at,
  drug: category === null ? null : { ...detail(name, []), category },
})

describe('the address of the lists', () => {
  it('holds up to six distinct drugs and ignores invalid values', () => {
    expect(parse({ compare: ['a', 'b', 'a', '', 'c', 'd', null, 'e', 'f', 'g'] }).compare).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
    ])
    expect(parse({ compare: 12, set: 7 })).toEqual({ set: '7', compare: ['12'] })
    expect(parse({ compare: { x: 1 }, set: [] })).toEqual({})
  })

  it('keeps ids unchanged, whatever characters they contain', () => {
    const hostile = ['a,b', '12', '["c"]', 'd&e=f#g', '药 %2C']
    for (const compare of [hostile, ...hostile.map((id) => [id])]) {
      const view = { set: 's', compare }
      expect(parse(parseSearch(stringifySearch(view)))).toEqual(view)
    }
  })
})

describe('the drugs of a list', () => {
  const members = [member('b2', 'x'), member('B10', null), member('a', 'Y')]

  it('are sorted with numbers by value, and missing values last in both directions', () => {
    const names = (by: 'name' | 'category', order: 'asc' | 'desc') =>
      arrange(members, '', [{ column: by, order }]).map(({ name }) => name)
    expect(names('name', 'asc')).toEqual(['a', 'b2', 'B10'])
    expect(names('category', 'asc')).toEqual(['b2', 'a', 'B10'])
    expect(names('category', 'desc')).toEqual(['a', 'b2', 'B10'])
  })

  it('are filtered by category too', () => {
    expect(arrange(members, ' y ', []).map(({ name }) => name)).toEqual(['a'])
  })
})

it('copies a list with its pathways, and leaves values empty that were never fetched', () => {
  const copied = toMemberRows([
    {
      drugId: 'd1',
      name: 'Sirolimus',
      addedAt: at,
      drug: { ...detail('Sirolimus', [acts('mTOR', 'inhibits')]), synonyms: ['Rapamycin'] },
    },
    { drugId: '=d2', name: 'Withdrawn', addedAt: at, drug: null },
  ])
  expect(toCopy(copied, 'tsv').split('\n').slice(1)).toEqual([
    `d1\tSirolimus\t\tRapamycin\tmTOR (inhibits)\t${at}\t${at}`,
    `'=d2\tWithdrawn\t\t\t\t${at}\t`,
  ])
  expect(copied.json).toMatchObject([{ cached: { pathways: [{ pathway: 'mTOR' }] } }, { cached: null }])
})

describe('a comparison', () => {
  const drugs = [
    compared('A', [acts('NF-kB', 'inhibits'), acts('mTOR', 'inhibits')]),
    compared('B', [acts('NF_KB', 'activates')]),
    compared('C', null),
    absent,
  ]
  const aliases = [
    {
      pathway: 'nfkb',
      title: 'NF-kB',
      names: ['NF-kB', 'NF_KB'].map((name) => ({ name, how: 'spelling' as const, drugs: 1, results: 0 })),
      drugs: 2,
      samples: 0,
    },
  ]

  it('merges the names of a pathway into one row, shows other spellings, and marks opposite directions', () => {
    const [nfkb, mtor] = comparePathways(drugs, aliases)
    expect(nfkb).toMatchObject({ pathway: 'nfkb', title: 'NF-kB', opposite: true })
    expect(nfkb?.cells[1]?.[0]?.written).toBe('NF_KB')
    expect(mtor).toMatchObject({ pathway: 'mTOR', opposite: false })
  })

  it('distinguishes pathways that the service does not list from those never fetched', () => {
    expect(comparePathways(drugs, aliases)[1]?.cells.slice(1)).toEqual([[], null, null])
  })

  it('does not mark a drug as opposite to itself', () => {
    const [row] = comparePathways([compared('A', [acts('x', 'inhibits'), acts('x', 'activates')])], [])
    expect(row?.opposite).toBe(false)
  })

  it('is copied with every missing value in words', () => {
    const i18n = i18next.createInstance()
    void i18n.init({ lng: 'en', initAsync: false })
    // Without texts, `t` returns the keys.
    const { table, json } = toCopied(drugs, comparePathways(drugs, aliases), i18n.getFixedT('en', 'lists'))
    expect(otherFieldNames(drugs)).toEqual(['phase', 'chembl_id'])
    expect(table.rows).toContainEqual(['phase', '{"of":3}', '{"of":3}', '{"of":3}', 'notCached'])
    expect(table.rows).toContainEqual([
      'chembl_id',
      'term.notGiven',
      'term.notGiven',
      'term.notGiven',
      'notCached',
    ])
    expect(table.rows).toContainEqual([
      'NF-kB (opposite)',
      'direction.inhibits',
      'direction.activates, NF_KB',
      'notFetched',
      'notCached',
    ])
    expect(table.rows.flat()).not.toContain('')
    expect(json).toMatchObject([{ cached: { otherFields: { phase: { of: 3 } } } }, {}, {}, { cached: null }])
    expect(JSON.stringify(json)).not.toContain('"raw"')
  })
})
