import { Box, Button, Group, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/call.ts'
import { Examples } from '../../shared/help/Examples.tsx'
import { type HelpTopic, helpTopics, useDialogs } from '../../state/dialogs.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import classes from './help.module.css'

const withExamples: readonly HelpTopic[] = ['start', 'import']

/** Shows the help, chapter by chapter. It works offline. */
export function HelpDialog({ topic }: { topic: HelpTopic }) {
  const { t } = useTranslation('help')
  const { openHelp, close } = useDialogs()
  return (
    <Dialog opened onClose={() => close('help')} title={t('title')} size={860}>
      <Tabs
        orientation="vertical"
        value={topic}
        onChange={(value) => {
          const chosen = helpTopics.find((one) => one === value)
          if (chosen) openHelp(chosen)
        }}
        classNames={{ root: classes.chapters, tab: classes.tab }}
      >
        <Tabs.List aria-label={t('chapters')} flex="none">
          {helpTopics.map((one) => (
            <Tabs.Tab key={one} value={one} data-autofocus={one === topic || undefined}>
              {t(`chapter.${one}.title`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {helpTopics.map((one) => (
          <Tabs.Panel key={one} value={one} keepMounted={false} className={classes.panel} tabIndex={0}>
            <Chapter topic={one} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <More />
    </Dialog>
  )
}

function Chapter({ topic }: { topic: HelpTopic }) {
  const { t } = useTranslation('help')
  const close = useDialogs((state) => state.close)
  const paragraphs: unknown = t(`chapter.${topic}.text`, { returnObjects: true })
  const lines = Array.isArray(paragraphs) ? paragraphs.map(String) : []
  return (
    <>
      <Box component="h3" mt={0} mb="md" mx={0} fz="lg" fw={600}>
        {t(`chapter.${topic}.title`)}
      </Box>
      {lines.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {withExamples.includes(topic) && <Examples opened={() => close('help')} />}
    </>
  )
}

function More() {
  const { t } = useTranslation('help')
  const { startTour, openShortcuts, openProblem, close } = useDialogs()
  const hasFrame = Boolean(useCall('app.status', {}).data?.profile)
  return (
    <Group gap={8} mt={16} justify="flex-end">
      <Button
        onClick={() => {
          close('help')
          openShortcuts()
        }}
      >
        {t('shortcuts')}
      </Button>
      <Button onClick={openProblem}>{t('action.reportProblem')}</Button>
      {hasFrame && (
        <Button variant="filled" onClick={startTour}>
          {t('action.takeTour')}
        </Button>
      )}
    </Group>
  )
}
