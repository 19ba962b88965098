import { Button, Code, Group, Spoiler, Stack, Text, Title } from '@mantine/core'
import { type ErrorComponentProps, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allSamplesId } from '../../shared/domain/studies/study.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { useCall } from '../client/useCall.ts'
import { EmptyState } from '../ui/feedback/Feedback.tsx'
import { useTranslator } from '../ui/text/TranslatedMessage.tsx'

const maxStackLength = 20_000

/** In place of a screen that threw while it was drawn; the frame around it still works. A report stays on this computer. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('app')
  // The code of a screen comes from the host too.
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
        <Button onClick={reset}>{t('crash.again')}</Button>
        <Button variant="subtle" color="gray" c="dimmed" onClick={() => setReporting(true)}>
          {t('crash.report')}
        </Button>
      </Group>
      {/* Its own: where the frame has failed too, no other is drawn. */}
      {reporting && (
        <Suspense fallback={null}>
          <ProblemDialog close={() => setReporting(false)} />
        </Suspense>
      )}
      <Spoiler maxHeight={60} showLabel={t('crash.details')} hideLabel={t('crash.details')}>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {error instanceof Error ? error.message : String(error)}
        </Code>
      </Spoiler>
    </Stack>
  )
}

/** For an address that names no section, as from an old bookmark. */
export function NotFound() {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<Button onClick={() => void navigate({ to: '/' })}>{t('notFound.action')}</Button>}
    />
  )
}

/** An address of a section that a capsule has nothing for. */
export function NotInCapsule() {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t('capsule.notHere')}
      text={t('capsule.notHereText')}
      action={
        <Button
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

/** Loaded when a problem is to be reported. */
export const ProblemDialog = lazy(async () => ({
  default: (await import('../features/help/ProblemDialog.tsx')).ProblemDialog,
}))
