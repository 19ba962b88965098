import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { DrugHit } from '../../../shared/domain/drug.ts'
import { answerWith, calls, demoStatus } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'

const user = userEvent.setup()
const at = '2026-01-01T00:00:00Z'
const hit = (name: string, source: DrugHit['source']): DrugHit => ({
  drugId: `id-${name}`,
  name,
  synonyms: name === 'Sirolimus' ? ['Rapamycin'] : [],
  category: 'mTOR inhibitor',
  description: null,
  source,
  fetchedAt: at,
})
const names = () => screen.queryAllByRole('option').map((option) => option.textContent?.split('mTOR')[0])

function open(address: string, search: (input: Input<'drugs.search'>) => Output<'drugs.search'>) {
  answerWith({
    'app.status': () => demoStatus,
    'drugs.search': search,
    'drugs.categories': () => [{ category: 'mTOR inhibitor', count: 2 }],
    'drugs.show': ({ from }) => ({
      ...hit('Sirolimus', from === 'cache' ? 'cache' : 'service'),
      raw: { id: 'id-Sirolimus' },
      pathways: [
        { pathway: 'mTOR', direction: 'inhibits', evidence: 'direct' },
        { pathway: 'AMPK', direction: 'unknown', evidence: null },
      ],
    }),
  })
  openApp(address)
}

const twoSources = ({ from }: Input<'drugs.search'>): Output<'drugs.search'> =>
  from === 'cache'
    ? { hits: [hit('Sirolimus', 'cache')], total: 1, source: 'cache', notice: null }
    : {
        hits: [hit('Everolimus', 'service'), hit('Sirolimus', 'service')],
        total: 2,
        source: 'service',
        notice: null,
      }

describe('DrugsScreen', () => {
  it('shows what is kept, then adds what the service knows below it', async () => {
    open('/drugs', twoSources)
    await waitFor(() => expect(names()).toEqual(['Sirolimus', 'Everolimus']))
    expect(screen.getByText('2 of 2 drugs')).toBeTruthy()
  })

  it('searches for the text of the address, and shows the synonym that matched', async () => {
    open('/drugs?text=rapa', twoSources)
    expect(await screen.findByDisplayValue('rapa')).toBeTruthy()
    await waitFor(() => expect(names()[0]).toBe('Sirolimusalso Rapamycin'))
    expect(calls.filter(({ name }) => name === 'drugs.search')[0]?.input).toMatchObject({ text: 'rapa' })
  })

  it('opens a drug with the arrow and Enter keys, and says directions in words', async () => {
    open('/drugs', twoSources)
    await waitFor(() => expect(names()).toHaveLength(2))
    await user.click(screen.getByRole('combobox', { name: 'Search drugs' }))
    await user.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByText('inhibits')).toBeTruthy()
    expect(screen.getByText('association, direction unknown')).toBeTruthy()
    expect(window.location.hash).toContain('drug=id-Sirolimus')
  })

  it('says why the service was not asked, beside what is kept', async () => {
    const notice = 'Pathclock is switched to offline.'
    open('/drugs', ({ from }) => ({
      ...twoSources({ from: 'cache' }),
      notice: from === 'cache' ? null : notice,
    }))
    expect(await screen.findByText(notice)).toBeTruthy()
    expect(names()).toEqual(['Sirolimus'])
  })

  it('offers to clear a search that found nothing', async () => {
    open('/drugs?text=zzz', () => ({ hits: [], total: 0, source: 'service', notice: null }))
    expect(await screen.findByText('No drug matches “zzz”')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Clear the search' })[0]!)
    await waitFor(() => expect(window.location.hash).toBe('#/drugs'))
  })
})
