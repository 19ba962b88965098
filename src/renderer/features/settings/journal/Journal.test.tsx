import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type {
  BackupSchedule,
  JournalCheck,
  JournalStatus,
  WorkspaceBackup,
} from '../../../../shared/domain/app/appData.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { answerWith, inputsOf, labStatus } from '../../../app/testing/fakeHost.ts'
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
const missing = joinMessages([`row 7 missing from index ledger_reference`])
const damaged: JournalCheck = { ...sound, findings: [{ table: null, row: null, problem: missing }] }

const file = { fileId: 'f1', name: 'lab.pathclock-backup', sizeBytes: 10 }
const backup: WorkspaceBackup = {
  kind: 'workspace',
  name: file.name,
  sizeBytes: 10,
  madeAt: at,
  application: 'Pathclock 1.0.0',
  profile: 'Lab',
  service: 'https://lab.example',
  rows: 1200,
  results: 900,
  hasDrugCache: false,
}
const schedule: BackupSchedule = { folder: 'Backups', every: 'day', copies: 7, lastAt: at, problem: null }
const here = { name: 'Lab', service: 'https://lab.example', isNew: false, isOtherService: false }

function openJournal(check: JournalCheck = sound, target = here) {
  answerWith({
    'app.status': () => labStatus,
    'journal.status': () => status,
    'journal.verify': () => check,
    'workspace.backup': () => ({ ...backup, file }),
    'workspace.verify': () => ({ ...backup, target }),
    'workspace.restore': () => ({
      profile: 'Lab',
      rows: 1100,
      results: 900,
      savedAs: ['journal.db.replaced-1'],
      doubtful: 4,
      missing: 100,
    }),
    'workspace.schedule': () => schedule,
    'workspace.setSchedule': () => schedule,
    'files.chooseSave': () => file,
    'files.chooseOpen': () => file,
    'batches.list': () => [],
  })
  openApp('/settings?tab=data')
}

async function chooseBackup(target = here) {
  openJournal(sound, target)
  await user.click(await screen.findByRole('button', { name: 'Restore from a backup…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore from a backup' }))
  await user.click(dialog.getByRole('button', { name: 'Choose a backup…' }))
  return dialog
}

describe('the safety of the journal', () => {
  it('shows its contents and its last backup, backs up on request, and changes the schedule', async () => {
    openJournal()
    expect(await screen.findByText('1,200')).toBeTruthy()
    expect(screen.getByText(/journal-2026\.db/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back up now…' }))
    expect(await screen.findByText('1,200 rows and 900 results saved to lab.pathclock-backup')).toBeTruthy()
    expect(inputsOf('workspace.backup')).toEqual([{ fileId: 'f1', withDrugCache: false }])
    expect(screen.getByText('Backups')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Every'), 'week')
    await waitFor(() => expect(inputsOf('workspace.setSchedule')).toEqual([{ every: 'week' }]))
  })

  it('is verified, and names each damaged place with its remedy', async () => {
    openJournal(damaged)
    await user.click(await screen.findByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('1 damaged place')).toBeTruthy()
    expect(screen.getByText('The file: row 7 missing from index ledger_reference')).toBeTruthy()
    expect(screen.getByText(/Restart Pathclock/)).toBeTruthy()
  })

  it('restores a backup only after the user has seen what will happen and agreed', async () => {
    const dialog = await chooseBackup()
    expect(await dialog.findByText(/both are merged/)).toBeTruthy()
    expect(dialog.getByText(/become of unknown outcome/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Restore' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('checkbox'))
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    expect(await dialog.findByText('Restored to Lab')).toBeTruthy()
    expect(dialog.getByText(/saved as journal\.db\.replaced-1/)).toBeTruthy()
    expect(dialog.getByText(/100 rows are only in the journal/)).toBeTruthy()
    expect(dialog.getByText(/4 orders are of unknown outcome now/)).toBeTruthy()
    expect(inputsOf('workspace.restore')).toEqual([{ fileId: 'f1', otherService: false }])
  })

  it('restores into a profile with another address only after the user confirms that both are one service', async () => {
    const dialog = await chooseBackup({ ...here, service: 'https://new.example', isOtherService: true })
    await user.click(await dialog.findByRole('checkbox', { name: /I have read this/ }))
    expect(dialog.getByRole('button', { name: 'Restore' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('checkbox', { name: /same service/ }))
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    expect(await dialog.findByText('Restored to Lab')).toBeTruthy()
    expect(inputsOf('workspace.restore')).toEqual([{ fileId: 'f1', otherService: true }])
  })
})
