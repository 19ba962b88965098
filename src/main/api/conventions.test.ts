import { describe, expect, it } from 'vitest'
import { conventionSettingsSchema } from '../../shared/domain/app/convention.ts'
import { conventionList, successCodes } from './conventions.ts'

describe('the list of conventions', () => {
  it('names each once, in snake_case, and tells about it in a sentence', () => {
    const names = conventionList.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, about } of conventionList) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(about).toMatch(/\.$/)
    }
  })

  it('has every setting of a profile, under the name of the setting', () => {
    const settable = conventionList.flatMap(({ name, setting }) => (setting === name ? [name] : []))
    expect(settable.toSorted()).toEqual(Object.keys(conventionSettingsSchema.shape).toSorted())
  })
})

describe('the code that means success', () => {
  it('is 0 only where that is set, and 200 always', () => {
    expect(successCodes({}).includes(0)).toBe(false)
    expect(successCodes({ success_code: 200 }).includes(0)).toBe(false)
    expect(successCodes({ success_code: 0 })).toEqual(expect.arrayContaining([0, 200]))
  })
})
