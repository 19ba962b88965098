import { afterEach, describe, expect, it } from 'vitest'
import { defaultOrderForm, type FieldRule } from '../../../shared/domain/samples/orderForm.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { sentFields } from '../orders/orderBody.ts'
import { openJournalFile } from '../testing/openJournalFile.ts'
import { createOrderForm } from './orderForm.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(folder = newFolder()) {
  const journal = await openJournalFile(folder)
  closing.push(() => journal.close())
  const clock = { now: () => 0, sleep: async () => undefined }
  return { folder, orderForm: createOrderForm({ journal, clock, names: () => ({}) }) }
}

const field = (name: string, rules: Partial<FieldRule> = {}): FieldRule => {
  const plain = { field: name, sendAs: name, type: 'text', required: false } as const
  return { ...plain, ...rules }
}
const reference = field('client_reference', { sendAs: 'sample_name', type: 'reference', required: true })

describe('the order form', () => {
  it('is the default form until the user sets another, which persists and can be reset', async () => {
    const { folder, orderForm } = await open()
    expect(await orderForm.get({})).toEqual({ form: defaultOrderForm, isDefault: true })
    const form = [
      field('weight', { type: 'number', least: 0, most: 5, unit: 'kg', required: true }),
      reference,
      field('code', { pattern: '[A-Z]\\d+', oneOf: ['A1', 'B2'] }),
    ]
    expect(await orderForm.set({ form })).toEqual({ form, isDefault: false })
    const again = await open(folder)
    expect(await again.orderForm.form()).toEqual(form)
    const changed = [reference]
    expect(await again.orderForm.set({ form: changed })).toEqual({ form: changed, isDefault: false })
    expect(await orderForm.set({ form: null })).toEqual({ form: defaultOrderForm, isDefault: true })
  })

  it.each<[string, FieldRule[], string]>([
    ['no reference', [field('age')], '“client_reference” has to be the one field'],
    ['a reference of another name', [{ ...reference, field: 'code' }], '“client_reference” has to be'],
    ['two references', [reference, field('code', { type: 'reference' })], 'has to be the one field'],
    ['a reference that may be left out', [{ ...reference, required: false }], 'has to be'],
    ['a field of another kind with that name', [field('client_reference')], 'has to be'],
    ['a name twice', [reference, field('x'), field('x', { sendAs: 'y' })], '“x” is the name of two fields'],
    [
      'a sent name twice',
      [reference, field('x'), field('y', { sendAs: 'x' })],
      'is what two fields are sent as',
    ],
  ])('is refused with %s', async (_what, form, message) => {
    const { orderForm } = await open()
    await expect(orderForm.set({ form })).rejects.toMatchObject({ code: 'rejected' })
    await expect(orderForm.set({ form })).rejects.toThrow(message)
    expect((await orderForm.get({})).isDefault).toBe(true)
  })

  it.each<[string, Partial<FieldRule>, string]>([
    ['a name that cannot be sent', { sendAs: '__proto__' }, '“x” cannot be sent as'],
    ['nothing between its bounds', { type: 'number', least: 2, most: 1 }, 'allows nothing between 2 and 1'],
    ['no age between its bounds', { type: 'age', least: 131 }, 'allows no age'],
    ['bounds of a text', { most: 1 }, '“x” has bounds but is no number'],
    ['a pattern that is none', { pattern: '(' }, '“x” has a pattern that cannot be used'],
    ['a pattern that could take for ever', { pattern: '(a+)+\\1' }, 'refers to a group'],
    ['a choice twice', { oneOf: ['a', 'a'] }, 'offers a choice twice'],
    ['a choice that is none', { type: 'age', oneOf: ['131'] }, '“x” offers “131”, which it refuses'],
    ['a choice that is sent otherwise', { type: 'number', oneOf: ['3.0'] }, 'sent as “3”'],
    ['a choice against the pattern', { pattern: 'a', oneOf: ['b'] }, 'which it refuses'],
  ])('is refused with a field that has %s, in one sentence', async (_what, rules, message) => {
    const { orderForm } = await open()
    const refused = orderForm.set({ form: [reference, field('x', rules)] })
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toThrow(/[^.]\.$/)
    await expect(refused).rejects.not.toThrow('..')
  })

  it('reports all problems together', async () => {
    const { orderForm } = await open()
    const form = [reference, field('x', { most: 1, pattern: '(' }), field('x', { sendAs: 'y' })]
    const problems = [{ field: 'x' }, { field: 'x' }, { field: 'x' }]
    await expect(orderForm.set({ form })).rejects.toMatchObject({ details: { problems } })
  })
})

describe('the fields of an order in a response', () => {
  it('get our names where the form sends them under another name', () => {
    const form = [
      reference,
      field('state', { sendAs: 'US state' }),
      field('age', { sendAs: 'years' }),
      field('own', { sendAs: 'status' }),
    ]
    const named = { sample_id: 'S-1', sample_name: 'A', 'US state': 'Ohio', years: 34 }
    expect(sentFields({ data: { ...named, status: 'done', lab: 'x' } }, form)).toEqual({
      client_reference: 'A',
      state: 'Ohio',
      age: 34,
      lab: 'x',
    })
  })

  it('keep the names of the response where the form does not rename them', () => {
    const raw = { clientReference: 'A', id: 'S-1', weight: 3, nested: { a: 1 } }
    expect(sentFields(raw, defaultOrderForm)).toEqual({ client_reference: 'A', weight: 3 })
  })
})
