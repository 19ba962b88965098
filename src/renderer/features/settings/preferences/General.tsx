import { Box, Button, Group, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import type { UpdateState } from '../../../../shared/domain/app/settings.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useCall } from '../../../client/useCall.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import shared from '../../../ui/shared.module.css'
import { Timestamp } from '../../../ui/text/Timestamp.tsx'
import { TranslatedMessage } from '../../../ui/text/TranslatedMessage.tsx'
import { isUpdated } from '../offered.ts'
import { Section } from '../SettingParts.tsx'
import { ChoiceRow, SwitchRow } from '../SettingRows.tsx'
import classes from '../settings.module.css'
import { useSettings } from '../useSettings.ts'

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
        {mayCheck && (
          <Button variant="default" loading={check.pending} onClick={() => void check.run()}>
            {t('updates.check')}
          </Button>
        )}
        {state.kind === 'ready' && (
          <Button loading={install.pending} onClick={() => void install.run('now')}>
            {t('updates.install')}
          </Button>
        )}
        {state.kind === 'waiting' && (
          <Button variant="default" onClick={() => void install.run('later')}>
            {t('updates.later')}
          </Button>
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

/** Sets whether the system notifies the user when long tasks end. */
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

/** Shows the version of Pathclock and its host. */
export function About({ status: { version, host } }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  return (
    <Section setting="about" title={t('about.title')}>
      <dl className={`${shared.facts} ${classes.facts}`}>
        <dt>{t('about.version')}</dt>
        <dd>Pathclock {version}</dd>
        <dt>{t('about.host')}</dt>
        <dd>{t(`about.hosts.${host}`)}</dd>
      </dl>
      <p className={classes.dimmed}>{t('about.research')}</p>
    </Section>
  )
}
