import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CapsuleCheck, CapsuleProblem } from '../../../shared/domain/studies/documents.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { CheckedFile, type ChosenFile, FileDialog } from '../../shared/FileDialog.tsx'
import { useStudyWords } from '../../state/cohort/titles.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { Fact, Facts } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { TranslatedMessage, useDateTimeFormat } from '../../ui/text/formats.tsx'
import classes from './capsule.module.css'

/** Chooses a capsule, verifies it and shows its contents. The user then opens it. */
export function CapsuleDialog() {
  const { t } = useTranslation('capsule')
  const { capsule, openCapsule, close } = useDialogs()
  return (
    <FileDialog
      file={capsule}
      kind="capsule"
      size={640}
      words={{ title: t('title'), about: t('about'), choose: t('choose') }}
      choose={openCapsule}
      close={() => close('capsule')}
    >
      {(chosen) => <Checked key={chosen.file.fileId} {...chosen} />}
    </FileDialog>
  )
}

/** Shows the contents of a capsule. A capsule whose files do not match its list cannot be opened. */
function Checked(chosen: ChosenFile) {
  const { t } = useTranslation('capsule')
  const navigate = useNavigate()
  const { fileId, name } = chosen.file
  const verified = useCall('capsules.verify', { fileId })
  const open = useAction(async () => {
    const { profile } = await call('capsules.open', { fileId })
    const studies = profile?.signIn === 'capsule' ? await call('studies.list', {}) : []
    const study = studies.find(({ studyId }) => studyId !== allSamplesId)
    chosen.close()
    if (study) await navigate({ to: '/study/$studyId', params: { studyId: study.studyId } })
    else if (profile?.signIn === 'capsule')
      await navigate({ to: '/study/$studyId/explore/table', params: { studyId: allSamplesId } })
    else await navigate({ to: '/' })
  })
  const check = verified.failure ? undefined : verified.data
  return (
    <CheckedFile
      {...chosen}
      check={verified}
      action={open}
      words={{ checking: t('checking'), running: t('opening', { name }) }}
      button={
        check?.intact && (
          <Button variant="filled" data-autofocus {...open.buttonProps()}>
            {t('open')}
          </Button>
        )
      }
    >
      {check && !check.intact && <CapsuleProblems problems={check.problems} />}
      {check && <CapsuleFacts check={check} />}
      {check?.note && (
        <p className={shared.noMargin}>
          <TranslatedMessage text={check.note} />
        </p>
      )}
      {check?.intact && !open.pending && <p className={shared.noMargin}>{t('readOnly')}</p>}
    </CheckedFile>
  )
}

function CapsuleFacts({ check }: { check: CapsuleCheck }) {
  const { t } = useTranslation('capsule')
  const words = useStudyWords()
  const { study, studyName, madeAt, application, samples, answers, services, files } = check
  const made = useDateTimeFormat()(new Date(madeAt), { day: 'long', time: 'medium' })
  return (
    <Facts>
      <Fact name={t('facts.of')}>
        {studyName === null ? words.study(study) : <bdi>{studyName}</bdi>}&ensp;
        {check.synthetic && <SyntheticMark />}
      </Fact>
      <Fact name={t('term.made')}>
        <time dateTime={madeAt}>{made}</time> · {application}
      </Fact>
      <Fact name={t('facts.holds')}>
        {t('counted.samples', { count: samples })} · {t('facts.answers', { count: answers })} ·{' '}
        {t('facts.files', { count: files })}
      </Fact>
      <Fact name={t('facts.services')}>{services.join(', ') || t('term.none')}</Fact>
      <Fact name={t('term.size')}>{t('counted.bytes', { count: check.sizeBytes })}</Fact>
      <Fact name="SHA-256">
        <code>{check.sha256}</code>
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
