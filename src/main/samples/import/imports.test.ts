import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rejected } from '../../../shared/contract/failures.ts'
import type { ReadOptions } from '../../../shared/domain/samples/importing.ts'
import type { OrderFields } from '../../../shared/domain/samples/sample.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { createImportApp } from './testing/importApp.ts'

const examples = join(import.meta.dirname, '../../../../examples')

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => void (app = await createImportApp()))
afterEach(() => app.close())
const save = (name: string, content: string | Buffer): string => app.save(name, content)

function setUp() {
  const check = async (path: string, options: ReadOptions = {}) => {
    const draft = await app.open(path, options)
    const { draftId, suggestedMapping: mapping, suggestedTransform: transform } = draft
    return { draft, check: await app.imports.check({ draftId, mapping, transform }) }
  }
  return { ...app, check, finish: (jobId: string) => app.time.finish(app.jobs.finished(jobId)) }
}

describe('the example cohort', () => {
  it('becomes 48 orders, each with a durable ledger row before its request', async () => {
    const { fakeService, check, imports, batches, samples, finish } = setUp()
    const onDisk = new DatabaseSync(join(app.folder, 'journal.db'), { readOnly: true })
    const row = onDisk.prepare('SELECT state FROM ledger WHERE client_reference = ?')
    const atArrival: unknown[] = []
    fakeService.onArrival = (fields: OrderFields) =>
      void atArrival.push(row.get(fields.client_reference)?.state)
    const { draft, check: checked } = await check(join(examples, 'cohort.csv'))
    expect(draft).toMatchObject({ fileName: 'cohort.csv', rowCount: 48, problems: [] })
    expect(checked).toMatchObject({
      rows: 48,
      valid: 48,
      invalid: 0,
      duplicates: 0,
      problemCount: 0,
      orders: 48,
    })
    const { batchId, jobId } = await imports.send({ draftId: draft.draftId })
    expect(await finish(jobId)).toMatchObject({ state: 'done', done: 48, failed: 0 })
    onDisk.close()
    expect(atArrival).toEqual(Array(48).fill('sending'))
    expect(fakeService.orders.size).toBe(48)
    expect(await batches.list({})).toMatchObject([{ batchId, state: 'done', created: 48, queued: 0 }])
    const { rows, total } = await samples.list({
      text: '',
      sort: [{ by: 'client_reference', order: 'asc' }],
      page: 1,
      limit: 100,
    })
    expect(total).toBe(48)
    expect(rows[0]).toMatchObject({
      clientReference: 'HLS-001',
      fields: { age: 34, sex: 'F', group: 'control' },
    })
  })

  it('is sent once, however often it is requested, and not again from the same file', async () => {
    const { fakeService, check, imports, finish } = setUp()
    const { draft } = await check(join(examples, 'cohort.csv'))
    const sends = Array.from({ length: 20 }, async () => imports.send({ draftId: draft.draftId }))
    const sent = await Promise.all(sends)
    expect(new Set(sent.map(({ batchId }) => batchId)).size).toBe(1)
    await finish(sent[0]!.jobId)
    const again = await check(join(examples, 'cohort.csv'))
    expect(again.check).toMatchObject({ valid: 0, duplicates: 48, invalid: 0 })
    expect(again.check.problems[0]).toMatchObject({ row: 2, rule: 'already-placed', column: 'sample_name' })
    await expect(imports.send({ draftId: again.draft.draftId })).rejects.toMatchObject({ code: 'rejected' })
    expect(fakeService.orders.size).toBe(48)
  })

  it('warns of a row whose order was placed or not, as its response was lost', async () => {
    const { fakeService, check, imports, finish } = setUp()
    fakeService.lose.add('HLS-002')
    const { draft } = await check(join(examples, 'cohort.csv'))
    await finish((await imports.send({ draftId: draft.draftId })).jobId)
    const again = await check(join(examples, 'cohort.csv'))
    expect(again.check).toMatchObject({ valid: 0, duplicates: 48, invalid: 0 })
    expect(again.check.problems[1]).toMatchObject({ value: 'HLS-002', rule: 'order-in-doubt' })
    expect(again.check.rules).toContainEqual({ rule: 'order-in-doubt', severity: 'warning', count: 1 })
  })
})

