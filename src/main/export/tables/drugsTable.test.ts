import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Drug, DrugHit, DrugPathway } from '../../../shared/domain/drugs/drug.ts'
import type { DrugChoice } from '../../../shared/domain/studies/exporting.ts'
import { createDrugPages } from '../../drugs/lists/drugPages.ts'
import { createDrugLists, type DrugLists } from '../../drugs/lists/lists.ts'
import { type DrugTestStores, openDrugTestStores } from '../../drugs/testing/drugTestStores.ts'
import { exportsOf } from '../testing/exportsOf.ts'

let all: DrugTestStores
let lists: DrugLists
beforeEach(async () => {
  all = await openDrugTestStores()
  lists = createDrugLists(all)
})
afterEach(() => all.close())

const groups = async () => [{ pathway: 'nfkb', title: 'NF-kB', names: ['NF-kB', 'NF_KB'], merged: ['rela'] }]

async function write(of: DrugChoice, store: Partial<DrugTestStores['store']> = {}) {
  const pages = createDrugPages({ store: { ...all.store, ...store }, lists, groups })
  const origin = () => ({ service: 'https://s.example' })
  const { write: writeTable } = exportsOf(all, { drugs: { pages, origin } })
  const { text, record } = await writeTable({ kind: 'drugs', of })
  const read = parse(text, { columns: true }) as Record<string, string>[]
  expect(read).toHaveLength(record.rows)
  return { text, read, ids: read.map((row) => row.drug_id) }
}
const search = (text: string, more: Partial<{ pathway: string }> = {}) => ({ search: { text, ...more } })
const pathway = (name: string, direction: DrugPathway['direction'], evidence: string | null = null) => ({
  pathway: name,
  direction,
  evidence,
})

const cacheDrugs = (drugs: readonly (Pick<Drug, 'drugId' | 'name'> & Partial<Drug>)[]) =>
  all.store.cacheDrugs(
    drugs.map((drug) => ({
      drug: { synonyms: [], category: null, description: null, ...drug },
      raw: {},
      fetchedAt: '2026-01-01',
    })),
  )

/** Splits a cell of several values, as a reader does. */
const parts = (cell: string | undefined) =>
  (cell ?? '').split(/(?<!\\)(?:\\\\)*; /).map((one) => one.replace(/\\([\\;])/g, '$1'))

