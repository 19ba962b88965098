import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileHandle } from '../../../shared/contract/state.ts'
import type { JournalCheck, JournalRestored } from '../../../shared/domain/journal.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { JournalFindings } from './JournalFindings.tsx'
import classes from './settings.module.css'

export type Backup = { file: FileHandle; check: JournalCheck }

type Props = {
  backup: Backup
  profile: string
  close(): void
  done(restored: JournalRestored): void
}

const willHappen = ['aside', 'since', 'doubt', 'others'] as const

/** A backup that was read through, with what taking it will do; one that is not sound is not offered. */
export function RestoreDialog({ backup: { file, check }, profile, close, done }: Props) {
  const { t } = useTranslation('journal')
  const [agreed, setAgreed] = useState(false)
  const restore = useAction(async () => done(await call('journal.restore', { fileId: file.fileId })))
  const isSound = check.findings.length === 0
  return (
    <Dialog opened onClose={close} title={t('dialogTitle', { profile })} size={520}>
      <Stack gap={16}>
        <div>
          <Text fw={600}>{file.name}</Text>
          <Text component="div" fz={12}>
            <JournalFindings check={check} />
          </Text>
        </div>
        {isSound && (
          <>
            <div>
              <Text fw={600} mb={4}>
                {t('willHappen')}
              </Text>
              <ul className={classes.plainList}>
                {willHappen.map((part) => (
                  <li key={part}>{t(`will.${part}`)}</li>
                ))}
              </ul>
            </div>
            <Checkbox
              label={t('agree')}
              checked={agreed}
              onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
            />
          </>
        )}
        {restore.failure && <FailureNotice flush failure={restore.failure} />}
        <Group gap={8} justify="flex-end">
          <Button variant="default" data-autofocus onClick={close}>
            {t(isSound ? 'cancel' : 'close')}
          </Button>
          {isSound && (
            <Button disabled={!agreed} loading={restore.pending} onClick={() => void restore.run()}>
              {t('restore')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
