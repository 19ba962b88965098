import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rejected } from '../../../../shared/contract/failures.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { createImportApp } from '../testing/importApp.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => void (app = await createImportApp()))
afterEach(() => app.close())

const ids = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}-${at}`)
const table = (references: string[]) => `id\n${references.join('\n')}\n`
const batches = async () => (await app.batches.list({})).length

const cancel = (batchId: string) => app.time.finish(Promise.resolve(app.batches.cancel({ batchId })))

describe('a change after the check', () => {
  it('of the order form blocks reports, saving and sending until the next check', async () => {
    const { draftId, again } = await app.check(app.save('a.csv', 'id,donor_id\nA,D1\n'))
    const { form } = await app.orderForm.get({})
    const changed = form.map((rule) => (rule.field === 'donor_id' ? { ...rule, sendAs: 'subject' } : rule))
    await app.orderForm.set({ form: changed })
    const words = 'order form changed after the check'
    await expect(app.imports.dryRun({ draftId })).rejects.toThrow(words)
    await expect(app.saveFailed(draftId)).rejects.toThrow(words)
    await expect(app.imports.send({ draftId })).rejects.toThrow(words)
    expect(await batches()).toBe(0)
    await again()
    await app.send(draftId)
    expect(app.sent()).toEqual([{ client_reference: 'A', subject: 'D1' }])
  })

  it('is that orders of another batch were cancelled: they are not sent without having been shown', async () => {
    const first = await app.check(app.save('a.csv', table(ids('A', 6))))
    const { batchId } = await app.imports.send({ draftId: first.draftId })
    const { draftId, again } = await app.check(app.save('b.csv', table([...ids('A', 6), 'B-0'])))
    expect(await app.imports.dryRun({ draftId })).toMatchObject({ orders: 1 })
    await cancel(batchId)
    await expect(app.imports.send({ draftId })).rejects.toThrow(/Orders changed since the check.*again/)
    expect(await batches()).toBe(1)
    const shown = (await again()).valid
    const before = app.fakeService.orders.size
    await app.send(draftId)
    expect(app.fakeService.orders.size - before).toBe(shown)
    expect(app.fakeService.orders.size).toBe(7)
  })

  it('in the orders of some of its rows blocks the others until the next check', async () => {
    const checkedFile = await app.check(app.save('a.csv', table(['A', 'B', 'C'])))
    await app.order(app.save('b.csv', table(['B'])))
    await expect(app.imports.send({ draftId: checkedFile.draftId })).rejects.toThrow(
      'Orders changed since the check: 3 would have been sent then, 2 now, as some were placed meanwhile, or may have been.',
    )
    expect(await batches()).toBe(1)
    expect(await checkedFile.again()).toMatchObject({ valid: 2, duplicates: 1 })
    await app.send(checkedFile.draftId)
    expect(app.sent().map(({ client_reference }) => client_reference)).toEqual(['B', 'A', 'C'])
  })

  it('is which of its rows are known, though they are as many as before', async () => {
    const first = await app.check(app.save('a.csv', table(ids('A', 6))))
    const { batchId } = await app.imports.send({ draftId: first.draftId })
    const { draftId, check } = await app.check(app.save('b.csv', table(['A-5', 'B'])))
    expect(check).toMatchObject({ valid: 1, duplicates: 1 })
    await cancel(batchId)
    await app.order(app.save('c.csv', table(['B'])))
    await expect(app.imports.send({ draftId })).rejects.toThrow('Orders changed since the check')
  })
})

describe('a draft that was sent, and is checked again', () => {
  it('sends what was cancelled in a batch of its own, and nothing that was created', async () => {
    const { draftId, again } = await app.check(app.save('a.csv', table(ids('A', 12))))
    const { batchId } = await app.imports.send({ draftId })
    await app.time.advance(150)
    await cancel(batchId)
    const created = app.fakeService.orders.size
    expect(created).toBeGreaterThan(0)
    const { valid, duplicates } = await again()
    expect({ valid, duplicates }).toEqual({ valid: 12 - created, duplicates: created })
    expect(await app.send(draftId)).not.toBe(batchId)
    expect(app.fakeService.arrived.toSorted()).toEqual(ids('A', 12).toSorted())
    expect(await batches()).toBe(2)
  })

  it('sends nothing while its batch goes on', async () => {
    const { draftId, again } = await app.check(app.save('a.csv', table(ids('A', 12))))
    const sending = app.imports.send({ draftId })
    // The check begins while the orders are written down.
    expect(await again()).toMatchObject({ valid: 0, duplicates: 12 })
    await expect(app.imports.send({ draftId })).rejects.toThrow('This file has no rows left')
    await app.finish((await sending).jobId)
    expect(app.fakeService.arrived).toHaveLength(12)
    expect(await batches()).toBe(1)
  })
})

describe('a check that another one follows', () => {
  it('is given up, and what is sent is what the one that was requested last has shown', async () => {
    const { draftId, draft } = await app.check(app.save('a.csv', table(['A', 'B'])))
    const { suggestedMapping: mapping, suggestedTransform: transform } = draft
    const checkTissue = (tissue: string) =>
      app.imports.check({ draftId, mapping, transform: { ...transform, constants: { tissue } } })
    const checks = ['liver', 'blood', 'skin'].map((tissue) => Promise.resolve(checkTissue(tissue)))
    const ended = await Promise.allSettled(checks)
    const cancelled = { status: 'rejected', reason: { code: 'cancelled' } }
    expect(ended).toMatchObject([cancelled, cancelled, { status: 'fulfilled' }])
    await app.send(draftId)
    expect(app.sent().map(({ tissue }) => tissue)).toEqual(['skin', 'skin'])
  })
})

it('the failed rows of what was sent are saved as they were checked, even if the order form changed since', async () => {
  app.fakeService.refuse.set('B', rejected(joinMessages([`Too young.`])))
  const { draftId } = await app.check(app.save('a.csv', 'id,donor_id\nA,D1\nB,D2\n,D3\n'))
  await app.send(draftId)
  const { form } = await app.orderForm.get({})
  await app.orderForm.set({ form: form.filter(({ field }) => field !== 'donor_id') })
  expect((await app.saveFailed(draftId)).text).toBe('\uFEFFid,donor_id\r\nB,D2\r\n,D3\r\n')
})