describe('the table of drugs', () => {
  test('contains all cached data and marks of a drug', async () => {
    await all.cacheDrug(
      'D1',
      'Rapamycin',
      [pathway('mTOR', 'inhibits', 'known'), pathway('AMPK', 'unknown'), pathway('SIRT1', 'activates')],
      {
        synonyms: ['Sirolimus', 'a; b'],
        category: 'mTOR inhibitor',
        description: 'from "Rapa Nui",\nin soil',
      },
    )
    await lists.mark({ drugId: 'D1', name: 'Rapamycin', favourite: true, tags: ['x', 'y; z'], note: 'note' })
    await lists.create({ name: 'first', drugs: [{ drugId: 'D1', name: 'R' }] })
    const { listId } = await lists.create({ name: 'second', drugs: [{ drugId: 'D1', name: 'R' }] })
    const gone = await lists.create({ name: 'gone', drugs: [{ drugId: 'D1', name: 'R' }] })
    await lists.remove({ listId: gone.listId })
    const { read } = await write({ listId })
    expect(read).toEqual([
      {
        drug_id: 'D1',
        name: 'Rapamycin',
        synonyms: 'Sirolimus; a\\; b',
        category: 'mTOR inhibitor',
        description: 'from "Rapa Nui",\nin soil',
        pathways: 'mTOR: inhibits (known); AMPK: direction unknown; SIRT1: activates',
        favourite: 'true',
        tags: 'x; y\\; z',
        note: 'note',
        lists: 'first; second',
        fetched_at: '2026-01-01T00:00:00.000Z',
        details_fetched_at: '',
        pathways_fetched_at: '2026-01-01T00:00:00.000Z',
        service: 'https://s.example',
        synthetic: 'false',
      },
    ])
  })

  test('shows for each cached drug if the service marked it as synthetic', async () => {
    await all.cacheDrug('D1', 'Measured')
    await all.cacheDrug('D2', 'With pathways')
    await all.store.cachePathways('D2', { value: [], raw: [], fetchedAt: '2026-01-02', synthetic: true })
    const drug = { drugId: 'D3', name: 'Made up', synonyms: [], category: null, description: null }
    await all.store.cacheDrugs([{ drug, raw: {}, fetchedAt: '2026-01-01', synthetic: true }])
    const { read } = await write({ drugIds: ['D1', 'D2', 'D3', 'none'] })
    expect(read.map(({ synthetic }) => synthetic)).toEqual(['false', 'true', 'true', ''])
  })

  test('names drugs that are not cached, and leaves unknown values empty', async () => {
    await lists.mark({ drugId: 'D2', name: 'Noted', tags: ['t'] })
    await lists.create({ name: 'mine', drugs: [{ drugId: 'D1', name: 'Gone' }] })
    const { listId } = (await lists.list({})).find(({ name }) => name === 'mine') ?? { listId: '' }
    expect((await write({ listId })).read).toMatchObject([
      { drug_id: 'D1', name: 'Gone', synonyms: '', pathways: '', favourite: 'false', fetched_at: '' },
    ])
    const { read } = await write({ listId: 'tag:t' })
    expect(read).toMatchObject([{ drug_id: 'D2', name: 'Noted', tags: 't' }])
    const given = await write({ drugIds: ['D2', 'none', 'D2'] })
    expect(given.read.map(({ drug_id, name }) => [drug_id, name])).toEqual([
      ['D2', 'Noted'],
      ['none', 'none'],
    ])
  })

  test('makes formulas inert, and keeps hostile texts otherwise unchanged', async () => {
    const hostile = ['=cmd|"/c calc"!A1', '+1', '-2', '@x', '\tx', 'a\\; b', 'مرحبا \u202e', '', '日本; 語\\']
    await all.cacheDrug('=D1', '=HYPERLINK("x")', [pathway('=A1;', 'inhibits', '=B1')], {
      synonyms: hostile,
      description: `=${'x'.repeat(10_000)}`,
    })
    await lists.mark({ drugId: '=D1', name: '', note: '=1\n+2', tags: ['=t'] })
    const { text, read } = await write({ drugIds: ['=D1'] })
    const cells = (parse(text) as string[][]).flat()
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(read[0]).toMatchObject({
      drug_id: "'=D1",
      name: '\'=HYPERLINK("x")',
      note: "'=1\n+2",
      tags: "'=t",
    })
    expect(parts(read[0]?.synonyms?.replace(/^'/, ''))).toEqual(hostile)
    expect(read[0]?.pathways).toBe("'=A1\\;: inhibits (=B1)")
    expect(read[0]?.description).toHaveLength(10_002)
  })

  test('names a missing list or pathway, and then writes nothing', async () => {
    const notFound = { code: 'notFound' }
    await expect(write({ listId: 'none' })).rejects.toMatchObject(notFound)
    await expect(write(search('', { pathway: 'none' }))).rejects.toMatchObject(notFound)
    await expect(readFile(join(all.folder, 'out.csv'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('all hits of a search', () => {
  test('include every match, even beyond the number that the search counts', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => ({ drugId: `D${n}`, name: `statin ${n}` }))
    await cacheDrugs([...many, { drugId: 'X', name: 'other' }])
    const { total, totalIsLeast } = await all.store.search({ text: 'statin', page: 1, limit: 20 })
    expect([total, totalIsLeast]).toEqual([1000, true])
    const { ids } = await write(search('statin'))
    expect(new Set(ids)).toEqual(new Set(many.map(({ drugId }) => drugId)))
    expect(ids).toHaveLength(3000)
    expect((await write(search(''))).ids).toHaveLength(3001)
    expect((await write(search('nothing like it'))).text.split('\r\n')).toHaveLength(2)
  })

  test('are found under all names of a pathway', async () => {
    await all.cacheDrug('D1', 'one', ['NF-kB'])
    await all.cacheDrug('D2', 'two', ['NF_KB'])
    await all.cacheDrug('D3', 'three', ['mTOR'])
    for (const key of ['nfkb', 'rela'])
      expect((await write(search('', { pathway: key }))).ids).toEqual(['D1', 'D2'])
  })

  test('are read page by page, without duplicates if they move in between', async () => {
    const rest = { name: 'x', synonyms: [], category: null, description: null }
    const drugs = Array.from(
      { length: 2500 },
      (_, index): DrugHit => ({ ...rest, drugId: `D${index}`, source: 'cache', fetchedAt: '2026-01-01' }),
    )
    const pages: number[] = []
    const { ids } = await write(search(''), {
      async search({ page, limit }) {
        pages.push(page)
        // Before the second page, a drug was cached that comes first.
        const from = (page - 1) * limit - (page > 1 ? 1 : 0)
        return { hits: drugs.slice(from, from + limit), total: drugs.length, notice: null }
      },
    })
    expect(pages).toEqual([1, 2])
    expect(ids).toEqual(drugs.map(({ drugId }) => drugId))
  })
})
