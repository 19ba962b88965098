import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OrderFields } from '../../../shared/domain/samples/sample.ts'
import { createImportApp } from './testing/importApp.ts'

const examples = join(import.meta.dirname, '../../../../examples')

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => void (app = await createImportApp()))
afterEach(() => app.close())

describe('the example cohort', () => {
  it('becomes 48 orders, each with a durable ledger row before its request', async () => {
    const onDisk = new DatabaseSync(join(app.folder, 'journal.db'), { readOnly: true })
    const row = onDisk.prepare('SELECT state FROM ledger WHERE client_reference = ?')
    const atArrival: unknown[] = []
    app.fakeService.onArrival = (fields: OrderFields) =>
      void atArrival.push(row.get(fields.client_reference)?.state)
    const { draft, check: checked } = await app.checkSuggested(join(examples, 'cohort.csv'))
    expect(draft).toMatchObject({ fileName: 'cohort.csv', rowCount: 48, problems: [] })
    expect(checked).toMatchObject({
      rows: 48,
      valid: 48,
      invalid: 0,
      duplicates: 0,
      problemCount: 0,
      orders: 48,
    })
    const { batchId, jobId } = await app.imports.send({ draftId: draft.draftId })
    expect(await app.finish(jobId)).toMatchObject({ state: 'done', done: 48, failed: 0 })
    onDisk.close()
    expect(atArrival).toEqual(Array(48).fill('sending'))
    expect(app.fakeService.orders.size).toBe(48)
    expect(await app.batches.list({})).toMatchObject([{ batchId, state: 'done', created: 48, queued: 0 }])
    const { rows, total } = await app.samples.list({
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
    const { draft } = await app.checkSuggested(join(examples, 'cohort.csv'))
    const sends = Array.from({ length: 20 }, async () => app.imports.send({ draftId: draft.draftId }))
    const sent = await Promise.all(sends)
    expect(new Set(sent.map(({ batchId }) => batchId)).size).toBe(1)
    await app.finish(sent[0]!.jobId)
    const again = await app.checkSuggested(join(examples, 'cohort.csv'))
    expect(again.check).toMatchObject({ valid: 0, duplicates: 48, invalid: 0 })
    expect(again.check.problems[0]).toMatchObject({ row: 2, rule: 'already-placed', column: 'sample_name' })
    await expect(app.imports.send({ draftId: again.draft.draftId })).rejects.toMatchObject({
      code: 'rejected',
    })
    expect(app.fakeService.orders.size).toBe(48)
  })

  it('warns of a row whose order was placed or not, as its response was lost', async () => {
    app.fakeService.lose.add('HLS-002')
    const { draft } = await app.checkSuggested(join(examples, 'cohort.csv'))
    await app.send(draft.draftId)
    const again = await app.checkSuggested(join(examples, 'cohort.csv'))
    expect(again.check).toMatchObject({ valid: 0, duplicates: 48, invalid: 0 })
    expect(again.check.problems[1]).toMatchObject({ value: 'HLS-002', rule: 'order-in-doubt' })
    expect(again.check.rules).toContainEqual({ rule: 'order-in-doubt', severity: 'warning', count: 1 })
  })
})

describe('the messy cohort', () => {
  it('is read as what it is, with every problem on its line', async () => {
    const { draft, check: checked } = await app.checkSuggested(join(examples, 'cohort-messy.csv'))
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
  it('sends what the check showed, after a decimal comma and a mapping by hand', async () => {
    const draft = await app.open(app.save('b.csv', 'code;years;remark\nA;34,5;x\nB;40;y\n'))
    expect(draft.suggestedMapping).toEqual({ code: null, years: null, remark: null })
    const mapping = { code: 'client_reference', years: 'age', remark: null } as const
    await app.imports.check({ draftId: draft.draftId, mapping, transform: draft.suggestedTransform })
    await app.send(draft.draftId)
    expect(app.sent()).toEqual([
      { client_reference: 'A', age: 34.5 },
      { client_reference: 'B', age: 40 },
    ])
  })

  it('sends nothing while a column of days was perhaps read the other way round', async () => {
    const draft = await app.open(app.save('days.csv', 'id,collected_at\nA,04/03/2026\nB,04/13/2026\n'))
    const { draftId, suggestedMapping: mapping } = draft
    const checkWith = (dayFormat: 'DD/MM/YYYY' | 'MM/DD/YYYY') =>
      app.imports.check({ draftId, mapping, transform: { ...draft.suggestedTransform, dayFormat } })
    expect(await checkWith('DD/MM/YYYY')).toMatchObject({
      valid: 1,
      blocker: expect.stringContaining('MM/DD/YYYY'),
    })
    await expect(app.imports.send({ draftId })).rejects.toThrow('Nothing was sent')
    expect(await checkWith('MM/DD/YYYY')).toMatchObject({ valid: 2, blocker: null })
    await app.send(draftId)
    expect(app.sent().map((fields) => fields.collected_at)).toEqual(['2026-04-03', '2026-04-13'])
  })

  it('refuses a file that was changed after it was read, at the check and at the sending', async () => {
    const path = app.save('c.csv', 'id\nA\nB\n')
    const draft = await app.open(path)
    const { draft: checked } = await app.checkSuggested(path)
    writeFileSync(path, 'id\nA\nC\n')
    const { suggestedMapping: mapping, suggestedTransform: transform } = draft
    await expect(app.imports.check({ draftId: draft.draftId, mapping, transform })).rejects.toThrow(
      'changed after Pathclock read it',
    )
    await expect(app.imports.send({ draftId: checked.draftId })).rejects.toThrow(
      'changed after Pathclock read it',
    )
    expect(app.fakeService.arrived).toEqual([])
    const { total } = await app.journal.query
      .selectFrom('ledger')
      .select((is) => is.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBe(0)
  })

  it('can be sent after a sending that failed', async () => {
    const path = app.save('d.csv', 'id\nA\n')
    const { draft } = await app.checkSuggested(path)
    writeFileSync(path, 'id\nB\n')
    await expect(app.imports.send({ draftId: draft.draftId })).rejects.toThrow(
      'changed after Pathclock read it',
    )
    writeFileSync(path, 'id\nA\n')
    await app.send(draft.draftId)
    expect(app.fakeService.arrived).toEqual(['A'])
  })

  it('names what is missing: a check before sending, a draft, a name column, or a unique one', async () => {
    const draft = await app.open(app.save('e.csv', 'id,name2,age\nA,a,1\n'))
    const { draftId } = draft
    await expect(app.imports.send({ draftId })).rejects.toThrow('Check the rows first')
    await expect(app.imports.send({ draftId: 'gone' })).rejects.toThrow('import is closed')
    const failing = (mapping: Parameters<typeof app.imports.check>[0]['mapping']) =>
      app.imports.check({ draftId, mapping, transform: draft.suggestedTransform })
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
    await expect(app.open(app.save('f.csv', content))).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining(message),
    })
  })

  it('warns of columns without a name or with the same one, and of a guessed encoding', async () => {
    const draft = await app.open(
      app.save('g.csv', Buffer.from('id,,note,note\nA,1,M\xfcller,B\xe4r\n', 'latin1')),
    )
    expect(draft.columns).toEqual(['id', 'Column 2', 'note', 'note (2)'])
    expect(draft.problems.map(({ rule }) => rule)).toEqual([
      'encoding-guessed',
      'unnamed-column',
      'repeated-column',
    ])
  })

  it('shows the first thousand problems in the order of the file, and counts them all', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `S-${index},${index % 2 ? 'old' : '30'}`)
    const { check: checked } = await app.checkSuggested(app.save('h.csv', `id,age\n${lines.join('\n')}\n`))
    expect(checked).toMatchObject({ rows: 3000, valid: 1500, invalid: 1500, problemCount: 1500 })
    expect(checked.problems).toHaveLength(1000)
    expect(checked.problems[0]).toMatchObject({ row: 3, column: 'age', value: 'old', rule: 'number' })
  })
})
