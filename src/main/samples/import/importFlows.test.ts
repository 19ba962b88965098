import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rejected } from '../../../shared/contract/failures.ts'
import { transformSchema } from '../../../shared/domain/samples/importing.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import { createImportApp } from './testing/importApp.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => void (app = await createImportApp()))
afterEach(() => app.close())

const references = () => app.sent().map(({ client_reference }) => client_reference)

describe('the messy cohort', () => {
  const messy = join(import.meta.dirname, '../../../../examples/cohort-messy.csv')
  const mended = [
    { row: 13, column: 'Sample name', value: 'MX-010' },
    { row: 18, column: 'Sample name', value: 'MX-014' },
    { row: 21, column: 'Sample name', value: 'MX-017' },
  ]
  const all = Array.from({ length: 48 }, (_, index) => `MX-${String(index + 1).padStart(3, '0')}`)

  it('becomes 48 orders when it is mended here, the open quote by the text of its cell', async () => {
    const { draftId, again, check } = await app.check(messy)
    expect(check).toMatchObject({ valid: 19, invalid: 30, duplicates: 1 })
    await app.imports.edit({ draftId, edits: mended })
    await app.imports.edit({ draftId, edits: [{ row: 27, column: 'Notes', value: 'thawed twice' }] })
    expect(await again()).toMatchObject({ valid: 48, invalid: 1, duplicates: 1 })
    await app.send(draftId)
    expect(references().sort()).toEqual(all)
    const { rows } = await app.failing(draftId)
    expect(rows.map(({ row }) => row)).toEqual([15, 24])
  })

  it('becomes 48 orders in two steps: the corrected rows first, then the reviewed file of the failed rows', async () => {
    const { draftId, again } = await app.check(messy)
    await app.imports.edit({ draftId, edits: mended })
    await again()
    await app.send(draftId)
    const { path, rows, text } = await app.saveFailed(draftId)
    expect(rows).toBe(28)
    const saved = await app.check(path)
    expect(saved.draft.readAs).toMatchObject({ decimal: ',', delimiter: ',', headerLine: 1 })
    expect(saved.check).toMatchObject({ rows: 28, valid: 0, invalid: 28 })
    expect(saved.check.rules[0]).toEqual({ rule: 'marked-row', severity: 'error', count: 28 })
    const looked = text.replaceAll(/,(?:"CORRECT (?:[^"]|"")*"|CORRECT [^\r]*)/g, '')
    const rest = await app.check(app.save('looked.csv', looked))
    expect(rest.check).toMatchObject({ rows: 28, valid: 27, duplicates: 1, invalid: 0 })
    await app.send(rest.draftId)
    expect(references().sort()).toEqual(all)
  })
})

describe('the failed rows of an import', () => {
  it('come with every column and every correction, and imported again give the rest of the orders once', async () => {
    const file = 'remark,id,age,batch\nx,A,1,q\n"y, ""z""",B,old,q\n,C,old,q\nw,,4,q\n'
    const { draftId, again } = await app.check(app.save('a.csv', file))
    await app.imports.edit({ draftId, edits: [{ row: 4, column: 'age', value: 'older' }] })
    await again()
    await app.send(draftId)
    const saved = await app.saveFailed(draftId)
    expect(saved.text).toBe('\uFEFFremark,id,age,batch\r\n"y, ""z""",B,old,q\r\n,C,older,q\r\nw,,4,q\r\n')
    const corrected = saved.text.replace('older', '3').replace('old', '2').replace('w,,', 'w,D,')
    const rest = await app.check(app.save('corrected.csv', corrected))
    expect(rest.check).toMatchObject({ valid: 3, invalid: 0, duplicates: 0 })
    await app.send(rest.draftId)
    expect(references()).toEqual(['A', 'B', 'C', 'D'])
    const twice = await app.check(app.save('corrected.csv', corrected))
    expect(twice.check).toMatchObject({ valid: 0, duplicates: 3 })
  })

  it('corrected here after a sending are ordered once, and nothing else is', async () => {
    app.fakeService.refuse.set('B', rejected(joinMessages([`Too young.`])))
    const { draftId, again } = await app.check(app.save('b.csv', 'id,age\nA,1\nB,2\nC,old\n'))
    await app.send(draftId)
    app.fakeService.refuse.clear()
    const edits = ['20', '3'].map((value, at) => ({ row: 3 + at, column: 'age', value }))
    await app.imports.edit({ draftId, edits })
    expect(await again()).toMatchObject({ valid: 2, duplicates: 1, invalid: 0 })
    expect((await app.saveFailed(draftId)).rows).toBe(0)
    await app.send(draftId)
    expect(app.sent()).toEqual([
      { client_reference: 'A', age: 1 },
      { client_reference: 'B', age: 20 },
      { client_reference: 'C', age: 3 },
    ])
  })
})

