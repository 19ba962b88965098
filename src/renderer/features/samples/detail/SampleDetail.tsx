import { Alert, Button, Group, ScrollArea, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SampleReport } from '../../../../shared/contract/contract.ts'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { call } from '../../../client/call.ts'
import { chooseSave, deliver } from '../../../client/files.ts'
import { useAction } from '../../../client/useAction.ts'
import { Writable } from '../../../state/appStatus.tsx'
import { useStudyId } from '../../../state/currentStudy.ts'
import { CopyLink } from '../../../ui/copy/CopyButton.tsx'
import { SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { StageBadge } from '../../../ui/feedback/StateBadges.tsx'
import shared from '../../../ui/shared.module.css'
import { Timestamp } from '../../../ui/text/Timestamp.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { useFieldName } from '../../../ui/text/useFieldName.ts'
import { Fact, Facts } from '../Facts.tsx'
import { endingOf, formatSize, toFileName, toReadable } from '../register/register.ts'
import classes from '../samples.module.css'
import { Added } from './AnnotationForm.tsx'

type Props = { sample: Sample; analyse: () => void }

/** Shows everything that is known about one sample. */
export function SampleDetail({ sample, analyse }: Props) {
  const { t } = useTranslation('samples')
  const navigate = useNavigate()
  const studyId = useStudyId()
  const refresh = useAction(() => call('samples.refresh', { sampleIds: [sample.sampleId] }))
  const fieldName = useFieldName()
  const fields = Object.entries(sample.fields).filter(([name]) => name !== 'client_reference')
  return (
    <article className={classes.detail} aria-label={t('detail.label', { name: sample.clientReference })}>
      <Group gap={8} wrap="wrap" pr="wide">
        <Title order={3} fz="lg" className={shared.wrap}>
          {sample.clientReference}
        </Title>
        <StageBadge sample={sample} />
        {sample.synthetic && <SyntheticMark />}
      </Group>
      <Group gap={8}>
        {sample.analysedAt ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              void navigate({
                to: '/study/$studyId/explore/table',
                params: { studyId },
                search: { sample: sample.sampleId },
              })
            }
          >
            {t('detail.toResults')}
          </Button>
        ) : (
          <Writable>
            <Button size="compact-sm" variant="default" onClick={analyse}>
              {t('detail.analyse')}
            </Button>
          </Writable>
        )}
        <Writable>
          <Button
            size="compact-sm"
            variant="default"
            loading={refresh.pending}
            onClick={() => void refresh.run()}
          >
            {t('detail.refresh')}
          </Button>
        </Writable>
        <CopyLink section="samples" id={sample.sampleId} />
      </Group>
      {refresh.failure && <FailureNotice failure={refresh.failure} />}
      <Facts title={t('detail.course')}>
        <Fact name={t('detail.ordered')}>
          <Timestamp at={sample.createdAt} />
        </Fact>
        <Fact name={t('detail.checked')}>
          {sample.checkedAt ? <Timestamp at={sample.checkedAt} /> : t('detail.never')}
          <Text fz="xs" c="dimmed">
            {t('detail.serviceWord', { status: sample.status })}
          </Text>
        </Fact>
        <Fact name={t('detail.analysed')}>
          {sample.analysedAt ? <Timestamp at={sample.analysedAt} /> : t('detail.never')}
        </Fact>
        <Fact name={t('detail.id')}>{sample.sampleId}</Fact>
        {sample.adoptedAt && (
          <Fact name={t('detail.adopted')}>
            <Timestamp at={sample.adoptedAt} />
          </Fact>
        )}
        {sample.batchId && (
          <Fact name={t('detail.batch')}>
            <Link to="/activity/batches" search={{ batch: sample.batchId }} className={classes.link}>
              {t('detail.toBatch')}
            </Link>
          </Fact>
        )}
      </Facts>
      <Facts title={t('detail.fields')}>
        {fields.length === 0 && <Text fz="xs">{t('detail.noFields')}</Text>}
        {fields.map(([name, value]) => (
          <Fact key={name} name={fieldName(name)}>
            {String(value)}
          </Fact>
        ))}
      </Facts>
      <Added key={`added ${sample.sampleId}`} sample={sample} />
      <Writable>
        <Report key={`report ${sample.sampleId}`} sample={sample} />
      </Writable>
    </article>
  )
}

/** Fetches the detection report on request and shows it as text. Nothing in it is executed or loaded. */
function Report({ sample }: { sample: Sample }) {
  const { t } = useTranslation('samples')
  const translate = useTranslator()
  const fetch = useAction(() => call('samples.report', { sampleId: sample.sampleId }))
  const save = useAction(async (contentType: string) => {
    const place = await chooseSave(toFileName(sample.clientReference, `-report${endingOf(contentType)}`))
    if (!place) return
    const { sampleId } = sample
    const { file, stored } = await call('samples.saveReport', { sampleId, fileId: place.fileId })
    await deliver(file)
    const { name } = file
    notifications.show(
      stored
        ? { color: 'yellow', message: t('report.savedStored', { name, reason: translate(stored.message) }) }
        : { message: t('report.saved', { name }) },
    )
  })
  const failure = fetch.failure ?? save.failure
  return (
    <section className={classes.section} aria-label={t('report.title')}>
      <Group gap={8}>
        <Title order={4} fz="sm" flex={1}>
          {t('report.title')}
        </Title>
        {fetch.value && (
          <Button
            size="compact-xs"
            variant="default"
            loading={save.pending}
            onClick={() => void save.run(fetch.value?.contentType ?? '')}
          >
            {t('report.save')}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          loading={fetch.pending}
          disabled={sample.state !== 'succeeded'}
          onClick={() => void fetch.run()}
        >
          {fetch.value ? t('report.fetchAgain') : t('report.fetch')}
        </Button>
      </Group>
      {sample.state !== 'succeeded' && (
        <Text fz="xs" c="dimmed">
          {t('report.notReady')}
        </Text>
      )}
      {failure && <FailureNotice flush failure={failure} />}
      {fetch.value && <ReportText report={fetch.value} />}
    </section>
  )
}

function ReportText({ report }: { report: SampleReport }) {
  const { t } = useTranslation('samples')
  const translate = useTranslator()
  return (
    <>
      {report.stored && (
        <Alert color="yellow" role="alert" title={t('report.storedTitle')}>
          {t('report.storedWhy', { reason: translate(report.stored.message) })}
        </Alert>
      )}
      <Text fz="xs" c="dimmed">
        {t(report.stored ? 'report.stored' : 'report.fetched')} <Timestamp at={report.fetchedAt} /> ·{' '}
        {report.contentType} · {formatSize(report.sizeBytes)} · {t('report.research')}
      </Text>
      {report.text === null ? (
        <Text fz="xs">
          {t('report.binary', { contentType: report.contentType, size: formatSize(report.sizeBytes) })}
        </Text>
      ) : (
        <ScrollArea.Autosize
          mah={360}
          className={shared.frame}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('report.title') }}
        >
          <pre className={classes.text}>{toReadable(report.text, report.contentType)}</pre>
        </ScrollArea.Autosize>
      )}
    </>
  )
}
