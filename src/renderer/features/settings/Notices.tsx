import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Row } from './Row.tsx'
import { Section } from './Section.tsx'
import { useSettings } from './useSettings.ts'

/** Whether the system tells of long work that has ended. */
export function Notices() {
  const { t } = useTranslation('settings')
  const { settings, change, resetOf, failure } = useSettings()
  return (
    <Section title={t('notices.title')}>
      {failure && <FailureNotice flush failure={failure} />}
      <Row
        setting="systemNotices"
        name={t('notices.system')}
        hint={t('notices.hint')}
        reset={resetOf('systemNotices')}
      >
        {(ids) => (
          <Switch
            {...ids}
            checked={settings.systemNotices}
            onChange={({ currentTarget }) => change({ systemNotices: currentTarget.checked })}
          />
        )}
      </Row>
    </Section>
  )
}