describe('a dry run', () => {
  it('lists what would be sent, where, and which samples were ordered before, without sending anything', async () => {
    await app.order(app.save('c.csv', 'id\nA\n'))
    const lines = ['A,1', ...Array.from({ length: 200 }, (_, index) => `S-${index},30`), 'A,1']
    const { draftId } = await app.check(app.save('d.csv', `id,age\n${lines.join('\n')}\n`))
    const { batchId } = (await app.batches.list({}))[0]!
    const dry = await app.imports.dryRun({ draftId })
    expect(dry).toMatchObject({
      orders: 200,
      cost: { what: 'orders', count: 200, requests: { order: 200, status: 200, analysis: 0 } },
      service: 'https://service.example',
      path: '/samples',
      duplicateCount: 1,
      duplicates: [{ row: 2, clientReference: 'A', state: 'ordered', sampleId: 'S-1', batchId }],
    })
    expect(dry.examples).toHaveLength(5)
    expect(dry.examples[0]).toEqual({ row: 3, body: { client_reference: 'S-0', age: 30 } })
    expect(app.fakeService.arrived).toEqual(['A'])
  })

  it('counts apart what has a sample, what another batch is ordering, and what may have been ordered', async () => {
    const { query } = app.journal
    app.fakeService.lose.add('lost')
    await app.order(app.save('c.csv', 'id\nA\nlost\n'))
    const order = async (reference: string, state: 'sending' | 'queued', lease_until_ms: number) => {
      const batch_id = await app.order(app.save('d.csv', `id\n${reference}\n`))
      await query.deleteFrom('samples').where('client_reference', '=', reference).execute()
      await query
        .updateTable('ledger')
        .set({ state, sample_id: null })
        .where('client_reference', '=', reference)
        .execute()
      await query
        .updateTable('batches')
        .set({ state: 'running', lease_owner: 'another', lease_until_ms })
        .where('batch_id', '=', batch_id)
        .execute()
    }
    await order('cut-off', 'sending', 0)
    await order('queued', 'queued', app.time.clock.now() + 10_000)
    const { draftId } = await app.check(app.save('e.csv', 'id\nA\nlost\ncut-off\nqueued\n'))
    const dry = await app.imports.dryRun({ draftId })
    const known = dry.duplicates.map(({ clientReference, state }) => `${clientReference} ${state}`)
    expect(known).toEqual(['A ordered', 'lost inDoubt', 'cut-off inDoubt', 'queued underWay'])
    expect(dry).toMatchObject({ orders: 0, duplicateCount: 4 })
    expect(dry.cost.before).toEqual([
      { what: 'ordered', count: 1, repeated: false },
      { what: 'underWay', count: 1, repeated: false },
      { what: 'inDoubt', count: 2, repeated: false },
    ])
  })
})

describe('a saved mapping', () => {
  const made = { constants: { tissue: 'blood' }, notes: ['x'], dayFormat: 'DD.MM.YYYY' }
  const transform = transformSchema.parse(made)
  const mapping = { code: 'client_reference', years: 'age', x: null }
  const template = { name: 'Lab A', columns: ['code', 'years', 'x'], mapping, transform, options: {} }

  it('is suggested for a file with exactly its columns, in any order', async () => {
    const saved = await app.mappings.save(template)
    expect(await app.mappings.list({})).toEqual([saved])
    const draft = await app.open(app.save('e.csv', 'x,years,code\n1,2,A\n'))
    expect(draft).toMatchObject({
      template: { templateId: saved.templateId, name: 'Lab A' },
      suggestedMapping: mapping,
      suggestedTransform: transform,
    })
    const other = await app.open(app.save('f.csv', 'x,years,Code\n1,2,A\n'))
    expect(other).toMatchObject({ template: null, suggestedMapping: { years: null, Code: null } })
  })

  it('takes the place of the one of its name, and can be removed', async () => {
    const { templateId } = await app.mappings.save(template)
    const again = await app.mappings.save({ ...template, mapping: { code: 'client_reference' } })
    expect(again.templateId).toBe(templateId)
    expect(await app.mappings.list({})).toEqual([again])
    await app.mappings.remove({ templateId })
    expect(await app.mappings.list({})).toEqual([])
    await expect(app.mappings.remove({ templateId })).rejects.toMatchObject({ code: 'notFound' })
  })

  it('sets how the file is read, unless the user chose otherwise', async () => {
    await app.mappings.save({ ...template, columns: ['code', 'years', 'x'], options: { decimal: ',' } })
    const path = app.save('g.csv', 'code;years;x\nA;1.5;\n')
    expect((await app.open(path)).readAs).toMatchObject({ decimal: ',' })
    expect((await app.open(path, { decimal: '.' })).readAs).toMatchObject({ decimal: '.' })
  })

  it('is found by columns that appear only under its reading options', async () => {
    await app.mappings.save({ ...template, options: { headerLine: 3 } })
    const text = 'study,site,date\nLab A,Graz,2026\ncode,years,x\nA,1,\n'
    const draft = await app.open(app.save('k.csv', text))
    expect(draft).toMatchObject({ readAs: { headerLine: 3 }, template: { name: 'Lab A' }, rowCount: 1 })
    expect((await app.open(app.save('short.csv', 'a,b\n1,2\n'))).template).toBeNull()
  })

  it('is refused where it names a column that it is not made for', async () => {
    const lost = { ...template, mapping: { nope: 'age' } }
    await expect(app.mappings.save(lost)).rejects.toThrow('“nope” is no column')
  })
})

