import { describe, expect, it } from 'vitest'
import { searchSchemas } from '../../../state/searchSchemas.ts'
import { changed, parseView, toListParams, toSearch, type View } from './view.ts'

const parse = (search: unknown) => parseView(searchSchemas()['/study/$studyId/samples'].parse(search))

describe('the address of the register', () => {
  it('holds every filter, and gives it back', () => {
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

  it('is read whatever someone wrote into it', () => {
    expect(parse({ state: 'failed,nonsense', text: 5, group: '', tag: {} })).toEqual({
      text: '5',
      filter: { stages: ['failed'] },
      sample: undefined,
    })
  })

  it('of a view that was saved with the states of the service names the stages they are', () => {
    expect(parse({ state: 'succeeded,cancelled,queued' }).filter).toEqual({
      stages: ['ready', 'analyzed', 'failed', 'ordered'],
    })
    expect(parse({ result: 'yes' }).filter).toEqual({ stages: ['analyzed'] })
    expect(parse({ result: 'no' }).filter.stages).not.toContain('analyzed')
  })

  it('asks main for no filter where there is none, and lets one go', () => {
    expect(toListParams({ text: 'a', filter: {} })).toEqual({ text: 'a' })
    expect(changed({ tag: 'QC', group: null }, { tag: undefined })).toEqual({ group: null })
  })
})
