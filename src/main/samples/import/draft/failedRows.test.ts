import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImportApp } from '../testing/importApp.ts'
import { rowXml, workbookFile } from '../xlsx/testing/workbookFile.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => void (app = await createImportApp()))
afterEach(() => app.close())

/** Removes the marks, as a user does whose saved rows are right as they are. */
const unmarked = (text: string): string => text.replaceAll(/,(?:"CORRECT (?:[^"]|"")*"|CORRECT [^\r]*)/g, '')

const saveFailed = async (content: string | Buffer, name = 'a.csv') => {
  const first = await app.check(app.save(name, content))
  return { first, ...(await app.saveFailed(first.draftId)) }
}
const openQuote = 'id,age,tissue\nA,1,"liver\nB,2,skin\n'
const editsOf = (row: number, cells: Record<string, string>) =>
  Object.entries(cells).map(([column, value]) => ({ row, column, value }))

describe('the saved failed rows of a broken file', () => {
  it.each([
    ['an open quote and the rows after it', 'id,age,tissue\nA,1,"liver\nB,2,skin\nC,3,skin\n', 3],
    ['a quote inside a cell', 'id,age,tissue\nA,1,li"ver\n', 1],
    ['text after a quote', 'id,age,tissue\nA,1,"li"ver\n', 1],
    ['a cell that no spreadsheet holds', `id,age,remark\nA,1,${'x'.repeat(40_000)}\n`, 1],
    ['too few cells', 'id,age,tissue\nA,1\n', 1],
    ['too many cells', 'id,age,tissue\nA,old,skin\nA,1,skin,2\n', 2],
  ])(
    'are refused again as they stand (%s), and taken once their marks are deleted',
    async (_, text, rows) => {
      const { first, path, text: saved } = await saveFailed(text)
      expect(first.check).toMatchObject({ valid: 0, invalid: rows })
      const again = await app.check(path)
      expect(again.draft.columns).toEqual(first.draft.columns)
      expect(again.check).toMatchObject({ rows, valid: 0, invalid: rows })
      expect(saved).toContain('CORRECT THE ROW AND DELETE THIS CELL')
      const twice = await app.saveFailed(again.draftId, 'twice.csv')
      expect(twice.text).toBe(saved)
    },
  )

  it('state the problem of each row, and become orders once the user has removed the marks', async () => {
    const { text } = await saveFailed(openQuote)
    expect(text).toContain('line 2: “tissue”: A quote opens on line 2 and is not closed.')
    expect(text).toContain('line 3: The row stands after the quote that opens on line 2')
    const rest = await app.check(app.save('rest.csv', unmarked(text)))
    expect(rest.check).toMatchObject({ rows: 2, valid: 2, problemCount: 0 })
  })

  it('are refused too where a spreadsheet has made all rows as wide as the widest', async () => {
    const { text } = await saveFailed(openQuote)
    const saved = app.save('saved.csv', text.replace('tissue\r\n', 'tissue,\r\n'))
    const { check, draftId, again } = await app.check(saved)
    expect(check).toMatchObject({ rows: 2, valid: 0, invalid: 2 })
    await app.imports.edit({ draftId, edits: [{ row: 2, column: 'Column 4', value: '' }] })
    expect(await again()).toMatchObject({ valid: 1, invalid: 1 })
  })

  it('are still refused if the user wrote something beside the mark', async () => {
    const { text } = await saveFailed(openQuote)
    const noted = text
      .replace('tissue\r\n', 'tissue,,\r\n')
      .replaceAll(/(CORRECT [^\r]*)\r\n/g, (_, marked: string) => `${marked},ask Eva\r\n`)
    const { check } = await app.check(app.save('noted.csv', noted))
    expect(check).toMatchObject({ rows: 2, valid: 0, invalid: 2 })
  })

  it('can be taken in the app by giving all cells of a row', async () => {
    const { path } = await saveFailed('id,age,tissue\nA,1,"liver\n')
    const { draftId, again } = await app.check(path)
    const edits = editsOf(2, { id: 'A', age: '1', tissue: 'liver' })
    await expect(app.imports.edit({ draftId, edits: edits.slice(1) })).rejects.toThrow('all 3 cells')
    await app.imports.edit({ draftId, edits })
    expect(await again()).toMatchObject({ valid: 1, invalid: 0 })
  })

  it('have no mark where the row is sound and only a value is wrong, nor once it was corrected here', async () => {
    const first = await app.check(app.save('b.csv', 'id,age,tissue\nA,old,skin\nB,2\n'))
    const edits = editsOf(3, { id: 'B', age: 'old', tissue: 'skin' })
    await app.imports.edit({ draftId: first.draftId, edits })
    await first.again()
    const { text } = await app.saveFailed(first.draftId)
    expect(text).toBe('\uFEFFid,age,tissue\r\nA,old,skin\r\nB,old,skin\r\n')
  })

  it('hold back rows whose workbook cell had a problem that the saved text cannot show', async () => {
    const data = rowXml(['id', 'age']) + rowXml(['A', '<c><f>1+1</f></c>'])
    const { first, path } = await saveFailed(workbookFile([{ name: 'S', data }]), 'a.xlsx')
    expect(first.check).toMatchObject({ valid: 0, invalid: 1 })
    expect((await app.check(path)).check).toMatchObject({ valid: 0, invalid: 1 })
  })
})
