import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReadOptions } from '../../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { createImportApp } from '../testing/importApp.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeAll(async () => {
  app = await createImportApp()
  const { form } = await app.orderForm.get({})
  await app.orderForm.set({
    form: [...form, { field: 'cells', sendAs: 'cells', type: 'number', required: false }],
  })
})
afterAll(() => app.close())

let files = 0
const check = (text: string, options: ReadOptions = {}) =>
  app.check(app.save(`${++files}.csv`, text), { options })

it.each([
  ['sample,cells\nS-1,"1,234"\nS-2,"2,500"\nS-3,900\n'],
  ['sample;cells\nS-1;1.234\nS-2;2.500\nS-3;900\n'],
])('numbers that may be thousands hold the batch until their sign is chosen: %j', async (text) => {
  const { check: checked, draftId, draft } = await check(text)
  expect(draft.readAs.decimal).toBe('.')
  expect(toEnglish(checked.blocker!)).toMatch(/may be 1\.234 or 1234.*Choose the decimal sign/)
  expect(checked.rules).toContainEqual({ rule: 'ambiguous-number', severity: 'error', count: 1 })
  await expect(app.imports.send({ draftId })).rejects.toThrow('Nothing was sent')
  const decimal = text.includes('"1,234"') ? ',' : '.'
  const meant = await check(text, { decimal })
  expect(meant.check).toMatchObject({ valid: 3, blocker: null })
  expect(meant.draft.options).toEqual({ decimal })
})

it('one number that can only be a decimal settles the sign of its column', async () => {
  const { draft, check: checked } = await check('sample;cells\nD-1;1,234\nD-2;2,5\n')
  expect(draft.readAs.decimal).toBe(',')
  expect(checked).toMatchObject({ valid: 2, blocker: null })
})

it('a sign that is certain only in another column does not settle this one', async () => {
  const { check: checked } = await check('sample;age;cells\nE-1;34,5;1,234\nE-2;40,5;2,500\n')
  expect(toEnglish(checked.blocker!)).toContain('“cells”')
})
