import { Alert, Box, Button, Checkbox, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RestoreTarget, WorkspaceBackup, WorkspaceRestored } from '../../../shared/domain/app/appData.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { CheckedFile, type ChosenFile, FileDialog } from '../../shared/FileDialog.tsx'
import { useDialogs } from '../../state/dialogs.ts'
import { FactList } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { Timestamp } from '../../ui/text/formats.tsx'

type Restored = WorkspaceRestored & { profile: string }

/** Restores a workspace: the user chooses a backup, sees what is in it and what will change, and agrees. */
export function RestoreDialog() {
  const { t } = useTranslation('restore')
  const { backup, openBackup, close: closeDialog } = useDialogs()
  const close = () => closeDialog('backup')
  const [restored, setRestored] = useState<Restored | null>(null)
  return (
    <FileDialog
      file={backup}
      kind="backup"
      size={600}
      words={{ title: t('title'), about: t('about'), choose: t('choose') }}
      choose={openBackup}
      close={close}
      outcome={restored && <Outcome restored={restored} close={close} />}
    >
      {(chosen) => <Checked key={chosen.file.fileId} {...chosen} done={setRestored} />}
    </FileDialog>
  )
}

function Checked({ done, ...chosen }: ChosenFile & { done(restored: Restored): void }) {
  const { t } = useTranslation('restore')
  const { fileId, name } = chosen.file
  const verified = useCall('workspace.verify', { fileId })
  const [isAgreed, setAgreed] = useState(false)
  const [isSameService, setSameService] = useState(false)
  const backup = verified.failure ? undefined : verified.data
  const isOther = backup?.target.isOtherService ?? false
  const restore = useAction(async () =>
    done(await call('workspace.restore', { fileId, otherService: isSameService })),
  )
  return (
    <CheckedFile
      {...chosen}
      check={verified}
      action={restore}
      words={{ checking: t('checking'), running: t('restoring', { name }) }}
      button={
        backup && (
          <Button
            variant="filled"
            disabled={(!backup.target.isNew && !isAgreed) || (isOther && !isSameService)}
            {...restore.buttonProps()}
          >
            {t('action.restore')}
          </Button>
        )
      }
    >
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
    </CheckedFile>
  )
}

type Described = WorkspaceBackup & { target: RestoreTarget }

function BackupFacts({ backup }: { backup: Described }) {
  const { t } = useTranslation('restore')
  const { madeAt, application, profile, service, rows, results, target, kind } = backup
  const { name } = target
  const content = kind === 'journal' ? t('facts.journalOnly') : t('facts.results', { count: results })
  return (
    <FactList
      facts={[
        madeAt !== null && [t('facts.made'), [<Timestamp key="at" at={madeAt} />, ` · ${application}`]],
        profile !== null && [t('term.profile'), <bdi key="profile">{profile}</bdi>],
        service !== null && [t('term.service'), service],
        [t('facts.holds'), `${t('facts.rows', { count: rows })} · ${content}`],
        [t('facts.target'), target.isNew ? t('facts.newProfile', { name }) : <bdi key="name">{name}</bdi>],
      ]}
    />
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
