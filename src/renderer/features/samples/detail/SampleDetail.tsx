import { Alert, Button, Group, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SampleReport } from '../../../../shared/contract/contract.ts'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { call, useAction } from '../../../client/call.ts'
import { chooseSave, deliver } from '../../../client/files.ts'
import { Writable } from '../../../state/appStatus.tsx'
import { useStudyId } from '../../../state/currentStudy.ts'
import { CopyLink } from '../../../ui/copy/CopyButton.tsx'
import { SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { StageBadge } from '../../../ui/feedback/StateBadges.tsx'
import { FactList, Facts, FieldFacts, Hint, Section } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { Timestamp, useTranslator } from '../../../ui/text/formats.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { endingOf, formatSize, toFileName, toReadable } from '../register/register.ts'
import classes from '../samples.module.css'
import { Added } from './AnnotationForm.tsx'

type Props = { sample: Sample; analyse: () => void }

export function SampleDetail({ sample, analyse }: Props) {
  const { t } = useTranslation('samples')
  const navigate = useNavigate()
  const studyId = useStudyId()
  const refresh = useAction(() => call('samples.refresh', { sampleIds: [sample.sampleId] }))
  const hasFields = Object.keys(sample.fields).some((name) => name !== 'client_reference')
  const time = (at: string | null) => (at ? <Timestamp at={at} /> : t('detail.never'))
  const checked = (
    <>
      {time(sample.checkedAt)}
      <Hint>{t('detail.serviceWord', { status: sample.status })}</Hint>
    </>
  )
  const batchLink = sample.batchId !== null && (
    <TextLink to="/activity/batches" search={{ batch: sample.batchId }}>
      {t('action.showBatch')}
    </TextLink>
  )
  return (
    <Stack
      component="article"
      gap="lg"
      p="lg"
      miw={0}
      aria-label={t('detail.label', { name: sample.clientReference })}
    >
      <Group gap={8} pr="wide">
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
            <Button size="compact-sm" onClick={analyse}>
              {t('detail.analyse')}
            </Button>
          </Writable>
        )}
        <Writable>
          <Button size="compact-sm" {...refresh.buttonProps()}>
            {t('detail.refresh')}
          </Button>
        </Writable>
        <CopyLink section="samples" id={sample.sampleId} />
      </Group>
      {refresh.failure && <FailureNotice failure={refresh.failure} />}
      <Section order={4} title={t('detail.course')}>
        <FactList
          facts={[
            [t('detail.ordered'), time(sample.createdAt)],
            [t('detail.checked'), checked],
            [t('detail.analysed'), time(sample.analysedAt)],
            [t('columns.sampleId'), sample.sampleId],
            sample.adoptedAt !== undefined && [t('detail.adopted'), time(sample.adoptedAt)],
            batchLink && [t('detail.batch'), batchLink],
          ]}
        />
      </Section>
      <Section order={4} title={t('detail.fields')}>
        {hasFields ? (
          <Facts>
            <FieldFacts fields={sample.fields} />
          </Facts>
        ) : (
          <Text fz="xs">{t('detail.noFields')}</Text>
        )}
      </Section>
      <Added key={`added ${sample.sampleId}`} sample={sample} />
      <Writable>
        <Report key={`report ${sample.sampleId}`} sample={sample} />
      </Writable>
    </Stack>
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
    <Section
      order={4}
      title={t('report.title')}
      actions={
        <>
          {fetch.value && (
            <Button size="compact-xs" {...save.buttonProps(fetch.value?.contentType ?? '')}>
              {t('report.save')}
            </Button>
          )}
          <Button size="compact-xs" disabled={sample.state !== 'succeeded'} {...fetch.buttonProps()}>
            {fetch.value ? t('report.fetchAgain') : t('report.fetch')}
          </Button>
        </>
      }
    >
      {sample.state !== 'succeeded' && <Hint>{t('report.notReady')}</Hint>}
      {failure && <FailureNotice flush failure={failure} />}
      {fetch.value && <ReportText report={fetch.value} />}
    </Section>
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
      <Hint>
        {t(report.stored ? 'report.stored' : 'term.fetched')} <Timestamp at={report.fetchedAt} /> ·{' '}
        {report.contentType} · {formatSize(report.sizeBytes)} · {t('report.research')}
      </Hint>
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
