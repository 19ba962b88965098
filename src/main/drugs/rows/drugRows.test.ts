import { describe, expect, it } from 'vitest'
import type { DrugRow } from '../../store/drugs.ts'
import { drugOf } from '../testing/drugCacheFixture.ts'
import { toDetail, toDrugRow } from './drugRows.ts'

const early = '2026-01-01T00:00:00.000Z'
const late = '2026-02-01T00:00:00.000Z'
const full = drugOf('D1', 'Rapamycin', {
  synonyms: ['Sirolimus', 'Rapamune'],
  category: 'mTOR inhibitor',
  description: 'Inhibits mTOR complex 1 in every cell that was looked at.',
})
const fullRaw = {
  code: 200,
  data: { id: 'D1', name: 'Rapamycin', synonyms: ['Sirolimus'], half_life: '62 h', 'Drug-Class': 'x' },
}
const details = (at = early): DrugRow =>
  toDrugRow({ drug: full, raw: fullRaw, fetchedAt: at }, undefined, true)

describe('a drug that arrives again', () => {
  it('keeps all its values when the list has only some of its fields', () => {
    const partial = { drug: drugOf('D1', 'D1'), raw: { drug_id: 'D1' }, fetchedAt: late }
    const row = toDrugRow(partial, details())
    expect(row).toEqual({ ...details(), fetched_at: late, whole_fetched_at: late })
  })

  it('keeps the full values of its details when a list shortens them', () => {
    const short = { ...full, synonyms: ['Sirolimus'], description: 'Inhibits mTOR…' }
    const row = toDrugRow({ drug: short, raw: { id: 'D1' }, fetchedAt: late }, details())
    expect(row.description).toBe(full.description)
    expect(row.synonyms).toBe(details().synonyms)
    expect(row.details_fetched_at).toBe(early)
  })

  it('takes values that differ', () => {
    const changed = { ...full, name: 'Sirolimus', description: 'Something else', synonyms: ['Rapamycin'] }
    const row = toDrugRow({ drug: changed, raw: fullRaw, fetchedAt: late }, details())
    expect(row).toMatchObject({ name: 'Sirolimus', description: 'Something else', synonyms: '["Rapamycin"]' })
  })

  it('only fills gaps from an older response that arrives late', () => {
    const newer = toDrugRow({ drug: drugOf('D1', 'New name'), raw: { id: 'D1' }, fetchedAt: late }, undefined)
    const row = toDrugRow({ drug: full, raw: fullRaw, fetchedAt: early }, newer, true)
    expect(row).toMatchObject({ name: 'New name', category: full.category, fetched_at: late })
    expect(row.details_fetched_at).toBe(early)
    expect(JSON.parse(row.raw)).toEqual(fullRaw)
  })

  it('keeps the raw JSON with more fields, and the newer of two with equally many', () => {
    const again = { ...fullRaw, data: { ...fullRaw.data, half_life: '60 h' } }
    expect(toDrugRow({ drug: full, raw: again, fetchedAt: late }, details(), true).raw).toContain('60 h')
    const poorer = { id: 'D1', name: 'Rapamycin', half_life: null }
    expect(toDrugRow({ drug: full, raw: poorer, fetchedAt: late }, details()).raw).toContain('62 h')
  })

  it('takes the values of newer details, even if older ones had more fields', () => {
    const raw = { id: 'D1', status: 'withdrawn' }
    const row = toDrugRow({ drug: full, raw, fetchedAt: late }, details(), true)
    expect(toDetail(row, 'cache')).toMatchObject({
      raw,
      otherFields: [{ name: 'status', value: 'withdrawn' }],
    })
    // A list read in between does not keep the old values.
    const listed = toDrugRow(
      { drug: full, raw: { id: 'D1' }, fetchedAt: '2026-03-01T00:00:00.000Z' },
      details(),
    )
    expect(JSON.parse(toDrugRow({ drug: full, raw, fetchedAt: late }, listed, true).raw)).toEqual(raw)
    // Old details that arrive late do not restore them either.
    expect(toDrugRow({ drug: full, raw: fullRaw, fetchedAt: early }, row, true).raw).toBe(row.raw)
  })

  it('does not make its details look newer when only its name arrives', () => {
    const partial = { drug: drugOf('D1', 'Rapamycin'), raw: { id: 'D1' }, fetchedAt: late, partial: true }
    const row = toDrugRow(partial, details())
    expect(row).toMatchObject({ fetched_at: late, details_fetched_at: early, whole_fetched_at: early })
    expect(toDetail(row, 'cache')).toMatchObject({ fetchedAt: late, detailsFetchedAt: early })
    expect(toDrugRow({ ...partial, partial: false }, details()).whole_fetched_at).toBe(late)
  })

  it('keeps its pathways and their fetch time', () => {
    const former = { ...details(), pathways: '[]', pathways_raw: '{}', pathways_fetched_at: early }
    expect(toDrugRow({ drug: full, raw: fullRaw, fetchedAt: late }, former)).toMatchObject({
      pathways: '[]',
      pathways_raw: '{}',
      pathways_fetched_at: early,
    })
  })
})

describe('a drug that the service marked as synthetic', () => {
  const seen = { drug: full, raw: fullRaw, fetchedAt: early }
  const made = toDrugRow({ ...seen, synthetic: true }, undefined, true)

  it('is marked everywhere it is shown, and so is one with synthetic pathways', () => {
    expect(toDetail(made, 'cache').synthetic).toBe(true)
    expect(toDetail({ ...details(), pathways_synthetic: 1 }, 'cache').synthetic).toBe(true)
    expect(toDetail(details(), 'cache')).not.toHaveProperty('synthetic')
  })

  it('stays marked while a value of that response is cached', () => {
    const partial = { drug: drugOf('D1', 'Rapamycin'), raw: { drug_id: 'D1' }, fetchedAt: late }
    expect(toDrugRow(partial, made).synthetic).toBe(1)
    expect(toDrugRow({ ...seen, fetchedAt: late }, made, true).synthetic).toBe(0)
    expect(toDrugRow({ ...seen, fetchedAt: late, synthetic: true }, details(), true).synthetic).toBe(1)
  })
})

describe('the details of a cached drug', () => {
  it('contain the fields beyond the common ones, without the envelope', () => {
    expect(toDetail(details(), 'cache').otherFields).toEqual([{ name: 'half_life', value: '62 h' }])
    const listed = toDrugRow({ drug: full, raw: { drugId: 'D1', mass: 914 }, fetchedAt: early }, undefined)
    expect(toDetail(listed, 'cache')).toMatchObject({
      otherFields: [{ name: 'mass', value: 914 }],
      pathways: null,
      pathwaysRaw: null,
      pathwaysFetchedAt: null,
    })
  })

  it('are read from JSON of any shape', () => {
    for (const raw of [null, 'text', 7, [], [{ id: 'D1' }], { data: [] }, undefined])
      expect(
        toDetail(toDrugRow({ drug: full, raw, fetchedAt: early }, undefined), 'cache').otherFields,
      ).toEqual([])
  })
})

describe('a lone surrogate', () => {
  it('is replaced where SQLite could not store it, and stays in the raw JSON', () => {
    const odd = drugOf('D\ud800', 'na\udc00me', { synonyms: ['\ud800'] })
    const row = toDrugRow({ drug: odd, raw: { name: 'na\udc00me' }, fetchedAt: early }, undefined)
    expect(row).toMatchObject({ drug_id: 'D\ufffd', name: 'na\ufffdme', synonyms: '["\ufffd"]' })
    expect(JSON.parse(row.raw)).toEqual({ name: 'na\udc00me' })
  })
})
