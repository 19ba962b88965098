import { Box, Button, Group, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import type { UpdateState } from '../../../../shared/domain/app/settings.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Fact, Facts } from '../../../ui/panes/Section.tsx'
import { Timestamp, TranslatedMessage } from '../../../ui/text/formats.tsx'
import { isUpdated } from '../offered.ts'
import { ChoiceRow, Section, SwitchRow, useSettings } from '../SettingParts.tsx'
import classes from '../settings.module.css'

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
        options={[
          { value: 'latest', label: t('updates.latest') },
          { value: 'beta', label: t('updates.beta') },
          { value: 'off', label: t('updates.off') },
        ]}
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
