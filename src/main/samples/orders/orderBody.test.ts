import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rejected } from '../../../shared/contract/failures.ts'
import { defaultOrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { createImportApp } from '../import/testing/importApp.ts'
import { toSendAs, toSentNames, withSentNames } from './orderBody.ts'

const order = { client_reference: 'A-1', age: 41, tissue: 'blood' }
const formWith = (names: Record<string, string>) =>
  defaultOrderForm.map((rule) => ({ ...rule, sendAs: names[rule.field] ?? rule.sendAs }))
/** Returns the order as it is sent with these names in the form and the profile. */
const sent = (inForm: Record<string, string>, ofProfile: Record<string, string>) =>
  toSentNames(order, toSendAs(withSentNames(formWith(inForm), ofProfile)))

describe('the names under which the fields of an order are sent', () => {
  it("are the names from the profile, and the fields' own names otherwise", () => {
    const names = { client_reference: 'external_id', age: 'age_years', sex: 'gender' }
    expect(sent({}, names)).toEqual({ external_id: 'A-1', age_years: 41, tissue: 'blood' })
  })

  it('may be swapped', () => {
    expect(sent({}, { age: 'tissue', tissue: 'age' })).toMatchObject({ tissue: 41, age: 'blood' })
    expect(sent({ age: 'tissue', tissue: 'age' }, {})).toMatchObject({ tissue: 41, age: 'blood' })
  })

  it('are applied once: a field sent as “age” is not renamed again as the age', () => {
    expect(sent({ age: 'years', tissue: 'age' }, { age: 'donor_age' })).toEqual({
      client_reference: 'A-1',
      years: 41,
      age: 'blood',
    })
  })

  it('must differ: two fields with one name are rejected before anything is sent', () => {
    expect(() => sent({}, { age: 'tissue' })).toThrow(/Two fields.*under the name “tissue”/)
    expect(() => sent({ age: 'years' }, { tissue: 'years' })).toThrow(/under the name “years”/)
  })
})

describe('the names set for the profile', () => {
  let app: Awaited<ReturnType<typeof createImportApp>>
  const names: Record<string, string> = {}
  beforeEach(async () => {
    for (const name of Object.keys(names)) delete names[name]
    app = await createImportApp('none', { orderNames: () => names })
  })
  afterEach(() => app.close())

  it('apply to the dry run and every sent row, and a change requires another check', async () => {
    names['age'] = 'donor_age'
    const { draftId, again } = await app.check(app.save('a.csv', 'id,age\nA,41\n'))
    names['age'] = 'age_years'
    await expect(app.imports.send({ draftId })).rejects.toThrow('order form changed after the check')
    await again()
    const dry = await app.imports.dryRun({ draftId })
    expect(dry.examples[0]?.body).toEqual({ client_reference: 'A', age_years: 41 })
    await app.send(draftId)
    expect(app.sent()).toEqual([{ client_reference: 'A', age_years: 41 }])
  })

  it('stay the same when a row is sent again', async () => {
    names['age'] = 'donor_age'
    app.fakeService.refuse.set('B', rejected(joinMessages([`Not now.`])))
    const { draftId } = await app.check(app.save('a.csv', 'id,age\nA,41\nB,42\n'))
    const batchId = await app.send(draftId)
    app.fakeService.refuse.clear()
    names['age'] = 'years'
    const { jobId } = await app.batches.retryFailed({ batchId })
    await app.time.finish(app.jobs.finished(jobId))
    const sentNames = app.sent().map((body) => Object.keys(body).join())
    expect(sentNames).toEqual(['client_reference,donor_age', 'client_reference,donor_age'])
  })
})
