import { Button, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useCall } from '../../../client/useCall.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { isUpdated, listsRecentFiles } from '../offered.ts'
import { placeOfSetting, Row, Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { useSettings } from '../useSettings.ts'

const statements = ['service', 'telemetry', 'updates', 'demo'] as const
type UserSettings = ReturnType<typeof useSettings>

/** Shows what leaves this computer and what does not, and controls what is stored about the use of Pathclock. */
export function Privacy({ status }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  const userSettings = useSettings()
  const { settings, change, resetOf, failure } = userSettings
  const asksForUpdates = isUpdated(useCall('updates.status', {}).data)
  return (
    <>
      {failure && <FailureNotice flush failure={failure} />}
      <Section title={t('privacy.title')}>
        <ul className={classes.plainList} id={placeOfSetting('telemetry')} tabIndex={-1}>
          {statements.map(
            (line) =>
              (line !== 'updates' || asksForUpdates) && <li key={line}>{t(`privacy.statements.${line}`)}</li>,
          )}
        </ul>
      </Section>
      <Section title={t('privacy.onComputer')}>
        {listsRecentFiles(status) && <RecentFiles settings={userSettings} />}
        <Row
          setting="keepCrashReports"
          name={t('privacy.crashes')}
          hint={t('privacy.crashesHint')}
          reset={resetOf('keepCrashReports')}
        >
          {(ids) => (
            <Switch
              {...ids}
              checked={settings.keepCrashReports}
              onChange={({ currentTarget }) => change({ keepCrashReports: currentTarget.checked })}
            />
          )}
        </Row>
      </Section>
    </>
  )
}

/** Sets whether opened files are listed, and clears the list. */
function RecentFiles({ settings: { settings, change, resetOf } }: { settings: UserSettings }) {
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
      <Row
        setting="keepRecent"
        name={t('privacy.recent')}
        hint={t('privacy.recentHint')}
        reset={resetOf('keepRecent')}
      >
        {(ids) => (
          <Switch
            {...ids}
            checked={settings.keepRecent}
            onChange={({ currentTarget }) => change({ keepRecent: currentTarget.checked })}
          />
        )}
      </Row>
      <Row setting="clearRecent" name={t('privacy.clear')} hint={t('privacy.clearHint')}>
        {(ids) => (
          <Button
            variant="default"
            aria-describedby={ids['aria-describedby']}
            loading={clear.pending}
            disabled={isEmpty}
            onClick={() => void clear.run()}
          >
            {t('privacy.clearAction')}
          </Button>
        )}
      </Row>
      {clear.failure && <FailureNotice flush failure={clear.failure} />}
    </>
  )
}
