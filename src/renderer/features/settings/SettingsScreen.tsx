import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { useCall } from '../../client/call.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { settingsTabs } from '../../state/searchSchemas.ts'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Account, Capsule } from './account/Account.tsx'
import { Profiles } from './account/Profiles.tsx'
import { Security } from './account/Security.tsx'
import { Connection } from './connection/Connection.tsx'
import { Journal } from './journal/Journal.tsx'
import { Appearance } from './preferences/Appearance.tsx'
import { About, Notices, Privacy, Updates } from './preferences/General.tsx'
import { Network } from './preferences/Network.tsx'
import { Search } from './Search.tsx'
import classes from './settings.module.css'
import type { Tab } from './settingsIndex.ts'
import { toNotOffered } from './settingsIndex.ts'

export function SettingsScreen() {
  const { t } = useTranslation('settings')
  const { search, change } = useSearchParams('/settings')
  const status = useCall('app.status', {})
  const updates = useCall('updates.status', {})
  if (!status.data) {
    if (status.failure) return <FailureNotice failure={status.failure} retry={() => void status.refetch()} />
    return <LoadingBar visible />
  }
  const tab = search.tab ?? 'account'
  const show = (next: Tab) => change({ tab: next }, { replace: true })
  return (
    <Tabs
      value={tab}
      onChange={(next) => show(settingsTabs.find((one) => one === next) ?? 'account')}
      keepMounted={false}
      classNames={{ root: classes.tabs, list: classes.tabList, tab: classes.tab, panel: classes.panel }}
    >
      <div className={classes.head}>
        <Tabs.List aria-label={t('tabs.label')}>
          {settingsTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Search hidden={toNotOffered(status.data, updates.data)} show={show} />
      </div>
      <Tabs.Panel value={tab}>
        <Part tab={tab} status={status.data} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Part({ tab, status }: { tab: Tab; status: AppStatus }) {
  const capsule = status.profile?.capsule
  switch (tab) {
    case 'account':
      return (
        <>
          {capsule ? <Capsule capsule={capsule} /> : <Account status={status} />}
          <Profiles status={status} />
          <Security status={status} />
        </>
      )
    case 'appearance':
      return (
        <>
          <Appearance />
          <Notices />
        </>
      )
    case 'data':
      return (
        <>
          <Network />
          {!capsule && <Journal status={status} />}
          <Privacy status={status} />
        </>
      )
    case 'advanced':
      return (
        <>
          {!capsule && <Connection status={status} />}
          <Updates />
          <About status={status} />
        </>
      )
  }
}
