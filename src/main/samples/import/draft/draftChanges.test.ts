import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImportApp } from '../testing/importApp.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => void (app = await createImportApp()))
afterEach(() => app.close())

const file = 'id,age,sex\nA,1,M\nB,old,M\n,3,F\nD,4\n'
const edits = (...cells: [number, string, string][]) =>
  cells.map(([row, column, value]) => ({ row, column, value }))
const matchOptions = { whole: false, matchCase: true }

describe('correcting cells of an import', () => {
  it('is what is checked and sent, and the file stays as it is', async () => {
    const { draftId, again } = await app.check(app.save('a.csv', file))
    const changes = await app.imports.edit({ draftId, edits: edits([3, 'age', '30'], [4, 'id', 'C']) })
    expect(changes).toMatchObject({ undoable: 1, redoable: 0, changes: [{ kind: 'cells' }] })
    expect(await again()).toMatchObject({ rows: 4, valid: 3, invalid: 1 })
    await app.send(draftId)
    expect(app.sent()).toEqual([
      { client_reference: 'A', age: 1, sex: 'M' },
      { client_reference: 'B', age: 30, sex: 'M' },
      { client_reference: 'C', age: 3, sex: 'F' },
    ])
  })

  it('can be taken back and done again, until another correction is made', async () => {
    const { draftId, again } = await app.check(app.save('b.csv', file))
    await app.imports.edit({ draftId, edits: edits([3, 'age', '30']) })
    await app.imports.edit({ draftId, edits: edits([3, 'age', '31']) })
    expect(await app.imports.undo({ draftId })).toMatchObject({ undoable: 1, redoable: 1 })
    await again()
    expect((await app.failing(draftId)).rows.map(({ row }) => row)).toEqual([4, 5])
    expect(await app.imports.undo({ draftId })).toMatchObject({ changes: [], undoable: 0, redoable: 2 })
    await expect(app.imports.undo({ draftId })).rejects.toThrow('nothing to undo')
    expect(await again()).toMatchObject({ valid: 1, invalid: 3 })
    expect(await app.imports.redo({ draftId })).toMatchObject({ undoable: 1, redoable: 1 })
    const last = await app.imports.edit({ draftId, edits: edits([4, 'id', 'C']) })
    expect(last).toMatchObject({ undoable: 2, redoable: 0 })
    await expect(app.imports.redo({ draftId })).rejects.toThrow('nothing to redo')
  })

  it('replaces text in a column and returns the number of changed cells', async () => {
    const { draftId, again } = await app.check(app.save('c.csv', 'id,sex\nA,männlich\nB,Männlich\nC,F\n'))
    const replace = (find: string, matchCase: boolean) =>
      app.imports.replace({ draftId, column: 'sex', find, replaceBy: 'M', whole: true, matchCase })
    expect(await replace('MÄNNLICH', true)).toMatchObject({ cells: 0, undoable: 0 })
    expect(await replace('MÄNNLICH', false)).toMatchObject({ cells: 2, undoable: 1 })
    expect(await again()).toMatchObject({ valid: 3 })
    expect(await replace('männlich', true)).toMatchObject({ cells: 0, undoable: 1 })
  })

  it.each([false, true])(
    'blocks sending and the dry run until the next check (sent before: %s)',
    async (wasSent) => {
      const { draftId } = await app.check(app.save('d.csv', file))
      if (wasSent) await app.send(draftId)
      await app.imports.edit({ draftId, edits: edits([3, 'age', '30']) })
      await expect(app.imports.send({ draftId })).rejects.toThrow('corrected cells after the check')
      await expect(app.imports.dryRun({ draftId })).rejects.toThrow('corrected cells after the check')
      expect(app.fakeService.arrived).toEqual(wasSent ? ['A'] : [])
    },
  )

  it('requires all cells together for a row with more cells than columns', async () => {
    const { draftId, again } = await app.check(app.save('surplus.csv', 'id,age,sex\nA,34,5,M\nB,40,F\n'))
    await expect(app.imports.edit({ draftId, edits: edits([2, 'sex', 'M']) })).rejects.toThrow(
      'The row has 4 cells and the header 3.',
    )
    expect(await again()).toMatchObject({ valid: 1, invalid: 1 })
    await app.imports.edit({ draftId, edits: edits([2, 'id', 'A'], [2, 'age', '34.5'], [2, 'sex', 'M']) })
    expect(await again()).toMatchObject({ valid: 2, invalid: 0 })
  })

  it('is refused for what the file does not have, and nothing of it is stored', async () => {
    const { draftId } = await app.check(app.save('e.csv', file))
    const edit = async (...cells: [number, string, string][]) =>
      app.imports.edit({ draftId, edits: edits(...cells) })
    const message = expect.stringContaining('“e.csv” has no column “nope”')
    const details = { problems: [{ field: 'nope' }] }
    await expect(edit([3, 'age', '1'], [3, 'nope', '1'])).rejects.toMatchObject({ message, details })
    await expect(edit([3, 'age', '1'], [99, 'age', '1'])).rejects.toThrow(
      'No row of “e.csv” starts on line 99',
    )
    await expect(edit([1, 'age', '1'])).rejects.toThrow('starts on line 1')
    const nowhere = { draftId, column: 'nope', find: 'a', replaceBy: 'b', ...matchOptions }
    await expect(app.imports.replace(nowhere)).rejects.toThrow('has no column “nope”')
    await expect(app.imports.replace({ ...nowhere, column: 'age', find: '' })).rejects.toThrow(
      'Enter the text',
    )
    await expect(app.imports.undo({ draftId })).rejects.toThrow('nothing to undo')
  })

  it('repairs a row with missing cells only if all cells are given', async () => {
    const { draftId, again } = await app.check(app.save('f.csv', file))
    await expect(app.imports.edit({ draftId, edits: edits([5, 'sex', 'F']) })).rejects.toThrow(
      'Or enter all 3 cells of the row here',
    )
    await app.imports.edit({ draftId, edits: edits([5, 'id', 'D'], [5, 'age', '4'], [5, 'sex', 'F']) })
    await app.imports.edit({ draftId, edits: edits([5, 'age', '5']) })
    expect(await again()).toMatchObject({ valid: 2, invalid: 2 })
    await app.send(draftId)
    expect(app.sent()[1]).toEqual({ client_reference: 'D', age: 5, sex: 'F' })
  })

  it('passes over a row whose cells are all emptied, as over an empty line', async () => {
    const { draftId, again } = await app.check(app.save('o.csv', file))
    const empty = (row: number) => ['id', 'age', 'sex'].map((column) => ({ row, column, value: '' }))
    await app.imports.edit({ draftId, edits: [...empty(3), ...empty(5)] })
    expect(await again()).toMatchObject({ rows: 2, valid: 1, invalid: 1 })
    expect((await app.saveFailed(draftId)).text).toBe('\uFEFFid,age,sex\r\n,3,F\r\n')
  })

  it('refuses a replacement that no cell could hold', async () => {
    const long = 'a'.repeat(1000)
    const { draftId } = await app.check(app.save('g.csv', `id,age\nA,1\n${long},1\n`))
    const replacement = { draftId, column: 'id', find: 'a', replaceBy: long, ...matchOptions }
    await expect(app.imports.replace(replacement)).rejects.toThrow('The cell on line 3 would have more than')
  })

  it('is refused when the file was changed since it was read', async () => {
    const path = app.save('h.csv', file)
    const { draftId, again } = await app.check(path)
    writeFileSync(path, file.replace('old', '77'))
    const twice = app.imports.edit({ draftId, edits: edits([2, 'age', '7']) })
    await expect(twice).rejects.toThrow('changed after Pathclock read it')
    await app.imports.edit({ draftId, edits: edits([3, 'age', '7']) })
    await expect(again()).rejects.toThrow('changed after Pathclock read it')
  })

  it('applies simultaneous changes in the order of the calls', async () => {
    const { draftId } = await app.check(app.save('i.csv', file))
    const ages = Array.from({ length: 20 }, (_, age) => String(age))
    await Promise.all(
      ages.map(async (age) => app.imports.edit({ draftId, edits: edits([age === '3' ? 2 : 3, 'age', age]) })),
    )
    const { changes } = await app.imports.undo({ draftId })
    expect(changes.flatMap((change) => (change.kind === 'cells' ? change.edits[0]!.value : []))).toEqual(
      ages.slice(0, -1),
    )
  })
})

