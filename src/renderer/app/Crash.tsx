import { Button, Code, Group, Spoiler, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { ProblemDialog } from './problemDialog.ts'

const maxStackLength = 20_000

/** In place of a screen that threw while it was drawn; the frame around it still works. A report stays on this computer. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('app')
  const [reporting, setReporting] = useState(false)
  const { run: record } = useAction((stack: string) => call('problems.record', { stack }))
  useEffect(() => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    void record(stack.slice(0, maxStackLength))
  }, [error, record])
  return (
    <Stack role="alert" gap={12} p={24} maw={640}>
      <Title order={2} fz={16}>
        {t('crash.title')}
      </Title>
      <Text>{t('crash.text')}</Text>
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
