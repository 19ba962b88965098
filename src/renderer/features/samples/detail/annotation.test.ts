import { describe, expect, it } from 'vitest'
import { parsePasted } from '../register/register.ts'
import { changesNothing, emptyManyDraft, toChange, toDraft, toManyChange, wrongLine } from './annotation.ts'

const former = {
  group: 'control',
  tags: ['QC', 'pilot'],
  note: 'Thawed.',
  fields: { bmi: 24.1, site: 'A' },
  changedAt: '2026-11-21T00:00:00Z',
  changedBy: 'Ada',
}

describe('the annotation of one sample', () => {
  it('sends only what changed', () => {
    const draft = toDraft(former)
    expect(changesNothing(toChange(former, draft))).toBe(true)
    expect(
      toChange(former, {
        ...draft,
        group: ' ',
        tags: ['QC', 'late'],
        fields: [
          { key: 0, name: 'bmi', value: '24.1' },
          { key: 1, name: 'smoker', value: 'no' },
        ],
      }),
    ).toEqual({ group: null, addTags: ['late'], removeTags: ['pilot'], fields: { smoker: 'no', site: null } })
  })

  it('rejects a covariate with a duplicate name or without one', () => {
    const line = (key: number, name: string, value: string) => ({ key, name, value })
    expect(wrongLine([line(0, 'bmi', '1'), line(1, ' bmi ', '2')])?.key).toBe(1)
    expect(wrongLine([line(0, '', '2')])?.key).toBe(0)
    expect(wrongLine([line(0, '', '')])).toBeNull()
  })
})

describe('the annotation of many samples', () => {
  it('changes nothing that is not set', () => {
    expect(toManyChange(emptyManyDraft)).toEqual({})
    expect(toManyChange({ ...emptyManyDraft, groupWay: 'set', group: '  ' })).toEqual({})
  })

  it('sets, adds and removes values', () => {
    const fields = [
      { key: 0, name: 'batch', value: '7' },
      { key: 1, name: 'site', value: '' },
    ]
    expect(
      toManyChange({
        ...emptyManyDraft,
        groupWay: 'clear',
        addTags: ['QC'],
        fields,
        noteWay: 'set',
        note: 'x',
      }),
    ).toEqual({ group: null, addTags: ['QC'], fields: { batch: '7', site: null }, note: 'x' })
  })
})

describe('pasted ids', () => {
  it('are separated by line breaks, tabs, commas and semicolons, with or without quotes', () => {
    expect(parsePasted('smp_1\r\n"smp 2",\tsmp_3; \n\n').map(({ sampleId }) => sampleId)).toEqual([
      'smp_1',
      'smp 2',
      'smp_3',
    ])
  })
})
