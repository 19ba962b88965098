import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Pathway, PathwayDetail } from '../../../shared/domain/drugs/pathway.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { answerWith, demoStatus, inputsOf, push } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'

// Screens are loaded when they are first opened.
configure({ asyncUtilTimeout: 8000 })
const user = userEvent.setup()

const at = '2026-01-01T00:00:00Z'
const pathway = (key: string, ...names: string[]): Pathway => ({
  pathway: key,
  title: names[0] ?? key,
  names: names.map((name) => ({ name, how: 'spelling', drugs: 2, results: 3 })),
  drugs: 2,
  samples: 3,
})
const nfkb = pathway('nfkb', 'NF-kB', 'NF_KB')
const mtor = pathway('mtor', 'mTOR')
const all = [nfkb, mtor]
const few: Omit<PathwayDetail, keyof Pathway> = {
  extremeSamples: [],
  whyNone: 'fewerThanThree',
  cohort: { n: 2, mean: 0.5, sd: 0.25 },
}
const many: Omit<PathwayDetail, keyof Pathway> = {
  extremeSamples: [
    {
      sampleId: 's1',
      clientReference: 'HLS-001',
      activity: -1.5,
      z: -2.345,
      agingOffset: null,
      fetchedAt: at,
    },
  ],
  whyNone: null,
  cohort: { n: 12, mean: 0.1, sd: 0.9 },
}

let answers: Parameters<typeof answerWith>[0]
function open(address: string, detail = few, table: Pathway[] = all) {
  let shown = table
  const change = (next: Pathway[]) => (shown = next)
  answers = {
    'app.status': () => demoStatus,
    'pathways.list': () => shown,
    'pathways.show': ({ pathway: key }) => {
      const found = shown.find((one) => one.pathway === key)
      if (!found)
        throw new Failure('notFound', joinMessages([`This pathway is not in the table any more.`]), {
          what: message('shared.pathway'),
        })
      return { ...found, ...detail }
    },
    'pathways.rename': ({ pathway: key, title }) =>
      change(shown.map((one) => (one.pathway === key ? { ...one, title } : one))),
    'pathways.merge': () =>
      change([{ ...nfkb, names: [...nfkb.names, { name: 'mTOR', how: 'person', drugs: 2, results: 3 }] }]),
    'pathways.split': ({ name }) => change([pathway('nfkb', 'NF-kB'), mtor, pathway(`=${name}`, name)]),
    'pathways.reset': () => change(all),
    'drugs.search': ({ direction }) => ({
      hits:
        direction === 'inhibits'
          ? [
              {
                drugId: 'd1',
                name: 'Sirolimus',
                synonyms: [],
                category: null,
                description: null,
                source: 'cache',
                fetchedAt: at,
              },
            ]
          : [],
      total: direction === 'inhibits' ? 1 : 0,
      source: 'cache',
      notice: null,
    }),
  }
  answerWith({ ...answers, 'drugs.search': (input) => answers['drugs.search']?.(input) ?? Promise.reject() })
  openApp(address)
}

describe('the pathways', () => {
  it('explain their purpose if there are none', async () => {
    open('/library/pathways', few, [])
    expect(await screen.findByText('No pathways yet')).toBeTruthy()
  })

  it('open by a name as the service spells it, with every name and why it belongs there', async () => {
    open('/library/pathways?name=NF_KB')
    expect(await screen.findByRole('heading', { name: 'NF-kB' })).toBeTruthy()
    expect(screen.getAllByText('same spelling')).toHaveLength(2)
    const inhibiting = await screen.findByRole('link', { name: 'Show all 1 in the search' })
    expect(inhibiting.getAttribute('href')).toBe('/#/library/drugs?pathway=nfkb&direction=inhibits')
  })

  it('say so if no cached pathway has the name in the address', async () => {
    open('/library/pathways?name=p53')
    expect(await screen.findByText(/Nothing on this computer is spelled “p53”/)).toBeTruthy()
  })

  it('show extreme samples, their reference and their unit', async () => {
    open('/library/pathways?pathway=mtor', many)
    const link = await screen.findByRole('link', { name: 'HLS-001' })
    expect(link.getAttribute('href')).toBe('/#/study/all/samples?sample=s1')
    expect(screen.getByRole('heading', { name: 'Samples furthest from the mean' })).toBeTruthy()
    expect(screen.getByText('−2.35')).toBeTruthy()
    expect(screen.getByText(/n = 12 samples.*mean activity 0.1 · SD 0.9/)).toBeTruthy()
    expect(screen.getByText(/unit not documented; positive = older than expected \(assumed\)/)).toBeTruthy()
  })

  it('explain why no sample is extreme', async () => {
    open('/library/pathways?pathway=mtor')
    expect(await screen.findByText(/Fewer than three samples have a result/)).toBeTruthy()
  })

  it('are merged after a dialog shows the result, and the merge can be undone', async () => {
    open('/library/pathways?pathway=mtor')
    await user.click(await screen.findByRole('button', { name: 'Merge into…' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: 'NF-kB', hidden: true }))
    expect(within(dialog).getByText('1 name goes to “NF-kB”.')).toBeTruthy()
    expect(inputsOf('pathways.merge')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(inputsOf('pathways.merge')).toEqual([{ pathway: 'mtor', into: 'nfkb' }]))
    expect(await screen.findByText('by hand')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('pathways.reset')).toEqual([{ pathway: 'nfkb' }]))
    expect(await screen.findByRole('heading', { name: 'mTOR' })).toBeTruthy()
  })

  it('are split name by name, and joined again by undo', async () => {
    open('/library/pathways?pathway=nfkb')
    await user.click(await screen.findByRole('button', { name: 'Split off NF_KB' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Split off NF_KB' })).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('pathways.reset')).toEqual([{ pathway: '=NF_KB' }]))
  })

  it('count the drugs that act on them again when their names change', async () => {
    open('/library/pathways?pathway=nfkb')
    await screen.findByRole('link', { name: 'Sirolimus' })
    answers['drugs.search'] = () => ({ hits: [], total: 0, source: 'cache', notice: null })
    act(() => push('pathways.changed', {}))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sirolimus' })).toBeNull())
  })

  it('get another title when they are renamed', async () => {
    open('/library/pathways?pathway=nfkb')
    await user.click(await screen.findByRole('button', { name: 'Rename…' }))
    const field = await screen.findByLabelText('Shown as')
    await user.clear(field)
    await user.type(field, 'Inflammation{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByRole('heading', { name: 'Inflammation' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Discard my changes…' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('heading', { name: 'NF-kB' })).toBeTruthy()
    // The undo resets the title, so that later responses can still change it.
    expect(inputsOf('pathways.reset')).toEqual([{ pathway: 'nfkb' }])
    expect(inputsOf('pathways.rename')).toHaveLength(1)
  })
})
