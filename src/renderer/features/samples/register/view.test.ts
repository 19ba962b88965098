import { describe, expect, it } from 'vitest'
import { searchSchemas } from '../../../state/searchSchemas.ts'
import { changed, parseView, toListParams, toSearch, type View } from './view.ts'

const parse = (search: unknown) => parseView(searchSchemas()['/study/$studyId/samples'].parse(search))

describe('the address of the register', () => {
  it('round-trips every filter', () => {
    const views: View[] = [
      { text: '', filter: {}, sample: undefined },
      {
        text: 'liver 5',
        filter: {
          stages: ['failed', 'ordered'],
          group: 'low dose',
          tag: 'QC',
          batchId: 'b1',
          synthetic: true,
        },
        sample: 'S1',
      },
      { text: '5', filter: { group: null, stages: ['analyzed'], synthetic: false }, sample: undefined },
    ]
    for (const view of views) expect(parse(toSearch(view))).toEqual(view)
  })

  it('ignores invalid values', () => {
    expect(parse({ state: 'failed,nonsense', text: 5, group: '', tag: {} })).toEqual({
      text: '5',
      filter: { stages: ['failed'] },
      sample: undefined,
    })
  })

  it('maps the service states of an older saved view to stages', () => {
    expect(parse({ state: 'succeeded,cancelled,queued' }).filter).toEqual({
      stages: ['ready', 'analyzed', 'failed', 'ordered'],
    })
    expect(parse({ result: 'yes' }).filter).toEqual({ stages: ['analyzed'] })
    expect(parse({ result: 'no' }).filter.stages).not.toContain('analyzed')
  })

  it('omits an empty filter from the request, and removes a condition', () => {
    expect(toListParams({ text: 'a', filter: {} })).toEqual({ text: 'a' })
    expect(changed({ tag: 'QC', group: null }, { tag: undefined })).toEqual({ group: null })
  })
})