describe('columns that are stored as notes', () => {
  const file = 'id,remark,freezer\nA,left,3\nB,,\n'
  const plan = { transform: { notes: ['remark', 'freezer'] } }

  it('are with the sample once it is ordered, and are not sent', async () => {
    const { draftId } = await app.check(app.save('h.csv', file), plan)
    await app.send(draftId)
    expect(app.sent()).toEqual([{ client_reference: 'A' }, { client_reference: 'B' }])
    const first = await app.samples.get({ sampleId: 'S-1' })
    expect(first.annotation).toMatchObject({ fields: { remark: 'left', freezer: '3' }, changedBy: 'Ada' })
    expect((await app.samples.get({ sampleId: 'S-2' })).annotation).toBeUndefined()
  })

  it('are there too when the order is found by asking for it', async () => {
    await app.close()
    app = await createImportApp('client_reference')
    app.fakeService.lose.add('A')
    const { draftId } = await app.check(app.save('l.csv', file), plan)
    const batchId = await app.send(draftId)
    app.fakeService.lose.clear()
    const { jobId } = await app.batches.lookUpUnknown({ batchId, rows: undefined })
    await app.finish(jobId)
    const { annotation } = await app.samples.get({ sampleId: 'S-1' })
    expect(annotation).toMatchObject({ fields: { remark: 'left', freezer: '3' } })
  })

  it('are stored too when the user finds the order, and overwrite no existing notes', async () => {
    app.fakeService.lose.add('A')
    const { draftId } = await app.check(app.save('i.csv', file), plan)
    const batchId = await app.send(draftId)
    const mine = { group_name: null, tags: '[]', note: 'mine', fields: '{"freezer":"9"}' }
    await app.journal.query
      .insertInto('annotations')
      .values({ sample_id: 'S-9', ...mine, changed_at: '2026-01-01T00:00:00.000Z', changed_by: 'Bob' })
      .execute()
    const as = { kind: 'placed', sampleId: 'S-9' } as const
    await app.batches.settleUnknown({ batchId, rows: [2], as, check: false })
    const { annotation } = await app.samples.get({ sampleId: 'S-9' })
    expect(annotation).toMatchObject({ note: 'mine', fields: { freezer: '9', remark: 'left' } })
  })
})

it('the history of a batch keeps what was made of the file: transform and corrections', async () => {
  const transform = transformSchema.parse({ constants: { tissue: 'blood' } })
  const { draftId, again } = await app.check(app.save('j.csv', 'id\nA\nB\n'), { transform })
  const edits = [{ row: 2, column: 'id', value: 'C' }]
  await app.imports.edit({ draftId, edits })
  await again()
  const history = await app.batches.history({ batchId: await app.send(draftId) })
  expect(history).toMatchObject({ transform, changes: [{ kind: 'cells', edits }] })
})

describe('an empty table to fill in', () => {
  it.each(['csv', 'xlsx'] as const)('has the fields of the form and no row, as %s', async (format) => {
    const path = join(app.folder, `blank.${format}`)
    await app.imports.saveBlank({ fileId: app.files.reserve(path).fileId, format })
    const draft = await app.open(path)
    expect(draft).toMatchObject({ rowCount: 0, problems: [] })
    expect(draft.columns.slice(0, 2)).toEqual(['client_reference', 'donor_id'])
    expect(Object.entries(draft.suggestedMapping).every(([column, field]) => column === field)).toBe(true)
  })

  it('is text in every column of the workbook, so that no name becomes a day', async () => {
    const path = join(app.folder, 'blank.xlsx')
    await app.imports.saveBlank({ fileId: app.files.reserve(path).fileId, format: 'xlsx' })
    const parts = unzipSync(readFileSync(path))
    const text = (name: string) => strFromU8(parts[name]!)
    const columns = [...text('xl/worksheets/sheet1.xml').matchAll(/<col style="1" [^>]*>/g)]
    expect(columns).toHaveLength(8)
    const [, second] = /<cellXfs.*<\/cellXfs>/.exec(text('xl/styles.xml'))![0].split('numFmtId=').slice(1)
    const number = /\d+/.exec(second!)![0]
    expect(text('xl/styles.xml')).toContain(`<numFmt numFmtId="${number}" formatCode="@"/>`)
  })
})

