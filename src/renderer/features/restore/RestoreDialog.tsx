import { Alert, Box, Button, Checkbox, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileHandle } from '../../../shared/contract/state.ts'
import type { RestoreTarget, WorkspaceBackup, WorkspaceRestored } from '../../../shared/domain/app/appData.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { FileButtons, FileDialog, OpenedFile } from '../../shared/FileDialog.tsx'
import { useDialogs } from '../../state/dialogs.ts'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Fact, Facts } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { Timestamp } from '../../ui/text/formats.tsx'

type Restored = WorkspaceRestored & { profile: string }

/** Restores a workspace: the user chooses a backup, sees what is in it and what will change, and agrees. */
export function RestoreDialog() {
  const { t } = useTranslation('restore')
  const { backup, openBackup, closeBackup } = useDialogs()
  const [restored, setRestored] = useState<Restored | null>(null)
  const words = {
    title: t('title'),
    about: t('about'),
    choose: t('choose'),
    chooseOther: t('action.chooseOther'),
  }
  return (
    <FileDialog
      opened
      file={backup}
      kind="backup"
      size={600}
      words={words}
      choose={openBackup}
      close={closeBackup}
      outcome={restored && <Outcome restored={restored} close={closeBackup} />}
    >
      {(file, chooseButton, close) => (
        <Checked key={file.fileId} file={file} chooseButton={chooseButton} close={close} done={setRestored} />
      )}
    </FileDialog>
  )
}

type CheckedProps = {
  file: FileHandle
  chooseButton: ReactNode
  close(): void
  done(restored: Restored): void
}

function Checked({ file, chooseButton, close, done }: CheckedProps) {
  const { t } = useTranslation('restore')
  const { fileId } = file
  const verified = useCall('workspace.verify', { fileId })
  const [isAgreed, setAgreed] = useState(false)
  const [isSameService, setSameService] = useState(false)
  const backup = verified.failure ? undefined : verified.data
  const isOther = backup?.target.isOtherService ?? false
  const restore = useAction(async () =>
    done(await call('workspace.restore', { fileId, otherService: isSameService })),
  )
  return (
    <>
      <OpenedFile
        name={file.name}
        loading={verified.loading || restore.pending}
        status={
          restore.pending
            ? t('restoring', { name: file.name })
            : verified.loading && backup === undefined
              ? t('checking')
              : null
        }
      />
      {verified.failure && <FailureNotice flush failure={verified.failure} />}
      {backup && <BackupFacts backup={backup} />}
      {backup && <Changes target={backup.target} />}
      {backup && isOther && (
        <Alert color="yellow" role="alert">
          <p className={shared.noMargin}>
            {t('otherService', { from: backup.service, name: backup.target.name, to: backup.target.service })}
          </p>
          <Checkbox
            size="sm"
            mt={8}
            label={t('agreeOther')}
            checked={isSameService}
            onChange={({ currentTarget }) => setSameService(currentTarget.checked)}
          />
        </Alert>
      )}
      {backup && !backup.target.isNew && (
        <Checkbox
          size="sm"
          label={t('agree')}
          checked={isAgreed}
          onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
        />
      )}
      {restore.failure && <FailureNotice flush failure={restore.failure} />}
      <FileButtons busy={restore.pending} chooseButton={chooseButton} close={close}>
        {backup && (
          <Button
            variant="filled"
            disabled={(!backup.target.isNew && !isAgreed) || (isOther && !isSameService)}
            {...restore.buttonProps()}
          >
            {t('action.restore')}
          </Button>
        )}
      </FileButtons>
    </>
  )
}

type Described = WorkspaceBackup & { target: RestoreTarget }

function BackupFacts({ backup }: { backup: Described }) {
  const { t } = useTranslation('restore')
  const { madeAt, application, profile, service, rows, results, target, kind } = backup
  return (
    <Facts>
      {madeAt !== null && (
        <Fact name={t('facts.made')}>
          <Timestamp at={madeAt} /> · {application}
        </Fact>
      )}
      {profile !== null && (
        <Fact name={t('term.profile')}>
          <bdi>{profile}</bdi>
        </Fact>
      )}
      {service !== null && <Fact name={t('term.service')}>{service}</Fact>}
      <Fact name={t('facts.holds')}>
        {t('facts.rows', { count: rows })} ·{' '}
        {kind === 'journal' ? t('facts.journalOnly') : t('facts.results', { count: results })}
      </Fact>
      <Fact name={t('facts.target')}>
        {target.isNew ? t('facts.newProfile', { name: target.name }) : <bdi>{target.name}</bdi>}
      </Fact>
    </Facts>
  )
}

const changes = ['merged', 'old', 'others'] as const

function Changes({ target: { isNew, name } }: { target: RestoreTarget }) {
  const { t } = useTranslation('restore')
  return (
    <div>
      <Text fw={600} mb={4}>
        {t('willHappen')}
      </Text>
      <Box component="ul" m={0} style={{ paddingInlineStart: 'var(--mantine-spacing-lg)' }}>
        {isNew ? (
          <li>{t('new', { name })}</li>
        ) : (
          changes.map((part) => <li key={part}>{t(`will.${part}`)}</li>)
        )}
        <li>{t('doubt')}</li>
      </Box>
    </div>
  )
}

function Outcome({ restored, close }: { restored: Restored; close(): void }) {
  const { t } = useTranslation('restore')
  const navigate = useNavigate()
  const { profile, rows, results, savedAs, missing, doubtful } = restored
  return (
    <>
      <Alert
        color="teal"
        role="status"
        title={t('done', { profile })}
        icon={<IconCircleCheck size={18} aria-hidden />}
      >
        <div>
          {t('facts.rows', { count: rows })} · {t('facts.results', { count: results })}
        </div>
        {doubtful > 0 && <div>{t('doubtful', { count: doubtful })}</div>}
        {missing > 0 && <div>{t('missing', { count: missing })}</div>}
        {savedAs.length > 0 && (
          <div className={shared.wrap}>{t('savedAs', { names: savedAs.join(', ') })}</div>
        )}
      </Alert>
      <Group gap={8} justify="flex-end">
        <Button
          variant="filled"
          data-autofocus
          onClick={() => {
            close()
            void navigate({ to: '/' })
          }}
        >
          {t('open')}
        </Button>
      </Group>
    </>
  )
}
