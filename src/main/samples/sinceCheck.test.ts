import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImportApp } from './testing/importApp.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeEach(async () => {
  app = await createImportApp()
})
afterEach(() => app.close())

const ids = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}-${at}`)
const table = (references: string[]) => `id\n${references.join('\n')}\n`
const batches = async () => (await app.batches.list({})).length

const cancel = (batchId: string) => app.time.finish(Promise.resolve(app.batches.cancel({ batchId })))

describe('what changed since the check', { timeout: 60_000 }, () => {
  it('is the order form: nothing is told, saved or sent before another check', async () => {
    const { draftId, again } = await app.check(app.save('a.csv', 'id,donor_id\nA,D1\n'))
    const { form } = await app.orderForm.get({})
    const changed = form.map((rule) => (rule.field === 'donor_id' ? { ...rule, sendAs: 'subject' } : rule))
    await app.orderForm.set({ form: changed })
    const words = 'order form was changed since'
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
    const before = app.book.orders.size
    await app.send(draftId)
    expect(app.book.orders.size - before).toBe(shown)
    expect(app.book.orders.size).toBe(7)
  })

  it('is that some of its rows were ordered: none of the others is sent before another check', async () => {
    const whole = await app.check(app.save('a.csv', table(['A', 'B', 'C'])))
    await app.send((await app.check(app.save('b.csv', table(['B'])))).draftId)
    await expect(app.imports.send({ draftId: whole.draftId })).rejects.toThrow(
      'Orders changed since the check: 3 would have been sent then, 2 now, as some were placed meanwhile.',
    )
    expect(await batches()).toBe(1)
    expect(await whole.again()).toMatchObject({ valid: 2, duplicates: 1 })
    await app.send(whole.draftId)
    expect(app.sent().map(({ client_reference }) => client_reference)).toEqual(['B', 'A', 'C'])
  })

  it('is which of its rows are known, though they are as many as before', async () => {
    const first = await app.check(app.save('a.csv', table(ids('A', 6))))
    const { batchId } = await app.imports.send({ draftId: first.draftId })
    const { draftId, check } = await app.check(app.save('b.csv', table(['A-5', 'B'])))
    expect(check).toMatchObject({ valid: 1, duplicates: 1 })
    await cancel(batchId)
    await app.send((await app.check(app.save('c.csv', table(['B'])))).draftId)
    await expect(app.imports.send({ draftId })).rejects.toThrow('Orders changed since the check')
  })
})
