import { describe, expect, it } from 'vitest'
import type { OverviewLink } from '../../../shared/domain/studies/overview.ts'
import { type SearchRoute, searchSchemas } from '../../state/searchSchemas.ts'
import { addressOf } from './links.ts'

const clockLink = (pairs: { pairBy?: string }): OverviewLink => ({
  view: 'clock',
  measure: 'age_acceleration_residual',
  request: {
    groups: { by: 'group', values: ['treated', 'control'] },
    test: 'pairBy' in pairs ? 'paired' : 'welch',
    pathways: [],
    ...pairs,
  },
})

/** Returns the search params that the view reads from a link. */
const read = (route: SearchRoute, link: OverviewLink) =>
  searchSchemas()[route].parse(addressOf(link, 's1').search)

describe('a link of the overview', () => {
  it('shows ages by the measure, groups and pairs of its statement', () => {
    const readClock = (link: OverviewLink) => read('/study/$studyId/_cohort/explore', link)
    expect(readClock(clockLink({ pairBy: 'donor_id' }))).toMatchObject({
      ageMeasure: 'age_acceleration_residual',
      by: 'group',
      pair: 'donor_id',
    })
    expect(readClock(clockLink({}))).toMatchObject({ pair: '' })
  })

  it('lists the samples at the stages that its statement counts, or all', () => {
    const link = (stages: ('ordered' | 'unknown')[]): OverviewLink => ({
      view: 'samples',
      sampleIds: null,
      stages,
    })
    expect(read('/study/$studyId/samples', link(['ordered', 'unknown']))).toMatchObject({
      state: 'ordered,unknown',
    })
    expect(addressOf(link([]), 's1').search).toEqual({})
  })
})
