import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImportApp } from './testing/importApp.ts'

const examples = join(import.meta.dirname, '../../../../examples')
const cohort = join(examples, 'cohort.csv')
const allValid = { rows: 48, valid: 48, invalid: 0, duplicates: 0, problemCount: 0, orders: 48 }
const changed = 'changed after Pathclock read it'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => void (app = await createImportApp()))
afterEach(() => app.close())

describe('the example cohort', () => {
  it('becomes 48 orders, which enter the register', async () => {
    const { draft, draftId, check } = await app.checkSuggested(cohort)
    expect(draft).toMatchObject({ fileName: 'cohort.csv', rowCount: 48, problems: [] })
    expect(check).toMatchObject(allValid)
    const { batchId, jobId } = await app.imports.send({ draftId })
    expect(await app.finish(jobId)).toMatchObject({ state: 'done', done: 48, failed: 0 })
    expect(app.fakeService.orders.size).toBe(48)
    expect(await app.batches.list({})).toMatchObject([{ batchId, state: 'done', created: 48, queued: 0 }])
    const { rows, total } = await app.samples.list({
      text: '',
      sort: [{ by: 'client_reference', order: 'asc' }],
      page: 1,
      limit: 100,
    })
    expect(total).toBe(48)
    const fields = { age: 34, sex: 'F', group: 'control' }
    expect(rows[0]).toMatchObject({ clientReference: 'HLS-001', fields })
  })

  it('is not sent again, and warns of a row whose order was placed or not, as its response was lost', async () => {
    app.fakeService.lose.add('HLS-002')
    await app.send((await app.checkSuggested(cohort)).draftId)
    const { check, draftId } = await app.checkSuggested(cohort)
    expect(check).toMatchObject({ valid: 0, duplicates: 48, invalid: 0 })
    expect(check.problems[0]).toMatchObject({ row: 2, rule: 'already-placed', column: 'sample_name' })
    expect(check.problems[1]).toMatchObject({ value: 'HLS-002', rule: 'order-in-doubt' })
    expect(check.rules).toContainEqual({ rule: 'order-in-doubt', severity: 'warning', count: 1 })
    await expect(app.imports.send({ draftId })).rejects.toMatchObject({ code: 'rejected' })
    expect(app.fakeService.orders.size).toBe(48)
  })
})

it('the messy cohort is read as what it is, with every problem on its line', async () => {
  const { draft, check } = await app.checkSuggested(join(examples, 'cohort-messy.csv'))
  const readAs = { format: 'csv', delimiter: ';', encoding: 'utf-16le', decimal: ',', headerLine: 2 }
  expect(draft.readAs).toEqual(readAs)
  expect(draft.preview[0]).toMatchObject({ row: 3 })
  expect(draft.preview[5]!.cells[8]).toBe('Probe "B", Kühlraum')
  expect(check).toMatchObject({ rows: 50, valid: 19, invalid: 30, duplicates: 1 })
  expect(check.problems.map(({ row, rule, column, severity }) => [row, rule, column, severity])).toEqual([
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

describe('an import', () => {
  it('sends what the check showed, after a decimal comma and a mapping by hand', async () => {
    const { draftId, ...draft } = await app.open(app.save('b.csv', 'code;years;remark\nA;34,5;x\nB;40;y\n'))
    expect(draft.suggestedMapping).toEqual({ code: null, years: null, remark: null })
    const mapping = { code: 'client_reference', years: 'age', remark: null } as const
    await app.imports.check({ draftId, mapping, transform: draft.suggestedTransform })
    await app.send(draftId)
    expect(app.sent()).toEqual([
      { client_reference: 'A', age: 34.5 },
      { client_reference: 'B', age: 40 },
    ])
  })

  it('promises and sends nothing while a column of days was perhaps read the other way round', async () => {
    const { draftId, ...draft } = await app.open(
      app.save('days.csv', 'id,collected_at\nA,04/03/2026\nB,04/13/2026\n'),
    )
    const checkAs = (dayFormat: 'DD/MM/YYYY' | 'MM/DD/YYYY') =>
      app.imports.check({
        draftId,
        mapping: draft.suggestedMapping,
        transform: { ...draft.suggestedTransform, dayFormat },
      })
    const { valid, orders, blocker } = await checkAs('DD/MM/YYYY')
    expect([valid, orders, blocker]).toEqual([1, 0, expect.stringContaining('MM/DD/YYYY')])
    expect(await app.imports.dryRun({ draftId })).toMatchObject({ blocker, orders: 0, examples: [] })
    await expect(app.imports.send({ draftId })).rejects.toThrow('Nothing was sent')
    expect(await checkAs('MM/DD/YYYY')).toMatchObject({ valid: 2, blocker: null })
    await app.send(draftId)
    expect(app.sent().map(({ collected_at }) => collected_at)).toEqual(['2026-04-03', '2026-04-13'])
  })

  it('refuses a file that was changed after it was read, at the check and at the sending, until it is as before', async () => {
    const path = app.save('c.csv', 'id\nA\nB\n')
    const { draftId, ...draft } = await app.open(path)
    const checked = await app.checkSuggested(path)
    writeFileSync(path, 'id\nA\nC\n')
    const { suggestedMapping: mapping, suggestedTransform: transform } = draft
    await expect(app.imports.check({ draftId, mapping, transform })).rejects.toThrow(changed)
    await expect(app.imports.send({ draftId: checked.draftId })).rejects.toThrow(changed)
    expect(app.fakeService.arrived).toEqual([])
    expect(await app.journal.query.selectFrom('ledger').select('row').execute()).toEqual([])
    writeFileSync(path, 'id\nA\nB\n')
    await app.send(checked.draftId)
    expect(app.fakeService.arrived.toSorted()).toEqual(['A', 'B'])
  })

  it('names what is missing: a check before sending, a draft, or a column', async () => {
    const { draftId, ...draft } = await app.open(app.save('e.csv', 'id,age\nA,1\n'))
    await expect(app.imports.send({ draftId })).rejects.toThrow('Check the rows first')
    await expect(app.imports.send({ draftId: 'gone' })).rejects.toThrow('import is closed')
    const nope = { draftId, mapping: { nope: 'age' }, transform: draft.suggestedTransform } as const
    await expect(app.imports.check(nope)).rejects.toThrow('“nope” is no column')
  })

  it.each(['', '\n\n\n'])('refuses a file with nothing in it (%j)', async (content) => {
    const message = expect.stringContaining('is empty')
    await expect(app.open(app.save('f.csv', content))).rejects.toMatchObject({ code: 'file', message })
  })

  it('warns of columns without a name or with the same one, and of a guessed encoding', async () => {
    const bytes = Buffer.from('id,,note,note\nA,1,M\xfcller,B\xe4r\n', 'latin1')
    const { columns, problems } = await app.open(app.save('g.csv', bytes))
    expect(columns).toEqual(['id', 'Column 2', 'note', 'note (2)'])
    expect(problems.map(({ rule }) => rule).join()).toBe('encoding-guessed,unnamed-column,repeated-column')
  })

  it('shows the first thousand problems in the order of the file, and counts them all', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `S-${index},${index % 2 ? 'old' : '30'}`)
    const { check } = await app.checkSuggested(app.save('h.csv', `id,age\n${lines.join('\n')}\n`))
    expect(check).toMatchObject({ rows: 3000, valid: 1500, invalid: 1500, problemCount: 1500 })
    expect(check.problems).toHaveLength(1000)
    expect(check.problems[0]).toMatchObject({ row: 3, column: 'age', value: 'old', rule: 'number' })
  })
})