describe('the messy cohort', () => {
  it('is read as what it is, with every problem on its line', async () => {
    const { check } = setUp()
    const { draft, check: checked } = await check(join(examples, 'cohort-messy.csv'))
    expect(draft.readAs).toEqual({
      format: 'csv',
      delimiter: ';',
      encoding: 'utf-16le',
      decimal: ',',
      headerLine: 2,
    })
    expect(draft.preview[0]).toMatchObject({ row: 3 })
    expect(draft.preview[5]!.cells[8]).toBe('Probe "B", Kühlraum')
    expect(checked).toMatchObject({ rows: 50, valid: 19, invalid: 30, duplicates: 1 })
    expect(checked.problems.map(({ row, rule, column, severity }) => [row, rule, column, severity])).toEqual([
      [13, 'required', 'Sample name', 'error'],
      [15, 'duplicate-in-file', 'Sample name', 'error'],
      [18, 'excel-date', 'Sample name', 'warning'],
      [21, 'required', 'Sample name', 'error'],
      [24, 'conflicting-row', 'Sample name', 'error'],
      [24, 'donor-ages', 'Donor', 'warning'],
      [27, 'open-quote', 'Notes', 'error'],
      ...Array.from({ length: 26 }, (_, index) => [28 + index, 'after-open-quote', null, 'error']),
    ])
  })
})

