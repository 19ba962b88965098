import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DrugTestStores, openDrugTestStores } from '../testing/drugTestStores.ts'
import { createDrugLists, type DrugLists } from './lists.ts'

let all: DrugTestStores
let lists: DrugLists
beforeEach(async () => {
  all = await openDrugTestStores()
  lists = createDrugLists(all)
})
afterEach(() => all.close())

const drug = (drugId: string, name = `drug ${drugId}`) => ({ drugId, name })
const create = (name: string, ...ids: string[]) =>
  lists.create({ name, drugs: ids.map((drugId) => drug(drugId)) })
const change = (listId: string, more: Partial<Parameters<DrugLists['change']>[0]>) =>
  lists.change({ listId, add: [], remove: [], ...more })
const members = async (listId: string) => (await lists.membersOf(listId)).map(({ drugId }) => drugId)
const later = (): string => new Date((all.time.nowMs += 1000)).toISOString()
const now = () => new Date(all.time.nowMs).toISOString()

describe('marks', () => {
  test('change only the given fields', async () => {
    expect(await lists.marks({ drugIds: ['D1'] })).toEqual([])
    await lists.mark({ ...drug('D1', 'Rapamycin'), favourite: true })
    await lists.mark({ ...drug('D1', ' '), note: 'ask Li', tags: ['b', 'A', 'b'] })
    const mark = { drugId: 'D1', name: 'Rapamycin', favourite: true, tags: ['A', 'b'], note: 'ask Li' }
    expect(await lists.mark({ ...drug('D1', '') })).toEqual(mark)
    expect(await lists.mark({ ...drug('D1', 'Sirolimus'), tags: [], note: '', favourite: false })).toEqual({
      ...mark,
      name: 'Sirolimus',
      favourite: false,
      tags: [],
      note: '',
    })
    expect(all.emitted).toHaveLength(4)
  })

  test('are found under an id with a lone surrogate', async () => {
    const mark = { drugId: 'D\ufffd', favourite: true, tags: ['a'], note: 'odd' }
    expect(await lists.mark({ ...drug('D\ud800'), favourite: true, tags: ['a'], note: 'odd' })).toMatchObject(
      mark,
    )
    expect(await lists.marks({ drugIds: ['D\ud800'] })).toMatchObject([mark])
  })

  test('come in the requested order, each once', async () => {
    for (const id of ['D1', 'D2', 'D3']) await lists.mark({ ...drug(id), note: id })
    const marks = await lists.marks({ drugIds: ['D3', 'none', 'D1', 'D3'] })
    expect(marks.map(({ note }) => note)).toEqual(['D3', 'D1'])
  })

  test('reuse an existing tag that differs only in case', async () => {
    await lists.mark({ ...drug('D1'), tags: ['Sénolytic'] })
    expect(await lists.mark({ ...drug('D2'), tags: ['SENOLYTIC', 'senolytic', 'new', 'NEW'] })).toMatchObject(
      { tags: ['new', 'Sénolytic'] },
    )
  })

  test('take the name of the cached drug if none is given, else the id', async () => {
    await all.cacheDrug('D1', 'Metformin')
    expect(await lists.mark({ drugId: 'D1', name: '', favourite: true })).toMatchObject({ name: 'Metformin' })
    expect(await lists.mark({ drugId: 'D2', name: '', favourite: true })).toMatchObject({ name: 'D2' })
  })

  test('lose nothing when many arrive concurrently', async () => {
    const mark = async (index: number) => {
      await Promise.all([
        lists.mark({ ...drug('D1'), ...(index % 2 ? { note: `n${index}` } : { favourite: true }) }),
        lists.mark({ ...drug(`E${index}`), tags: ['t'] }),
      ])
    }
    await Promise.all(Array.from({ length: 60 }, (_, index) => mark(index)))
    expect(await lists.marks({ drugIds: ['D1'] })).toMatchObject([{ favourite: true, note: 'n59' }])
    expect(await members('tag:t')).toHaveLength(60)
  })
})

