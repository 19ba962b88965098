import { SegmentedControl, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { defaultSettings, type Settings } from '../../../shared/domain/settings.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Section } from './Section.tsx'
import classes from './settings.module.css'

/** Theme, language and the offline switch; each takes effect at once and is kept. */
export function Preferences() {
  const { t } = useTranslation('settings')
  const { data: settings = defaultSettings, failure: unread } = useCall('settings.get', {})
  const change = useAction((changed: Partial<Settings>) => call('settings.set', changed))
  const failure = change.failure ?? unread
  return (
    <>
      <Section title={t('appearance.title')}>
        <div className={classes.choice}>
          <span>{t('appearance.theme')}</span>
          <SegmentedControl
            aria-label={t('appearance.theme')}
            value={settings.theme}
            onChange={(theme) => void change.run({ theme })}
            data={[
              { value: 'system', label: t('appearance.system') },
              { value: 'light', label: t('appearance.light') },
              { value: 'dark', label: t('appearance.dark') },
            ]}
          />
        </div>
        <div className={classes.choice}>
          <span>{t('appearance.language')}</span>
          <SegmentedControl
            aria-label={t('appearance.language')}
            value={settings.language}
            onChange={(language) => void change.run({ language })}
            data={[
              { value: 'system', label: t('appearance.system') },
              // A language is named in itself, so that who cannot read this page finds the way out of it.
              { value: 'en', label: 'English' },
              { value: 'zh-CN', label: '简体中文' },
            ]}
          />
        </div>
        {failure && <FailureNotice flush failure={failure} />}
      </Section>
      <Section title={t('network.title')}>
        <Switch
          checked={settings.offlineSwitch}
          onChange={({ currentTarget }) => void change.run({ offlineSwitch: currentTarget.checked })}
          label={t('network.offline')}
          description={t('network.offlineHint')}
        />
      </Section>
    </>
  )
}
