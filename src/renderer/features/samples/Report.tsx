import { Alert, Button, Group, ScrollArea, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { Sample, SampleReport } from '../../../shared/domain/sample.ts'
import { call } from '../../client/call.ts'
import { chooseSave, deliver } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useTranslator } from '../../ui/TranslatedMessage.tsx'
import { endingOf, formatSize, toFileName, toReadable } from './register.ts'
import classes from './samples.module.css'

/** The detection report, fetched when asked for and shown as text: nothing in it is run or loaded. */
export function Report({ sample }: { sample: Sample }) {
  const { t } = useTranslation('samples')
  const say = useTranslator()
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
        ? { color: 'yellow', message: t('report.savedStored', { name, reason: say(stored.message) }) }
        : { message: t('report.saved', { name }) },
    )
  })
  const failure = fetch.failure ?? save.failure
  return (
    <section className={classes.section} aria-label={t('report.title')}>
      <Group gap={8}>
        <Title order={4} fz={13} flex={1}>
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
        <Text fz={12} c="dimmed">
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
  const say = useTranslator()
  return (
    <>
      {report.stored && (
        <Alert color="yellow" role="alert" title={t('report.storedTitle')}>
          {t('report.storedWhy', { reason: say(report.stored.message) })}
        </Alert>
      )}
      <Text fz={11} c="dimmed">
        {t(report.stored ? 'report.stored' : 'report.fetched')} <Timestamp at={report.fetchedAt} /> ·{' '}
        {report.contentType} · {formatSize(report.sizeBytes)} · {t('report.research')}
      </Text>
      {report.text === null ? (
        <Text fz={12}>
          {t('report.binary', { contentType: report.contentType, size: formatSize(report.sizeBytes) })}
        </Text>
      ) : (
        <ScrollArea.Autosize
          mah={360}
          className={classes.frame}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('report.title') }}
        >
          <pre className={classes.text}>{toReadable(report.text, report.contentType)}</pre>
        </ScrollArea.Autosize>
      )}
    </>
  )
}
