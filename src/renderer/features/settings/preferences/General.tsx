import { Box, Button, Group, Progress, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import type { UpdateState } from '../../../../shared/domain/app/settings.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Fact, Facts } from '../../../ui/panes/Section.tsx'
import { Timestamp, TranslatedMessage } from '../../../ui/text/formats.tsx'
import { isUpdated, listsRecentFiles } from '../offered.ts'
import { ChoiceRow, placeOfSetting, Row, Section, SwitchRow, useSettings } from '../SettingParts.tsx'
import classes from '../settings.module.css'

const channels = ['latest', 'beta', 'off'] as const

/** Chooses the update channel and shows the state of the update. Renders nothing if the app does not update itself. */
export function Updates() {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  const { data: state } = useCall('updates.status', {})
  const check = useAction(() => call('updates.check', {}))
  const install = useAction((when: 'now' | 'later') => call('updates.install', { when }))
  if (!state || !isUpdated(state)) return null
  const failure = settings.failure ?? check.failure ?? install.failure
  const isManaged = state.kind === 'none' && state.held === 'policy'
  if (isManaged)
    return (
      <Section setting="updates" title={t('updates.title')}>
        <p className={classes.dimmed}>{t('updates.held.policy')}</p>
      </Section>
    )
  const mayCheck = state.kind === 'failed' || (state.kind === 'none' && state.held === null)
  return (
    <Section setting="updates" title={t('updates.title')} loading={check.pending}>
      <ChoiceRow
        of={settings}
        setting="updateChannel"
        name={t('updates.channel')}
        options={channels.map((value) => ({ value, label: t(`updates.${value}`) }))}
      />
      <Box role="status" w="100%">
        <Progressing state={state} />
      </Box>
      <Group gap="xs">
        {mayCheck && <Button {...check.buttonProps()}>{t('updates.check')}</Button>}
        {state.kind === 'ready' && (
          <Button variant="filled" {...install.buttonProps('now')}>
            {t('updates.install')}
          </Button>
        )}
        {state.kind === 'waiting' && (
          <Button onClick={() => void install.run('later')}>{t('updates.later')}</Button>
        )}
      </Group>
      <p className={classes.dimmed}>{t('updates.about')}</p>
      {failure && <FailureNotice flush failure={failure} />}
    </Section>
  )
}

function Progressing({ state }: { state: UpdateState }) {
  const { t } = useTranslation('settings')
  if (state.kind === 'failed') return <TranslatedMessage text={state.message} />
  if (state.kind === 'waiting')
    return <>{t('updates.waiting', { version: state.version, count: state.jobs })}</>
  if (state.kind === 'downloading')
    return (
      <>
        {t('updates.downloading', { version: state.version, percent: state.percent })}
        <Progress value={state.percent} aria-label={t('updates.title')} mt={4} />
      </>
    )
  if (state.kind !== 'none') return <>{t(`updates.${state.kind}`, { version: state.version })}</>
  if (state.held !== null) return <>{t(`updates.held.${state.held}`)}</>
  if (state.checkedAt === null) return <>{t('updates.unchecked')}</>
  return (
    <>
      {t('updates.newest')} <Timestamp at={state.checkedAt} />
    </>
  )
}

export function Notices() {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  return (
    <Section title={t('notices.title')}>
      {settings.failure && <FailureNotice flush failure={settings.failure} />}
      <SwitchRow of={settings} setting="systemNotices" name={t('notices.system')} hint={t('notices.hint')} />
    </Section>
  )
}

const statements = ['service', 'telemetry', 'updates', 'demo'] as const
type UserSettings = ReturnType<typeof useSettings>

/** Shows what leaves this computer and what does not, and controls what is stored about the use of Pathclock. */
export function Privacy({ status }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  const asksForUpdates = isUpdated(useCall('updates.status', {}).data)
  return (
    <>
      {settings.failure && <FailureNotice flush failure={settings.failure} />}
      <Section title={t('privacy.title')}>
        <Stack
          component="ul"
          gap="sm"
          maw={680}
          m={0}
          p={0}
          pl="lg"
          id={placeOfSetting('telemetry')}
          tabIndex={-1}
        >
          {statements.map(
            (line) =>
              (line !== 'updates' || asksForUpdates) && <li key={line}>{t(`privacy.statements.${line}`)}</li>,
          )}
        </Stack>
      </Section>
      <Section title={t('privacy.onComputer')}>
        {listsRecentFiles(status) && <RecentFiles settings={settings} />}
        <SwitchRow
          of={settings}
          setting="keepCrashReports"
          name={t('privacy.crashes')}
          hint={t('privacy.crashesHint')}
        />
      </Section>
    </>
  )
}

function RecentFiles({ settings }: { settings: UserSettings }) {
  const { t } = useTranslation('settings')
  const recent = useCall('recent.list', {})
  const clear = useAction(async () => {
    await call('recent.clear', {})
    await recent.refetch()
    notifications.show({ message: t('privacy.cleared') })
  })
  const isEmpty = (recent.data ?? []).length === 0
  return (
    <>
      <SwitchRow
        of={settings}
        setting="keepRecent"
        name={t('privacy.recent')}
        hint={t('privacy.recentHint')}
      />
      <Row setting="clearRecent" name={t('privacy.clear')} hint={t('privacy.clearHint')}>
        {(ids) => (
          <Button aria-describedby={ids['aria-describedby']} disabled={isEmpty} {...clear.buttonProps()}>
            {t('privacy.clearAction')}
          </Button>
        )}
      </Row>
      {clear.failure && <FailureNotice flush failure={clear.failure} />}
    </>
  )
}

export function About({ status: { version, host } }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  return (
    <Section setting="about" title={t('about.title')}>
      <Facts nameWidth={120}>
        <Fact name={t('about.version')}>Pathclock {version}</Fact>
        <Fact name={t('about.host')}>{t(`about.hosts.${host}`)}</Fact>
      </Facts>
      <p className={classes.dimmed}>{t('about.research')}</p>
    </Section>
  )
}