it.each([
  ['title\nsample,"age,sex\nA,1,f\nB,2,m\n', 2, '"age'],
  ['title\nsample,ag"e,sex\nA,1,f\nB,2,m\n', 2, 'ag"e'],
  ['title\nsample,"age"s,sex\nA,1,f\nB,2,m\n', 2, '"age"s'],
])(
  'a header with a broken quote is an error at its place, and nothing of the file is sent (%j)',
  async (file, line, value) => {
    const { draft, draftId, check } = await app.check(app.save('a.csv', file), { options: { headerLine: 2 } })
    const found = { row: line, column: value, value, rule: 'broken-header', severity: 'error' }
    expect(draft.problems[0]).toMatchObject(found)
    expect(check.problems).toContainEqual(expect.objectContaining(found))
    expect(toEnglish(check.blocker!)).toContain('A quote in the header, on line 2')
    await expect(app.imports.send({ draftId })).rejects.toThrow('Nothing was sent: A quote in the header')
  },
)

describe('ages with a unit in a column beside them', () => {
  const sheet = (...units: string[]) => {
    const rows = units.map((unit, index) => `S-${index},6,${unit}`)
    return app.save('units.csv', ['name,age,Unit[time unit]', ...rows].join('\n'))
  }

  it('are each read in its own unit, also on the last of many lines', async () => {
    const path = sheet(...Array.from({ length: 60 }, () => 'year'), 'month')
    const { draftId, check } = await app.checkSuggested(path)
    expect(check).toMatchObject({ blocker: null, orders: 61 })
    await app.send(draftId)
    expect(app.sent().filter(({ age }) => age !== 6)).toMatchObject([{ client_reference: 'S-60', age: 0.5 }])
  })

  it('are sent as the values that the user maps them to, whatever their unit', async () => {
    const text = 'name,age,Unit[time unit]\nA,34,year\nB, 7 ,month\nC,8,month,x\n'
    const { draftId, suggestedMapping: mapping } = await app.open(app.save('mapped.csv', text))
    const transform = transformSchema.parse({ values: { age: { 7: '0.6' } } })
    expect(await app.imports.check({ draftId, mapping, transform })).toMatchObject({ valid: 2, invalid: 1 })
    await app.send(draftId)
    expect(app.sent().map(({ age }) => age)).toEqual([34, 0.6])
  })

  it('are refused in hours, and where the header names another unit', async () => {
    const ages = async (text: string) => {
      const { valid, invalid } = (await app.checkSuggested(app.save('x.csv', text))).check
      return [valid, invalid]
    }
    expect(await ages('name,age,age_unit\nA,34,year\nB,7,hours\n')).toEqual([1, 1])
    expect(await ages('name,age (years),age unit\nA,34,years\nB,7,months\n')).toEqual([1, 1])
  })

  it('are all ordered where they name one unit, or none', async () => {
    const { draftId, check } = await app.checkSuggested(sheet('month', 'Months', '', 'not available'))
    expect(check).toMatchObject({ blocker: null, valid: 4 })
    await app.send(draftId)
    expect(app.sent().map(({ age }) => age)).toEqual([0.5, 0.5, 0.5, 0.5])
  })
})

it.each([
  ['S 1', 'S\u00A01'],
  ['S\u00A01', 'S 1'],
  ['M\u00FCller', 'Mu\u0308ller'],
  ['Mu\u0308ller', 'M\u00FCller'],
])(
  'a name that looks like one ordered before is warned of, and sent as another sample (%j, %j)',
  async (before, now) => {
    await app.order(app.save('a.csv', `id\n${before}\n`))
    const { check, draftId } = await app.check(app.save('b.csv', `id\n${now}\nX\n`))
    expect(check).toMatchObject({ valid: 2, duplicates: 0 })
    const message = expect.stringContaining('ordered before')
    expect(check.problems.filter(({ rule }) => rule === 'same-look')).toMatchObject([
      { row: 2, column: 'id', value: now, severity: 'warning', message },
    ])
    await app.send(draftId)
    expect(app.sent()).toHaveLength(3)
  },
)