describe('lists', () => {
  test('come after the favorites, sorted by name, with lists and tags mixed', async () => {
    await create('List 10')
    await create('List 2', 'D1', 'D2')
    await lists.mark({ ...drug('D3'), tags: ['list 3'], favourite: true })
    const found = await lists.list({})
    expect(found.map(({ name, kind, count }) => `${name} ${kind} ${count}`)).toEqual([
      'Favorites favourites 1',
      'List 2 list 2',
      'list 3 tag 1',
      'List 10 list 0',
    ])
  })

  test('show their drugs by name with the cached data of each', async () => {
    await all.cacheDrug('D1', 'Rapamycin', ['mTOR'])
    const { listId, createdAt } = await create('mine', 'D2', 'D1', 'D2')
    const { list, drugs } = await lists.show({ listId })
    expect(list).toEqual({
      listId,
      name: 'mine',
      note: '',
      kind: 'list',
      count: 2,
      createdAt: now(),
      updatedAt: now(),
    })
    expect(createdAt).toBe(now())
    expect(drugs.map(({ drugId, name, addedAt }) => [drugId, name, addedAt])).toEqual([
      ['D1', 'drug D1', now()],
      ['D2', 'drug D2', now()],
    ])
    // Only the values that a table shows; a service may send megabytes of the others.
    expect(drugs[0]?.drug).toEqual({
      name: 'Rapamycin',
      synonyms: [],
      category: null,
      fetchedAt: expect.any(String),
      pathways: [{ pathway: 'mTOR', direction: 'unknown' }],
    })
    expect(drugs[1]?.drug).toBeNull()
  })

  test.each(['made by hand', 'favourites', 'tag:t'])('restore drugs with their times: %s', async (kind) => {
    const listId = kind === 'made by hand' ? (await create('mine')).listId : kind
    const times = { D1: later(), D2: '' }
    await change(listId, { add: [drug('D1')] })
    times.D2 = later()
    await change(listId, { add: [drug('D2')] })
    const { drugs: before } = await lists.show({ listId })
    expect(before.map(({ addedAt }) => addedAt)).toEqual([times.D1, times.D2])
    later()
    await change(listId, { remove: ['D1', 'D2'] })
    await change(listId, { add: before.map(({ drugId, name, addedAt }) => ({ drugId, name, addedAt })) })
    expect((await lists.show({ listId })).drugs).toEqual(before)
    // A drug that is already in the list keeps its time, even if another one is given.
    await change(listId, { add: [{ ...drug('D1'), addedAt: times.D2 }] })
    expect((await lists.show({ listId })).drugs).toEqual(before)
  })

  test('add and remove drugs, keep the time each was added, and can be renamed and annotated', async () => {
    const { listId } = await create('mine', 'D1', 'D2')
    const at = later()
    const changed = await change(listId, {
      name: 'ours',
      note: 'why',
      add: [drug('D1'), drug('D3')],
      remove: ['D1', 'D2', 'none'],
    })
    expect(changed).toMatchObject({ name: 'ours', note: 'why', count: 2, updatedAt: at })
    const { drugs } = await lists.show({ listId })
    expect(drugs.map(({ drugId, addedAt }) => [drugId, addedAt === at])).toEqual([
      ['D1', false],
      ['D3', true],
    ])
    expect(await change(listId, {})).toMatchObject({ name: 'ours', note: 'why' })
  })

  test('reject a name that another list has in any spelling', async () => {
    await create('Mine')
    const { listId } = await create('Other')
    const taken = { code: 'rejected', details: { problems: [{ field: 'name' }] } }
    await expect(create('mine')).rejects.toMatchObject(taken)
    await expect(create('MINÉ')).rejects.toMatchObject(taken)
    await expect(change(listId, { name: 'Mine' })).rejects.toMatchObject(taken)
    expect(await change(listId, { name: 'other' })).toMatchObject({ name: 'other' })
    const twice = await Promise.allSettled([create('same'), create('same')])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('can be removed and restored under a free name', async () => {
    const { listId } = await create('mine', 'D1')
    await lists.remove({ listId })
    await lists.remove({ listId })
    expect(await lists.list({})).toHaveLength(1)
    for (const call of [
      () => lists.show({ listId }),
      () => lists.membersOf(listId),
      () => change(listId, { note: 'x' }),
      () => lists.remove({ listId: 'none' }),
      () => lists.restore({ listId: 'none' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'notFound' })
    await create('Mine')
    expect(await lists.restore({ listId })).toMatchObject({ name: 'mine (2)', count: 1 })
    expect(await lists.restore({ listId })).toMatchObject({ name: 'mine (2)' })
  })

  test('keep hostile names unchanged', async () => {
    const names = ['=1+1', `"'; DROP TABLE drug_sets; --`, 'مرحبا \u202e', '{"a":1}', 'x'.repeat(10_000)]
    const drugs = names.map((name, index) => drug(`D${index}`, name))
    const { listId } = await lists.create({ name: '=cmd|"a"\n', drugs })
    expect(await lists.membersOf(listId)).toEqual(expect.arrayContaining(drugs))
    const broken = await lists.create({ name: 'broken', drugs: [drug('D\ud800', 'a\ud800b'), drug('D')] })
    expect(broken.count).toBe(2)
    expect((await lists.membersOf(broken.listId)).map(({ name }) => name)).toEqual(['a\ufffdb', 'drug D'])
  })

  test('hold 10,000 drugs, and lose none that are added concurrently', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => drug(`D${index}`))
    const { listId, count } = await lists.create({ name: 'many', drugs: many })
    expect(count).toBe(10_000)
    await Promise.all([
      change(listId, { add: many.map(({ drugId }) => drug(`E${drugId}`)) }),
      change(listId, { add: [drug('F')], remove: ['D0'] }),
      change(listId, { note: 'n' }),
    ])
    const { list, drugs } = await lists.show({ listId })
    expect([list.count, list.note, drugs.length]).toEqual([20_000, 'n', 20_000])
  })
})

describe('the favorites', () => {
  test('are a list made of the marks', async () => {
    const at = now()
    await lists.mark({ ...drug('D1'), favourite: true, tags: ['t'] })
    await lists.mark({ ...drug('D2'), note: 'no favourite' })
    later()
    await lists.mark({ ...drug('D1'), note: 'noted later', favourite: true })
    expect(await lists.show({ listId: 'favourites' })).toMatchObject({
      list: { count: 1, updatedAt: at },
      drugs: [{ drugId: 'D1', addedAt: at }],
    })
    expect(await change('favourites', { add: [drug('D3'), drug('D2')], remove: ['D1'] })).toMatchObject({
      count: 2,
    })
    expect(await members('favourites')).toEqual(['D2', 'D3'])
    expect(await lists.marks({ drugIds: ['D1'] })).toMatchObject([
      { favourite: false, tags: ['t'], note: 'noted later' },
    ])
  })

  test('cannot be renamed, annotated or removed', async () => {
    const rejected = { code: 'rejected', message: expect.stringMatching(/Favorites/) }
    await expect(change('favourites', { name: 'x' })).rejects.toMatchObject(rejected)
    await expect(change('favourites', { note: 'x' })).rejects.toMatchObject(rejected)
    await expect(lists.remove({ listId: 'favourites' })).rejects.toMatchObject(rejected)
    await expect(lists.restore({ listId: 'favourites' })).rejects.toMatchObject({ code: 'notFound' })
    expect(await lists.membersOf('favourites')).toEqual([])
  })
})

describe('a tag', () => {
  test('is a list made of the marks, and is empty when its last drug is removed', async () => {
    await lists.mark({ ...drug('D1'), tags: ['old one'] })
    expect(await change('tag:Old One', { add: [drug('D2')] })).toMatchObject({
      listId: 'tag:old one',
      count: 2,
    })
    expect(await lists.marks({ drugIds: ['D2'] })).toMatchObject([{ tags: ['old one'], name: 'drug D2' }])
    expect(await change('tag:old one', { remove: ['D1', 'D2'] })).toMatchObject({ count: 0 })
    expect(await lists.list({})).toHaveLength(1)
    expect(await lists.show({ listId: 'tag:old one' })).toMatchObject({ list: { count: 0 }, drugs: [] })
    await expect(lists.membersOf('tag:old one')).rejects.toMatchObject({ code: 'notFound' })
    expect(await change('tag:old one', { add: [drug('D1')] })).toMatchObject({ count: 1 })
    await expect(change('tag: ', { add: [drug('D1')] })).rejects.toMatchObject({ code: 'notFound' })
  })

  test('is renamed on all its drugs, but not to the name of another tag', async () => {
    for (const id of ['D1', 'D2']) await lists.mark({ ...drug(id), tags: ['one', 'both'] })
    expect(await change('tag:one', { name: 'ONE' })).toMatchObject({
      listId: 'tag:ONE',
      name: 'ONE',
      count: 2,
    })
    expect(await lists.marks({ drugIds: ['D1'] })).toMatchObject([{ tags: ['both', 'ONE'] }])
    const rejected = { code: 'rejected' }
    await expect(change('tag:ONE', { name: 'Both' })).rejects.toMatchObject(rejected)
    await expect(change('tag:ONE', { name: 'x'.repeat(101) })).rejects.toMatchObject(rejected)
    await expect(change('tag:ONE', { note: 'x' })).rejects.toMatchObject(rejected)
    expect(await members('tag:ONE')).toEqual(['D1', 'D2'])
  })

  test('is removed from all its drugs and restored with its times', async () => {
    const first = now()
    await lists.mark({ ...drug('D1'), tags: ['t', 'u'] })
    later()
    await lists.mark({ ...drug('D2'), tags: ['t'] })
    await lists.remove({ listId: 'tag:t' })
    expect((await lists.list({})).map(({ listId }) => listId)).toEqual(['favourites', 'tag:u'])
    await lists.mark({ ...drug('D3'), tags: ['T'] })
    expect(await lists.restore({ listId: 'tag:t' })).toMatchObject({
      listId: 'tag:T',
      count: 3,
      createdAt: first,
    })
    expect(await members('tag:T')).toEqual(['D1', 'D2', 'D3'])
    await expect(lists.restore({ listId: 'tag:t' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(lists.remove({ listId: 'tag:none' })).rejects.toMatchObject({ code: 'notFound' })
  })
})
