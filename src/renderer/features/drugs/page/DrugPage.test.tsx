import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { DrugDetail, DrugMark } from '../../../../shared/domain/drugs/drug.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { demoStatus, inputsOf, labStatus, push } from '../../../app/testing/fakeHost.ts'
import { openDrugs, sirolimus } from '../testing/openDrugs.tsx'

const user = userEvent.setup()
const address = '/library/drugs?drug=id-Sirolimus'
const page = async () => {
  const article = await screen.findByRole('article', { name: 'Drug' })
  await within(article).findByRole('heading', { name: 'Sirolimus' })
  return within(article)
}
/** Returns the note of the drug once the user can write in it. */
const noteField = async () => {
  const note = await (await page()).findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  await waitFor(() => expect(note.disabled).toBe(false))
  return note
}
const mark: DrugMark = {
  drugId: 'id-Sirolimus',
  name: 'Sirolimus',
  favourite: false,
  tags: ['mTOR'],
  note: 'Ask Li.',
}

describe('the page of a drug', () => {
  it('shows unknown fields under their own names, pathways as links, and when samples stand out', async () => {
    openDrugs(address, {})
    const drug = await page()
    expect(drug.getByText('max_phase')).toBeTruthy()
    expect(drug.getByText('[{"gene":"MTOR"}]')).toBeTruthy()
    expect(drug.getByRole('link', { name: 'mTOR' }).getAttribute('href')).toBe(
      '/#/library/pathways?name=mTOR',
    )
    expect(drug.getByText('association, direction unknown')).toBeTruthy()
    expect(
      await drug.findByText(/Among fewer than 6 results of a pathway, \|z\| cannot reach 2/),
    ).toBeTruthy()
  })

  it('keeps showing cached data next to a failure of the service', async () => {
    openDrugs(address, {
      'drugs.show': ({ from }) => {
        if (from === 'cache') return sirolimus('cache')
        throw new Failure('timeout', joinMessages([`The service did not answer in time.`]), {
          endpoint: '/library/drugs',
          afterMs: 1,
        })
      },
    })
    const drug = await page()
    expect(await drug.findByText('The service did not answer in time.')).toBeTruthy()
    expect(drug.getByText(/^on this computer/)).toBeTruthy()
  })

  it('shows pathways cached while it is open, without another request to the service', async () => {
    let pathwaysFetchedAt: string | null = null
    openDrugs(address, {
      'drugs.show': ({ from }) => {
        const drug = sirolimus(from === 'cache' ? 'cache' : 'service')
        return from === 'cache' && pathwaysFetchedAt !== null
          ? { ...drug, pathwaysFetchedAt }
          : { ...drug, pathways: null, pathwaysFetchedAt: null }
      },
    })
    const drug = await page()
    expect(await drug.findByText(/Its pathways have not been fetched yet/)).toBeTruthy()
    await drug.findByText(/from the service/)
    const serviceCalls = () =>
      inputsOf('drugs.show').filter((input) => (input as { from: string }).from === 'service')
    const before = serviceCalls().length
    pathwaysFetchedAt = '2026-01-02T00:00:00Z'
    act(() => push('drugs.changed', {}))
    expect(await drug.findByRole('link', { name: 'mTOR' })).toBeTruthy()
    expect(serviceCalls()).toHaveLength(before)
  })

  it('changes to the cached data when the app goes offline', async () => {
    let offlineSwitch = false
    openDrugs(address, { 'app.status': () => ({ ...demoStatus, offlineSwitch }) })
    const drug = await page()
    expect(await drug.findByText(/from the service/)).toBeTruthy()
    offlineSwitch = true
    act(() => push('status.changed', { ...demoStatus, offlineSwitch }))
    expect(await drug.findByText(/^on this computer/)).toBeTruthy()
    expect(drug.queryByText(/from the service/)).toBeNull()
  })

  it('shows the age of the details, and the notice of the response', async () => {
    let override: Partial<DrugDetail> = {
      detailsFetchedAt: null,
      notice: joinMessages([`Its pathways are not from now.`]),
    }
    openDrugs(address, { 'drugs.show': () => ({ ...sirolimus('cache'), ...override }) })
    const drug = await page()
    expect(await drug.findByText('Its pathways are not from now.')).toBeTruthy()
    expect(drug.getAllByText('only from lists')).toHaveLength(2)
    override = { detailsFetchedAt: '2025-12-31T00:00:00Z' }
    act(() => push('drugs.changed', {}))
    await waitFor(() => expect(drug.queryByText('only from lists')).toBeNull())
    const days = Array.from(document.querySelectorAll('dl time, [class*=rawPart] time'), (time) =>
      time.getAttribute('datetime')?.slice(0, 10),
    )
    expect(days).toEqual(['2025-12-31', '2025-12-31', '2026-01-01'])
  })

  it('looks the drug up by name on request, and marks differences from the list', async () => {
    openDrugs(address, {
      'drugs.lookup': ({ name }) => ({
        name,
        source: 'service',
        fetchedAt: '2026-01-01T00:00:00Z',
        raw: {},
        pathways: [
          { pathway: 'MTOR', direction: 'activates', evidence: null },
          { pathway: 'p53', direction: 'inhibits', evidence: null },
        ],
      }),
    })
    const drug = await page()
    expect(inputsOf('drugs.lookup')).toEqual([])
    await user.click(drug.getByRole('button', { name: 'Look up by name' }))
    expect(await drug.findByText('listed above: inhibits')).toBeTruthy()
    expect(drug.getByText('not in the list above')).toBeTruthy()
    expect(drug.getByText('In the list above, but not in this response: AMPK.')).toBeTruthy()
  })

  it('links to the screenings that rank the drug and the samples in which it stands out', async () => {
    openDrugs(address, {
      'drugs.links': () => ({
        screenings: [{ taskId: 't1', sampleId: 's1', clientReference: 'HLS-1', rank: 2, score: null }],
        samples: [
          {
            sampleId: 's2',
            clientReference: 'HLS-2',
            pathway: 'mTOR',
            direction: 'inhibits',
            activity: -1.5,
            z: -2.345,
            n: 48,
          },
        ],
      }),
    })
    const drug = await page()
    expect((await drug.findByRole('link', { name: 'HLS-1' })).getAttribute('href')).toBe(
      '/#/activity/screenings?task=t1',
    )
    expect(drug.getByRole('link', { name: 'HLS-2' }).getAttribute('href')).toBe(
      '/#/study/all/samples?sample=s2',
    )
    const sample = drug.getByRole('row', { name: /HLS-2/ })
    expect(within(sample).getByText('inhibits')).toBeTruthy()
    expect(drug.getByText('−2.35')).toBeTruthy()
    expect(drug.getByText(/stand out in its pathways: \|z\| of 2 or more/)).toBeTruthy()
  })

  it('links to DrugBank and ChEMBL by identifiers, which are collapsed, and to PubMed by name', async () => {
    const otherFields = [
      { name: 'drugbank_id', value: 'DB00877' },
      { name: 'chembl_id', value: 'CHEMBL413' },
    ]
    openDrugs(address, { 'drugs.show': () => ({ ...sirolimus('cache'), otherFields }) })
    const drug = await page()
    const links = await drug.findAllByRole('link', { name: /opens in the browser/ })
    expect(drug.getByText('drugbank_id').closest('details')?.open).toBe(false)
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://go.drugbank.com/drugs/DB00877',
      'https://www.ebi.ac.uk/chembl/explore/compound/CHEMBL413',
      'https://pubmed.ncbi.nlm.nih.gov/?term=Sirolimus',
    ])
  })

  it('saves a note while the user types, and offers to restore the previous one once the field is left, and a removed tag', async () => {
    let stored = mark
    openDrugs(address, {
      'drugs.marks': () => [stored],
      'drugs.mark': ({ note: text = stored.note, tags = stored.tags }) => {
        stored = { ...stored, note: text, tags }
        return stored
      },
    })
    const drug = await page()
    const note = await noteField()
    await user.type(note, ' Or')
    expect(screen.getByText('Saving…')).toBeTruthy()
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(inputsOf('drugs.mark')).toEqual([
      { drugId: 'id-Sirolimus', name: 'Sirolimus', note: 'Ask Li. Or' },
    ])
    await user.type(note, ' Wu.')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await user.tab()
    expect(await screen.findByText('The note of Sirolimus was changed.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByDisplayValue('Ask Li.')).toBeTruthy()
    expect(stored.note).toBe('Ask Li.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())

    await user.type(drug.getByRole('combobox', { name: 'Tags' }), '{Backspace}')
    expect(await screen.findByText('Removed the tag mTOR.')).toBeTruthy()
    expect(stored.tags).toEqual([])
    stored = { ...stored, tags: ['later'] }
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(stored.tags).toEqual(['later', 'mTOR']))
  })

  it('offers no undo for a note after the profile changes', async () => {
    let status = demoStatus
    const saved = Promise.withResolvers<DrugMark>()
    openDrugs(address, {
      'app.status': () => status,
      'drugs.marks': () => [mark],
      'drugs.mark': () => saved.promise,
    })
    const note = await noteField()
    await user.type(note, '!')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(inputsOf('drugs.mark')).toHaveLength(1))
    status = labStatus
    act(() => push('status.changed', labStatus))
    await act(async () => saved.resolve({ ...mark, note: 'Ask Li.!' }))
    expect(screen.queryByText('The note of Sirolimus was changed.')).toBeNull()
  })

  it('saves a note when the page closes, and keeps it visible if saving fails', async () => {
    let disk: 'full' | 'fine' = 'full'
    openDrugs(address, {
      'drugs.marks': () => [mark],
      'drugs.mark': ({ note }) => {
        if (disk === 'full') throw new Failure('file', joinMessages([`The disk is full.`]), { name: 'lists' })
        return { ...mark, note: note ?? '' }
      },
    })
    const note = await noteField()
    await user.clear(note)
    await user.type(note, 'New')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() =>
      expect(inputsOf('drugs.mark')).toContainEqual(expect.objectContaining({ note: 'New' })),
    )
    await user.click(await screen.findByRole('option', { name: /Sirolimus/ }))
    expect(await screen.findByText('Not saved: The disk is full.')).toBeTruthy()
    expect(screen.getByDisplayValue('New')).toBeTruthy()
    disk = 'fine'
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Saved')).toBeTruthy()
  })

  it('does not save a failed note into another profile', async () => {
    let status = demoStatus
    openDrugs(address, {
      'app.status': () => status,
      'drugs.marks': () => [mark],
      'drugs.mark': () => {
        throw new Failure('file', joinMessages([`The disk is full.`]), { name: 'lists' })
      },
    })
    const note = await noteField()
    await user.clear(note)
    await user.type(note, 'Secret')
    expect(await screen.findByText('Not saved: The disk is full.')).toBeTruthy()
    const before = inputsOf('drugs.mark').length
    status = labStatus
    act(() => push('status.changed', labStatus))
    await waitFor(() => expect(screen.queryByDisplayValue('Secret')).toBeNull())
    expect(await screen.findByDisplayValue('Ask Li.')).toBeTruthy()
    expect(inputsOf('drugs.mark')).toHaveLength(before)
  })

  it('marks a favorite before the response arrives', async () => {
    const answered = Promise.withResolvers<DrugMark>()
    openDrugs(address, { 'drugs.marks': () => [mark], 'drugs.mark': () => answered.promise })
    const star = (await page()).getByRole('button', { name: 'Favorite' })
    await waitFor(() => expect((star as HTMLButtonElement).disabled).toBe(false))
    await user.click(star)
    expect(star.getAttribute('aria-pressed')).toBe('true')
    answered.resolve({ ...mark, favourite: true })
    await waitFor(() => expect(inputsOf('drugs.mark')).toHaveLength(1))
    expect(star.getAttribute('aria-pressed')).toBe('true')
  })

  it('fills the width, also after a reload, and returns next to the list', async () => {
    openDrugs(`${address}&wide=true`, { 'app.status': () => demoStatus })
    const drug = await page()
    expect(screen.queryByRole('listbox')).toBeNull()
    // The list is hidden, so the field does not control it.
    expect(screen.getByRole('combobox', { name: 'Search drugs' }).getAttribute('aria-controls')).toBeNull()
    await user.click(drug.getByRole('button', { name: 'Beside the list' }))
    expect(await screen.findByRole('listbox')).toBeTruthy()
    expect(window.location.hash).toBe('#/library/drugs?drug=id-Sirolimus')
  })
})
