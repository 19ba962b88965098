import { Button, Code, Spoiler, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** In place of a screen that threw while it was drawn; the frame around it still works. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('app')
  return (
    <Stack role="alert" gap={12} p={24} maw={640}>
      <Title order={2} fz={16}>
        {t('crash.title')}
      </Title>
      <Text>{t('crash.text')}</Text>
      <Button variant="default" w="fit-content" onClick={reset}>
        {t('crash.again')}
      </Button>
      <Spoiler maxHeight={60} showLabel={t('crash.details')} hideLabel={t('crash.details')}>
        <Code block>{error instanceof Error ? error.message : String(error)}</Code>
      </Spoiler>
    </Stack>
  )
}
