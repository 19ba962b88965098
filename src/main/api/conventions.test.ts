import { describe, expect, it } from 'vitest'
import { conventionSettingsSchema } from '../../shared/domain/app/convention.ts'
import { conventionList, successCodes } from './conventions.ts'

describe('the list of conventions', () => {
  it('has a unique snake_case name and a sentence of description for each', () => {
    const names = conventionList.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, about } of conventionList) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(about).toMatch(/\.$/)
    }
  })

  it('contains every setting of a profile under its name', () => {
    const settable = conventionList.flatMap(({ name, setting }) => (setting === name ? [name] : []))
    expect(settable.toSorted()).toEqual(Object.keys(conventionSettingsSchema.shape).toSorted())
  })
})

describe('the code that means success', () => {
  it('includes 0 only if configured, and always 200', () => {
    expect(successCodes({}).includes(0)).toBe(false)
    expect(successCodes({ success_code: 200 }).includes(0)).toBe(false)
    expect(successCodes({ success_code: 0 })).toEqual(expect.arrayContaining([0, 200]))
  })
})
