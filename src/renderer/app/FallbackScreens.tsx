import { Button, Code, Group, Spoiler, Stack, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allSamplesId } from '../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../client/call.ts'
import { EmptyState } from '../ui/feedback/Feedback.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { useTranslator } from '../ui/text/formats.tsx'

const maxStackLength = 20_000

/** Replaces a screen that threw while rendering. The crash report stays on this computer. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('app')
  // The code of screens comes from the host, so a lost host may be the cause.
  const { failure: hostGone } = useCall('app.status', {})
  const translate = useTranslator()
  const [reporting, setReporting] = useState(false)
  const { run: record } = useAction((stack: string) => call('problems.record', { stack }))
  useEffect(() => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    void record(stack.slice(0, maxStackLength))
  }, [error, record])
  return (
    <Stack role="alert" gap={12} p={24} maw={640}>
      <Title order={2} fz="lg">
        {t('crash.title')}
      </Title>
      <Text>{hostGone ? translate(hostGone.userMessage) : t('crash.text')}</Text>
      <Group gap={8}>
        <Button variant="filled" onClick={reset}>
          {t('crash.again')}
        </Button>
        <Button variant="subtle" color="gray" c="dimmed" onClick={() => setReporting(true)}>
          {t('action.reportProblem')}
        </Button>
      </Group>
      {/* A dialog of its own, because the frame that usually renders it may have failed too. */}
      {reporting && <ProblemDialog close={() => setReporting(false)} />}
      <Spoiler maxHeight={60} showLabel={t('term.whatHappened')} hideLabel={t('term.whatHappened')}>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {error instanceof Error ? error.message : String(error)}
        </Code>
      </Spoiler>
    </Stack>
  )
}

/** Shown for an address without a section, such as that of an old bookmark. */
export function NotFound() {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button variant="filled" onClick={() => void navigate({ to: '/' })}>
          {t('action.goHome')}
        </Button>
      }
    />
  )
}

export function NotInCapsule() {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t('capsule.notHere')}
      text={t('capsule.notHereText')}
      action={
        <Button
          variant="filled"
          onClick={() =>
            void navigate({ to: '/study/$studyId/explore/table', params: { studyId: allSamplesId } })
          }
        >
          {t('capsule.toResults')}
        </Button>
      }
    />
  )
}

export const ProblemDialog = lazyComponent(
  'ProblemDialog',
  () => import('../features/help/ProblemDialog.tsx'),
)