describe('the rows with findings', () => {
  it('are listed with their current cells, the corrected cells and their problems', async () => {
    const { draftId } = await app.check(app.save('j.csv', file))
    await app.imports.edit({ draftId, edits: edits([3, 'age', '30']) })
    const { rows, total } = await app.failing(draftId)
    expect(total).toBe(3)
    const problems = [{ rule: 'number', column: 'age', value: 'old' }]
    expect(rows).toMatchObject([
      { row: 3, cells: ['B', '30', 'M'], edited: [1], problems },
      { row: 4, cells: ['', '3', 'F'], edited: [], problems: [{ rule: 'required' }] },
      { row: 5, cells: ['D', '4'], edited: [], problems: [{ rule: 'ragged-row' }] },
    ])
  })

  it('are filtered by rule, column and severity, and come in pages', async () => {
    const { draftId, check } = await app.check(app.save('k.csv', file))
    expect(check.rules).toEqual([
      { rule: 'number', severity: 'error', count: 1 },
      { rule: 'required', severity: 'error', count: 1 },
      { rule: 'ragged-row', severity: 'error', count: 1 },
    ])
    const lines = async (filter: Parameters<typeof app.failing>[1]) =>
      (await app.failing(draftId, filter)).rows.map(({ row }) => row)
    expect(await lines({ rule: 'required' })).toEqual([4])
    expect(await lines({ column: 'age' })).toEqual([3])
    expect(await lines({ severity: 'warning' })).toEqual([])
    expect(await lines({ page: 2, limit: 2 })).toEqual([5])
  })

  it('hold rows whose order was placed before, with cells of the file', async () => {
    const path = app.save('l.csv', 'id,age\nA,1\nB,2\n')
    await app.order(path)
    const { draftId, check } = await app.check(path)
    expect((await app.failing(draftId)).rows).toMatchObject([
      { row: 2, cells: ['A', '1'], problems: [{ rule: 'already-placed' }] },
      { row: 3, cells: ['B', '2'], problems: [{ rule: 'already-placed' }] },
    ])
    expect(check).toMatchObject({ invalid: 0, duplicates: 2, rules: [{ severity: 'note', count: 2 }] })
  })

  it('are limited to 10,000, and the answer marks that there are more', async () => {
    const lines = Array.from({ length: 10_050 }, (_, index) => `S-${index},old`)
    const { draftId, check } = await app.check(app.save('m.csv', `id,age\n${lines.join('\n')}\n`))
    expect(check).toMatchObject({ problemCount: 10_050, rules: [{ rule: 'number', count: 10_050 }] })
    const { rows, ...more } = await app.failing(draftId, { page: 201, limit: 50 })
    expect(rows).toEqual([])
    expect(more).toEqual({ total: 10_000, totalIsLeast: true })
  })
})

