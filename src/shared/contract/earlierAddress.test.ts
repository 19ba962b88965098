import { describe, expect, it } from 'vitest'
import { currentAddress } from './earlierAddress.ts'

describe('an address from an earlier version', () => {
  it('leads to the same screen of its study', () => {
    const of = encodeURIComponent(JSON.stringify({ filter: { study: 's 2', tag: 'old' } }))
    expect(currentAddress(`/results/heatmap?measure=activity&of=${of}`)).toBe(
      `/study/s%202/explore/heatmap?measure=activity&of=${of}`,
    )
    expect(currentAddress('/samples?study=s1&text=liver')).toBe('/study/s1/samples?study=s1&text=liver')
  })

  it('leads to all samples if it names no study', () => {
    expect(currentAddress('/results?sample=S1')).toBe('/study/all/explore/table?sample=S1')
    expect(currentAddress('/samples')).toBe('/study/all/samples')
  })

  it('leads to the library and the activity', () => {
    expect(currentAddress('/drugs?text=rapa')).toBe('/library/drugs?text=rapa')
    expect(currentAddress('/samples/batches?batch=b1')).toBe('/activity/batches?batch=b1')
  })
})

it('leaves a current address unchanged', () => {
  expect(currentAddress('/study/s1/compare?by=sex')).toBe('/study/s1/compare?by=sex')
})
