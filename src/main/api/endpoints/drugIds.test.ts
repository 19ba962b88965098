import { describe, expect, it } from 'vitest'
import { setUpClient } from '../testing/setUpClient.ts'

/** Opens a client whose service responds with `data` to every request. */
const answering = (data: unknown) => setUpClient({ body: { code: 200, data } })

describe('the pathways of a drug', () => {
  it.each([
    [{ drug_id: 'D999', pathways: ['mTOR'] }],
    [{ drug: { drug_id: 'D999' }, pathways: ['mTOR'] }],
    [[{ drug_id: 'D999', pathways: ['mTOR'] }]],
  ])('are refused if they belong to another drug: %j', async (data) => {
    const { remote } = await answering(data)
    await expect(remote.drugPathways('D5')).rejects.toMatchObject({ code: 'unreadable' })
  })

  it.each([
    [{ drug_id: 'd5', pathways: ['mTOR'] }],
    [{ pathways: ['mTOR'] }],
    [['mTOR']],
    [{ drug: 'rapamycin', pathways: ['mTOR'] }],
  ])('are accepted if they belong to the drug or name none: %j', async (data) => {
    const { remote } = await answering(data)
    expect((await remote.drugPathways('D5')).value).toMatchObject([{ pathway: 'mTOR' }])
  })
})

describe('an id of a drug', () => {
  it('with half a surrogate pair is repaired, so that it can be requested and stored', async () => {
    const { remote } = await answering({ items: [{ drug_id: 'D\ud800' }], total: 1 })
    const { value } = await remote.searchDrugs({})
    expect(value.items.map(({ drugId }) => drugId)).toEqual(['D\ufffd'])
  })

  it('with half a surrogate pair can be requested without an error', async () => {
    const { remote } = await answering({ drug_id: 'D\ufffd' })
    expect((await remote.drug('D\ud800')).value).toMatchObject({ drugId: 'D\ufffd' })
  })

  it('that is too long is omitted and counted like a missing one', async () => {
    const items = [{ drug_id: 'D'.repeat(301) }, { drug_id: 'D'.repeat(300) }, { name: 'none' }]
    const { remote } = await answering({ items, total: 3 })
    const { value } = await remote.searchDrugs({})
    expect(value.items.map(({ drugId }) => drugId.length)).toEqual([300])
    expect(value.skipped).toBe(2)
  })

  it('that is too long leaves an empty list without an error', async () => {
    const { remote } = await answering({ items: [{ drug_id: 'D'.repeat(301) }], total: 1 })
    expect((await remote.searchDrugs({})).value).toMatchObject({ items: [], skipped: 1 })
  })
})