it('all rows of a checked file come in pages in their current form, with their findings and the nearest pages that have some', async () => {
  const table = ['id,age', ...Array.from({ length: 9 }, (_, row) => `S${row},${row === 7 ? 'old' : row}`)]
  const { draftId, again } = await app.check(app.save('all.csv', table.join('\n')))
  const page = (number: number) => app.imports.rows({ draftId, page: number, limit: 4 })
  const first = await page(1)
  expect(first).toMatchObject({ total: 9, before: null, after: 7 })
  const texts = first.rows.map(({ row, cells }) => `${row}: ${cells.join()}`)
  expect(texts).toEqual(['2: S0,0', '3: S1,1', '4: S2,2', '5: S3,3'])
  const second = await page(2)
  expect(second).toMatchObject({ before: null, after: null })
  const counts = second.rows.map(({ row, problems }) => `${row}: ${problems.length}`)
  expect(counts).toEqual(['6: 0', '7: 0', '8: 0', '9: 1'])
  expect(await page(3)).toMatchObject({ rows: [{ row: 10 }], before: 7, after: null })
  await app.imports.edit({ draftId, edits: edits([4, 'age', '50'], [9, 'age', '70']) })
  expect((await page(1)).rows[2]).toMatchObject({ cells: ['S2', '50'], edited: [1], problems: [] })
  await again()
  expect(await page(1)).toMatchObject({ after: null })
})