describe('an import', () => {
  it('saves the rows that the service refused', async () => {
    const { fakeService, check, imports, finish, saveFailed } = setUp()
    const path = save('a.csv', 'id,age\r\nA,41\r\nB,42\r\nC,x\r\n')
    fakeService.refuse.set('B', rejected(joinMessages([`Too young.`])))
    const { draft } = await check(path)
    await finish((await imports.send({ draftId: draft.draftId })).jobId)
    expect((await saveFailed(draft.draftId)).text).toBe('\uFEFFid,age\r\nB,42\r\nC,x\r\n')
  })

  it('sends what the check showed, after a decimal comma and a mapping by hand', async () => {
    const { fakeService, open, imports, finish } = setUp()
    const draft = await open(save('b.csv', 'code;years;remark\nA;34,5;x\nB;40;y\n'))
    expect(draft.suggestedMapping).toEqual({ code: null, years: null, remark: null })
    const mapping = { code: 'client_reference', years: 'age', remark: null } as const
    await imports.check({ draftId: draft.draftId, mapping, transform: draft.suggestedTransform })
    await finish((await imports.send({ draftId: draft.draftId })).jobId)
    expect([...fakeService.orders.values()].map(({ fields }) => fields)).toEqual([
      { client_reference: 'A', age: 34.5 },
      { client_reference: 'B', age: 40 },
    ])
  })

  it('sends nothing while a column of days was perhaps read the other way round', async () => {
    const { fakeService, open, imports, finish } = setUp()
    const draft = await open(save('days.csv', 'id,collected_at\nA,04/03/2026\nB,04/13/2026\n'))
    const { draftId, suggestedMapping: mapping } = draft
    const checkWith = (dayFormat: 'DD/MM/YYYY' | 'MM/DD/YYYY') =>
      imports.check({ draftId, mapping, transform: { ...draft.suggestedTransform, dayFormat } })
    expect(await checkWith('DD/MM/YYYY')).toMatchObject({
      valid: 1,
      blocker: expect.stringContaining('MM/DD/YYYY'),
    })
    await expect(imports.send({ draftId })).rejects.toThrow('Nothing was sent')
    expect(await checkWith('MM/DD/YYYY')).toMatchObject({ valid: 2, blocker: null })
    await finish((await imports.send({ draftId })).jobId)
    expect([...fakeService.orders.values()].map(({ fields }) => fields.collected_at)).toEqual([
      '2026-04-03',
      '2026-04-13',
    ])
  })

  it('refuses a file that was changed after it was read, at the check and at the sending', async () => {
    const { fakeService, open, check, imports } = setUp()
    const path = save('c.csv', 'id\nA\nB\n')
    const draft = await open(path)
    const { draft: checked } = await check(path)
    writeFileSync(path, 'id\nA\nC\n')
    const { suggestedMapping: mapping, suggestedTransform: transform } = draft
    await expect(imports.check({ draftId: draft.draftId, mapping, transform })).rejects.toThrow(
      'changed after Pathclock read it',
    )
    await expect(imports.send({ draftId: checked.draftId })).rejects.toThrow(
      'changed after Pathclock read it',
    )
    expect(fakeService.arrived).toEqual([])
    const { total } = await app.journal.query
      .selectFrom('ledger')
      .select((is) => is.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBe(0)
  })

  it('can be sent after a sending that failed', async () => {
    const { check, imports, fakeService, finish } = setUp()
    const path = save('d.csv', 'id\nA\n')
    const { draft } = await check(path)
    writeFileSync(path, 'id\nB\n')
    await expect(imports.send({ draftId: draft.draftId })).rejects.toThrow('changed after Pathclock read it')
    writeFileSync(path, 'id\nA\n')
    await finish((await imports.send({ draftId: draft.draftId })).jobId)
    expect(fakeService.arrived).toEqual(['A'])
  })

  it('names what is missing: a check before sending, a draft, a name column, or a unique one', async () => {
    const { open, imports } = setUp()
    const draft = await open(save('e.csv', 'id,name2,age\nA,a,1\n'))
    const { draftId } = draft
    await expect(imports.send({ draftId })).rejects.toThrow('Check the rows first')
    await expect(imports.send({ draftId: 'gone' })).rejects.toThrow('import is closed')
    const failing = (mapping: Parameters<typeof imports.check>[0]['mapping']) =>
      imports.check({ draftId, mapping, transform: draft.suggestedTransform })
    await expect(failing({ id: null, age: 'age' })).rejects.toThrow('“client_reference” needs a column')
    await expect(failing({ id: 'client_reference', name2: 'client_reference' })).rejects.toThrow(
      'several columns',
    )
    await expect(failing({ id: 'client_reference', nope: 'age' })).rejects.toThrow('“nope” is no column')
  })

  it.each([
    ['empty', '', 'is empty'],
    ['blank lines only', '\n\n\n', 'is empty'],
  ])('refuses a file with nothing in it (%s)', async (_, content, message) => {
    const { open } = setUp()
    await expect(open(save('f.csv', content))).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining(message),
    })
  })

  it('warns of columns without a name or with the same one, and of a guessed encoding', async () => {
    const { open } = setUp()
    const draft = await open(save('g.csv', Buffer.from('id,,note,note\nA,1,M\xfcller,B\xe4r\n', 'latin1')))
    expect(draft.columns).toEqual(['id', 'Column 2', 'note', 'note (2)'])
    expect(draft.problems.map(({ rule }) => rule)).toEqual([
      'encoding-guessed',
      'unnamed-column',
      'repeated-column',
    ])
  })

  it('shows the first thousand problems in the order of the file, and counts them all', async () => {
    const { check } = setUp()
    const lines = Array.from({ length: 3000 }, (_, index) => `S-${index},${index % 2 ? 'old' : '30'}`)
    const { check: checked } = await check(save('h.csv', `id,age\n${lines.join('\n')}\n`))
    expect(checked).toMatchObject({ rows: 3000, valid: 1500, invalid: 1500, problemCount: 1500 })
    expect(checked.problems).toHaveLength(1000)
    expect(checked.problems[0]).toMatchObject({ row: 3, column: 'age', value: 'old', rule: 'number' })
  })
})
