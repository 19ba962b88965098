import { Alert, Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JournalRestored } from '../../../shared/domain/journal.ts'
import { call } from '../../client/call.ts'
import { chooseFile } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { type Backup, RestoreDialog } from './RestoreDialog.tsx'
import { Section } from './Section.tsx'
import classes from './settings.module.css'

const outcome = ['set', 'missing', 'doubtful'] as const

/** The way back to a backup: the file is read through first, and what will happen is said before it does. */
export function JournalRestore({ profile }: { profile: string }) {
  const { t } = useTranslation('journal')
  const [backup, setBackup] = useState<Backup | null>(null)
  const [restored, setRestored] = useState<JournalRestored | null>(null)
  const choose = useAction(async () => {
    const file = await chooseFile('any')
    if (file) setBackup({ file, check: await call('journal.verify', { fileId: file.fileId }) })
  })
  return (
    <Section setting="restore" title={t('restoreTitle')} loading={choose.pending}>
      <p className={classes.dimmed}>{t('restoreAbout')}</p>
      {restored && (
        <Alert
          color="teal"
          role="status"
          title={t('restored', { count: restored.rows })}
          icon={<IconCircleCheck size={18} aria-hidden />}
          className={classes.wide}
        >
          {outcome.map((part) => (
            <div key={part}>
              {part === 'set' && restored.keptAs && t('keptAs', { name: restored.keptAs })}
              {part === 'missing' && restored.missing > 0 && t('missing', { count: restored.missing })}
              {part === 'doubtful' && restored.doubtful > 0 && t('doubtful', { count: restored.doubtful })}
            </div>
          ))}
        </Alert>
      )}
      {choose.failure && <FailureNotice flush failure={choose.failure} />}
      <Button variant="default" loading={choose.pending} onClick={() => void choose.run()}>
        {t('chooseBackup')}
      </Button>
      {backup && (
        <RestoreDialog
          backup={backup}
          profile={profile}
          close={() => setBackup(null)}
          done={(told) => {
            setRestored(told)
            setBackup(null)
          }}
        />
      )}
    </Section>
  )
}
