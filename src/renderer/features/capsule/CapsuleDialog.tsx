import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileHandle } from '../../../shared/contract/state.ts'
import type { CapsuleCheck, CapsuleProblem } from '../../../shared/domain/studies/documents.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { FileButtons, FileDialog, OpenedFile } from '../../shared/FileDialog.tsx'
import { useStudyWords } from '../../state/cohort/titles.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Fact, Facts } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { TranslatedMessage, useDateTimeFormat } from '../../ui/text/formats.tsx'
import classes from './capsule.module.css'

/** Chooses a capsule, verifies it and shows its contents. The user then opens it. */
export function CapsuleDialog() {
  const { t } = useTranslation('capsule')
  const { capsule, openCapsule, closeCapsule } = useDialogs()
  const words = {
    title: t('title'),
    about: t('about'),
    choose: t('choose'),
    chooseOther: t('action.chooseOther'),
  }
  return (
    <FileDialog
      opened={capsule !== null}
      file={capsule}
      kind="capsule"
      size={640}
      words={words}
      choose={openCapsule}
      close={closeCapsule}
    >
      {(file, chooseButton, close) => (
        <Checked key={file.fileId} file={file} chooseButton={chooseButton} close={close} />
      )}
    </FileDialog>
  )
}

type Props = { file: FileHandle; chooseButton: ReactNode; close(): void }

/** Shows the contents of a capsule. A capsule whose files do not match its list cannot be opened. */
function Checked({ file, chooseButton, close }: Props) {
  const { t } = useTranslation('capsule')
  const navigate = useNavigate()
  const { fileId } = file
  const verified = useCall('capsules.verify', { fileId })
  const open = useAction(async () => {
    const { profile } = await call('capsules.open', { fileId })
    const studies = profile?.signIn === 'capsule' ? await call('studies.list', {}) : []
    const study = studies.find(({ studyId }) => studyId !== allSamplesId)
    close()
    if (study) await navigate({ to: '/study/$studyId', params: { studyId: study.studyId } })
    else if (profile?.signIn === 'capsule')
      await navigate({ to: '/study/$studyId/explore/table', params: { studyId: allSamplesId } })
    else await navigate({ to: '/' })
  })
  const check = verified.failure ? undefined : verified.data
  return (
    <>
      <OpenedFile
        name={file.name}
        loading={verified.loading || open.pending}
        status={
          open.pending
            ? t('opening', { name: file.name })
            : verified.loading && check === undefined
              ? t('checking')
              : null
        }
      />
      {verified.failure && <FailureNotice flush failure={verified.failure} />}
      {check && !check.intact && <CapsuleProblems problems={check.problems} />}
      {check && <CapsuleFacts check={check} />}
      {check?.note && (
        <p className={shared.noMargin}>
          <TranslatedMessage text={check.note} />
        </p>
      )}
      {check?.intact && !open.pending && <p className={shared.noMargin}>{t('readOnly')}</p>}
      {open.failure && <FailureNotice flush failure={open.failure} />}
      <FileButtons busy={open.pending} chooseButton={chooseButton} close={close}>
        {check?.intact && (
          <Button variant="filled" data-autofocus {...open.buttonProps()}>
            {t('open')}
          </Button>
        )}
      </FileButtons>
    </>
  )
}

function CapsuleFacts({ check }: { check: CapsuleCheck }) {
  const { t } = useTranslation('capsule')
  const words = useStudyWords()
  const made = useDateTimeFormat()(new Date(check.madeAt), { day: 'long', time: 'medium' })
  const {
    study,
    studyName,
    madeAt,
    application,
    samples,
    answers,
    services,
    synthetic,
    files,
    sizeBytes,
    sha256,
  } = check
  return (
    <Facts>
      <Fact name={t('facts.of')}>
        {studyName === null ? words.study(study) : <bdi>{studyName}</bdi>}&ensp;
        {synthetic && <SyntheticMark />}
      </Fact>
      <Fact name={t('term.made')}>
        <time dateTime={madeAt}>{made}</time> · {application}
      </Fact>
      <Fact name={t('facts.holds')}>
        {t('counted.samples', { count: samples })} · {t('facts.answers', { count: answers })} ·{' '}
        {t('facts.files', { count: files })}
      </Fact>
      <Fact name={t('facts.services')}>{services.length === 0 ? t('term.none') : services.join(', ')}</Fact>
      <Fact name={t('term.size')}>{t('counted.bytes', { count: sizeBytes })}</Fact>
      <Fact name="SHA-256">
        <code>{sha256}</code>
      </Fact>
    </Facts>
  )
}

function CapsuleProblems({ problems }: { problems: readonly CapsuleProblem[] }) {
  const { t } = useTranslation('capsule')
  return (
    <Alert
      role="alert"
      color="red"
      title={t('problems.title')}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <div>{t('problems.about', { count: problems.length })}</div>
      <ul className={classes.problems}>
        {problems.map(({ path, problem, line }) => (
          <li key={`${problem} ${path}`}>
            <code>{path}</code>
            {line === undefined ? '' : ` (${t('problems.line', { line })})`} {t(`problems.${problem}`)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
