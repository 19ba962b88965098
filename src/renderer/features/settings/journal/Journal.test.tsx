import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JournalCheck, JournalStatus } from '../../../../shared/domain/app/appData.ts'
import { message } from '../../../../shared/messages/message.ts'
import { answerWith, calls, firstStart, labStatus } from '../../../app/testing/fakeHost.ts'
import { openApp } from '../../../app/testing/openApp.tsx'

const user = userEvent.setup()
const at = '2026-11-21T00:00:00Z'
const status: JournalStatus = {
  rows: 1200,
  backups: 3,
  lastBackup: { name: 'journal-2026.db', at },
  verified: null,
  uncertain: null,
}
const sound: JournalCheck = { rows: 1200, findings: [], verifiedAt: at }
const damaged: JournalCheck = {
  rows: 1200,
  findings: [{ table: null, row: null, problem: message`row 7 missing from index ledger_reference` }],
  verifiedAt: at,
}
const sent = (method: string) => calls.filter(({ name }) => name === method).map(({ input }) => input)

function openJournal(check: JournalCheck = sound) {
  const file = { fileId: 'f1', name: 'backup.db', sizeBytes: 10 }
  answerWith({
    'app.status': () => labStatus,
    'journal.status': () => status,
    'journal.verify': () => check,
    'journal.backup': () => ({ file, rows: 1200 }),
    'journal.restore': () => ({ rows: 1100, savedAs: 'journal-replaced.db', doubtful: 4, missing: 100 }),
    'files.chooseSave': () => file,
    'files.chooseOpen': () => file,
    'batches.list': () => [],
  })
  openApp('/settings?tab=data')
}

describe('the safety of the journal', () => {
  it('tells what is kept and when it was backed up last, and backs up where a person says', async () => {
    openJournal()
    expect(await screen.findByText('1,200')).toBeTruthy()
    expect(screen.getByText(/journal-2026\.db/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back up now…' }))
    expect(await screen.findByText('1,200 rows saved to backup.db')).toBeTruthy()
    expect(sent('journal.backup')).toEqual([{ fileId: 'f1' }])
  })

  it('is read through, and names each damaged place with what to do', async () => {
    openJournal(damaged)
    await user.click(await screen.findByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('1 damaged place')).toBeTruthy()
    expect(screen.getByText('The file: row 7 missing from index ledger_reference')).toBeTruthy()
    expect(screen.getByText(/Restart Pathclock/)).toBeTruthy()
  })

  it('goes back to a backup only after it said what will happen and a person agreed', async () => {
    openJournal()
    await user.click(await screen.findByRole('button', { name: 'Choose a backup…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore the journal of Lab' }))
    expect(dialog.getByText(/stays in its folder/)).toBeTruthy()
    expect(dialog.getByText(/become of unknown outcome/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Restore' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('checkbox'))
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByText('Restored: 1,100 rows')).toBeTruthy()
    expect(screen.getByText(/saved as journal-replaced\.db/)).toBeTruthy()
    expect(screen.getByText(/100 rows of the previous journal/)).toBeTruthy()
    expect(screen.getByText(/4 orders are of unknown outcome now/)).toBeTruthy()
    expect(sent('journal.restore')).toEqual([{ fileId: 'f1' }])
  })

  it('does not offer a backup that is not sound', async () => {
    openJournal(damaged)
    await user.click(await screen.findByRole('button', { name: 'Choose a backup…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('1 damaged place')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Restore' })).toBeNull()
  })

  it('has nothing to show without a profile', async () => {
    answerWith({ 'app.status': () => firstStart })
    openApp('/settings?tab=data')
    await waitFor(() => expect(screen.queryByText('Verify')).toBeNull())
  })
})
