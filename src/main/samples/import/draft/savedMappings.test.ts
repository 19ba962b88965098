import { afterAll, beforeAll, expect, it } from 'vitest'
import { createImportApp } from '../testing/importApp.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeAll(async () => {
  app = await createImportApp()
  const first = await app.open(app.save('first.csv', Buffer.from('sample,tissue\nA-1,M\xfcller\n', 'latin1')))
  const { columns, suggestedMapping: mapping, suggestedTransform: transform } = first
  const options = { encoding: 'windows-1252', headerLine: 1 }
  await app.mappings.save({ name: 'Lab', columns, mapping, transform, options })
})
afterAll(() => app.close())

it.each([
  ['marked', '\uFEFFsample,tissue\nA-2,Müller\n'],
  ['unmarked', 'sample,tissue\nA-2,Müller\n'],
])('a file that is surely UTF-8 (%s) is read so, whatever a saved mapping says', async (_, text) => {
  const draft = await app.open(app.save('utf8.csv', text))
  expect(draft).toMatchObject({
    readAs: { encoding: 'utf-8' },
    template: { name: 'Lab' },
    options: { headerLine: 1 },
    columns: ['sample', 'tissue'],
  })
  expect(draft.preview[0]!.cells).toEqual(['A-2', 'Müller'])
})

it("uses the encoding of the saved mapping if the file's own is uncertain", async () => {
  const draft = await app.open(app.save('ansi.csv', Buffer.from('sample,tissue\nA-3,M\xfcller\n', 'latin1')))
  expect(draft.options).toEqual({ encoding: 'windows-1252', headerLine: 1 })
})

it('still suggests a saved mapping whose header line does not fit the file', async () => {
  const draft = await app.open(app.save('titled.csv', 'Plate 7\nMade today\nsample,tissue\nA-4,Muller\n'))
  expect(draft).toMatchObject({ readAs: { headerLine: 3 }, template: { name: 'Lab' }, options: {} })
})

it('saves which rows are read but not the last line, which belongs to one file', async () => {
  const { columns, suggestedMapping, suggestedTransform } = await app.open(
    app.save('ended.csv', 'plate,age\nA-5,30\nTotal,30\n'),
  )
  const content = { columns, mapping: suggestedMapping, transform: suggestedTransform }
  const options = { endLine: 2, keepRows: ['totals' as const] }
  const saved = await app.mappings.save({ name: 'Plates', ...content, options })
  expect(saved.options).toEqual({ keepRows: ['totals'] })
  const next = await app.open(app.save('next.csv', 'plate,age\nA-6,31\nA-7,32\nTotal,63\n'))
  expect(next).toMatchObject({ template: { name: 'Plates' }, rowCount: 3, notes: [] })
})

it('a mapping of a file without a header is no reason to read the header of another file as a sample', async () => {
  const options = { noHeader: true as const }
  const bare = app.save('bare.csv', 'B-1,liver,7\nB-2,blood,8\n')
  const { columns, suggestedTransform: transform } = await app.open(bare, options)
  const mapping = { 'Column 1': 'client_reference', 'Column 2': null, 'Column 3': null }
  await app.mappings.save({ name: 'Bare', columns, mapping, transform, options })
  const headed = await app.open(app.save('headed.csv', 'name,organ,dose\nB-3,liver,7\nB-4,blood,8\n'))
  expect(headed).toMatchObject({ columns: ['name', 'organ', 'dose'], rowCount: 2, template: null })
  expect(await app.open(bare)).toMatchObject({ rowCount: 2, template: { name: 'Bare' } })
})
