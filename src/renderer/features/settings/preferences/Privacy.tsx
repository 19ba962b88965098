import { Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { isUpdated, listsRecentFiles } from '../offered.ts'
import { placeOfSetting, Row, Section, SwitchRow, useSettings } from '../SettingParts.tsx'

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
