import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { About } from './About.tsx'
import { Account } from './Account.tsx'
import { Appearance } from './Appearance.tsx'
import { Capsule } from './Capsule.tsx'
import { Connection } from './Connection.tsx'
import { Journal } from './Journal.tsx'
import { Network } from './Network.tsx'
import { Notices } from './Notices.tsx'
import { toNotOffered } from './notOffered.ts'
import { Privacy } from './Privacy.tsx'
import { Profiles } from './Profiles.tsx'
import { Search } from './Search.tsx'
import { Security } from './Security.tsx'
import classes from './settings.module.css'
import { capsuleTabs, parseTab, type Tab, tabs } from './tabs.ts'
import { Updates } from './Updates.tsx'

/** The account, the profiles and their services, the secrets, and what a person sets for this installation. */
export function SettingsScreen() {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const wanted = parseTab(useSearch({ strict: false }))
  const status = useCall('app.status', {})
  const updates = useCall('updates.status', {})
  if (!status.data) {
    if (status.failure) return <FailureNotice failure={status.failure} retry={() => void status.refetch()} />
    return <LoadingBar visible />
  }
  const offered = status.data.profile?.capsule ? capsuleTabs : tabs
  const tab = offered.includes(wanted) ? wanted : 'account'
  const show = (next: string | null) =>
    void navigate({ to: '/settings', search: { tab: next } as never, replace: true })
  return (
    <Tabs
      value={tab}
      onChange={show}
      keepMounted={false}
      classNames={{ root: classes.tabs, list: classes.tabList, tab: classes.tab, panel: classes.panel }}
    >
      <div className={classes.head}>
        <Tabs.List aria-label={t('tabs.label')}>
          {offered.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Search offered={offered} hidden={toNotOffered(status.data, updates.data)} show={show} />
      </div>
      <Tabs.Panel value={tab}>
        <Part tab={tab} status={status.data} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Part({ tab, status }: { tab: Tab; status: AppStatus }) {
  const capsule = status.profile?.capsule
  if (tab === 'account' && capsule) return <Capsule capsule={capsule} />
  if (tab === 'account') return <Account status={status} />
  if (tab === 'profiles') return <Profiles status={status} />
  if (tab === 'connection') return <Connection status={status} />
  if (tab === 'security') return <Security status={status} />
  if (tab === 'journal') return <Journal status={status} />
  if (tab === 'appearance') return <Appearance />
  if (tab === 'network') return <Network />
  if (tab === 'privacy') return <Privacy status={status} />
  return (
    <>
      <Notices />
      <Updates />
      <About status={status} />
    </>
  )
}
