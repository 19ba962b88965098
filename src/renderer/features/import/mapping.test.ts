import { describe, expect, it } from 'vitest'
import { assignField, hasReference, sendObstacle, toDuration, unsentColumns } from './mapping.ts'

const check = {
  draftId: 'd',
  rows: 3,
  valid: 2,
  invalid: 1,
  duplicates: 0,
  problemCount: 0,
  problems: [],
  requests: 2,
  estimateS: 2,
}
const ready = { online: true, offlineSwitch: false, signedIn: true }

describe('the mapping of columns', () => {
  it('gives a field to one column only: choosing it anew takes it from the other', () => {
    const mapping = assignField({ name: 'client_reference', id: null }, 'id', 'client_reference')
    expect(mapping).toEqual({ name: null, id: 'client_reference' })
    expect(hasReference(mapping)).toBe(true)
  })

  it('lets several columns be unsent, and names them in the order of the file', () => {
    const mapping = assignField({ a: null, b: 'age', c: null }, 'b', null)
    expect(unsentColumns(['c', 'b', 'a'], mapping)).toEqual(['c', 'b', 'a'])
    expect(hasReference(mapping)).toBe(false)
  })
})

describe('sending', () => {
  it('is open when rows are valid and the service can be reached', () => {
    expect(sendObstacle(check, ready)).toBeNull()
  })

  it('says what stands in the way', () => {
    expect(sendObstacle({ ...check, valid: 0 }, ready)).toBe('nothingValid')
    expect(sendObstacle(check, { ...ready, offlineSwitch: true, online: false })).toBe('offlineSwitch')
    expect(sendObstacle(check, { ...ready, online: false })).toBe('offline')
    expect(sendObstacle(check, { ...ready, signedIn: false })).toBe('signedOut')
  })

  it('says the time in the unit a person would use', () => {
    expect(toDuration(2).unit).toBe('moment')
    expect(toDuration(29.2)).toEqual({ unit: 'seconds', count: 30 })
    expect(toDuration(125)).toEqual({ unit: 'minutes', count: 3 })
    expect(toDuration(7300)).toEqual({ unit: 'hours', count: 3 })
  })
})
