import { Button, Group, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileHandle } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { chooseFile } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { CapsuleFacts } from './CapsuleFacts.tsx'
import { CapsuleProblems } from './CapsuleProblems.tsx'
import classes from './capsule.module.css'

/** A capsule is chosen, told what it is and whether it is as it was made, and only then opened. */
export function CapsuleDialog() {
  const { t } = useTranslation('capsule')
  const { capsule, openCapsule, closeCapsule } = useDialogs()
  const choose = useAction(async () => {
    const file = await chooseFile('capsule')
    if (file) openCapsule(file)
  })
  const close = () => {
    choose.reset()
    closeCapsule()
  }
  const chooseButton = (
    <Button
      variant={capsule === 'choose' ? 'filled' : 'default'}
      data-autofocus={capsule === 'choose' || undefined}
      loading={choose.pending}
      onClick={() => void choose.run()}
    >
      {t(capsule === 'choose' ? 'choose' : 'chooseOther')}
    </Button>
  )
  return (
    <Dialog
      opened={capsule !== null}
      onClose={close}
      title={t('title')}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap={16}>
        {choose.failure && <FailureNotice flush failure={choose.failure} />}
        {capsule !== null && capsule !== 'choose' ? (
          <Checked key={capsule.fileId} file={capsule} chooseButton={chooseButton} close={close} />
        ) : (
          <>
            <p className={classes.text}>{t('about')}</p>
            <Group gap={8} justify="flex-end">
              <Button variant="default" onClick={close}>
                {t('cancel')}
              </Button>
              {chooseButton}
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

type Props = { file: FileHandle; chooseButton: ReactNode; close(): void }

/** What the capsule says of itself; without a way to open it where its files are not those that it lists. */
function Checked({ file, chooseButton, close }: Props) {
  const { t } = useTranslation('capsule')
  const navigate = useNavigate()
  const { fileId } = file
  const verified = useCall('capsules.verify', { fileId })
  const open = useAction(async () => {
    const { profile } = await call('capsules.open', { fileId })
    close()
    await navigate({ to: profile?.signIn === 'capsule' ? '/results' : '/' })
  })
  const check = verified.failure ? undefined : verified.data
  return (
    <>
      <div className={classes.file}>
        <bdi>{file.name}</bdi>
        <LoadingBar visible={verified.loading || open.pending} />
      </div>
      <p
        role="status"
        className={classes.text}
        hidden={!open.pending && (!verified.loading || check !== undefined)}
      >
        {open.pending ? t('opening', { name: file.name }) : t('checking')}
      </p>
      {verified.failure && <FailureNotice flush failure={verified.failure} />}
      {check && !check.intact && <CapsuleProblems problems={check.problems} />}
      {check && <CapsuleFacts check={check} />}
      {check?.intact && !open.pending && <p className={classes.text}>{t('readOnly')}</p>}
      {open.failure && <FailureNotice flush failure={open.failure} />}
      <Group gap={8} justify="flex-end">
        {/* What is being opened is opened to its end, so there is nothing to call off. */}
        {!open.pending && (
          <>
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            {chooseButton}
          </>
        )}
        {check?.intact && (
          <Button data-autofocus loading={open.pending} onClick={() => void open.run()}>
            {t('open')}
          </Button>
        )}
      </Group>
    </>
  )
}
