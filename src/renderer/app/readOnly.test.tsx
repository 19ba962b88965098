import { notifications } from '@mantine/notifications'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppStatus } from '../../shared/contract/state.ts'
import type { Profile } from '../../shared/domain/app/profile.ts'
import { answerWith, inputsOf, labStatus, push } from './testing/fakeHost.ts'
import { openApp } from './testing/openApp.tsx'

const user = userEvent.setup()
const profile: Profile = {
  ...(labStatus.profile as Profile),
  id: 'c1',
  name: 'liver',
  signIn: 'capsule',
  capsule: {
    fileName: 'liver.pathclock',
    sha256: 'ab12'.repeat(16),
    madeAt: '2026-02-01T12:00:00.000Z',
    application: 'Pathclock 0.1.0',
  },
}
const status: AppStatus = { ...labStatus, profile, signedIn: false, quota: null }

const sections = {
  'app.status': () => status,
  'session.signOut': () => ({ ...labStatus, revocation: null }),
  'batches.list': () => [],
  'samples.list': () => ({ rows: [], total: 0 }),
  'samples.facets': () =>
    ({ groups: [], tags: [], states: [], batches: [], total: 0, withoutResult: 0 }) as never,
}

beforeEach(() => answerWith(sections))

describe('a workspace opened from a capsule', () => {
  it('shows its file, date and version and only sections with content, and closes with one button', async () => {
    openApp('/study/all/samples')
    const banner = (await screen.findByText('liver.pathclock')).closest('[role=status]')
    expect(banner?.textContent).toMatch(/Pathclock 0.1.0/)
    expect(screen.queryByText(/You are signed out/)).toBeNull()
    const rail = within(await screen.findByRole('navigation', { name: 'Sections' }))
    expect(rail.getAllByRole('link').map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Home',
      'All samples',
      'Settings',
    ])
    expect(await screen.findByRole('link', { name: 'Samples', current: 'page' })).toBeTruthy()
    // Nothing that orders or sends requests.
    for (const name of [/^Import/, /^Analyze/, /^Refresh/, /^Adopt/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close capsule' }))
    await waitFor(() => expect(inputsOf('session.signOut')).toEqual([{ clearCache: false }]))
  })

  it('explains why a table from outside cannot be imported', async () => {
    const table = { fileId: 'f1', name: 'cohort.csv', size: 10, modifiedAt: null }
    answerWith({
      ...sections,
      'recent.list': () => [{ recentId: 'r1', name: 'cohort.csv', at: '2026-11-22T07:00:00.000Z' }] as never,
      'recent.open': () => table as never,
    })
    openApp('/study/all/samples')
    await screen.findByRole('link', { name: 'Samples', current: 'page' })
    act(() => push('file.received', table as never))
    expect(await screen.findByText(/A table cannot be imported here/)).toBeTruthy()
    expect(window.location.hash).toBe('#/study/all/samples')
    act(() => notifications.clean())
    await waitFor(() => expect(screen.queryByText(/A table cannot be imported here/)).toBeNull())
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByRole('button', { name: 'Open “cohort.csv”' }))
    expect(await screen.findByText(/A table cannot be imported here/)).toBeTruthy()
    expect(window.location.hash).toBe('#/study/all/samples')
  })

  it('explains during a drag that capsules are accepted and tables are not', async () => {
    answerWith({
      ...sections,
      'files.adopt': () => ({ fileId: 'f1', name: 'cohort.csv', sizeBytes: 10 }) as never,
    })
    openApp('/study/all/samples')
    await screen.findByRole('link', { name: 'Samples', current: 'page' })
    const file = new File(['a,b'], 'cohort.csv')
    const dataTransfer = { types: ['Files'], files: [file] }
    act(() => void fireEvent.dragOver(window, { dataTransfer }))
    expect(screen.getByRole('heading', { name: 'Drop a capsule to open it' })).toBeTruthy()
    act(() => void fireEvent.drop(window, { dataTransfer }))
    expect(screen.queryByRole('heading', { name: 'Drop a capsule to open it' })).toBeNull()
    expect(await screen.findByText(/A table cannot be imported here/)).toBeTruthy()
    expect(window.location.hash).toBe('#/study/all/samples')
  })

  it.each(['/import', '/activity/screenings', '/library/offline', '/library/drugs'])(
    'leads from %s to its results',
    async (address) => {
      openApp(address)
      expect(await screen.findByText('This is not part of a capsule')).toBeTruthy()
      expect(screen.getByRole('button', { name: 'Go to results' })).toBeTruthy()
    },
  )
})
