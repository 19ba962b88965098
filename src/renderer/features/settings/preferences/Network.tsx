import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Proxy, type ProxyProblem, parseProxyAddress } from '../../../../shared/domain/app/settings.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { Row, Section, SwitchRow, useSettings } from '../SettingParts.tsx'

export function Network() {
  const { t } = useTranslation('settings')
  const userSettings = useSettings()
  const { settings, change, resetOf, failure } = userSettings
  return (
    <>
      {failure && <FailureNotice flush failure={failure} />}
      <Section title={t('network.title')}>
        <SwitchRow
          of={userSettings}
          setting="offlineSwitch"
          name={t('network.offline')}
          hint={t('network.offlineHint')}
        />
        <Row setting="proxy" name={t('network.proxy')} hint={t('network.proxyHint')} reset={resetOf('proxy')}>
          {(ids) => (
            <ProxyChoice
              key={JSON.stringify(settings.proxy)}
              ids={ids}
              proxy={settings.proxy}
              choose={(proxy) => change({ proxy })}
            />
          )}
        </Row>
      </Section>
      <Section title={t('network.limitTitle')}>
        <Row
          setting="quotaShare"
          name={t('network.share')}
          hint={t('network.shareHint')}
          reset={resetOf('quotaShare')}
        >
          {(ids) => (
            <Share
              key={settings.quotaShare}
              ids={ids}
              share={settings.quotaShare}
              choose={(quotaShare) => change({ quotaShare })}
            />
          )}
        </Row>
      </Section>
    </>
  )
}

type ShareProps = {
  ids: { 'aria-labelledby': string; 'aria-describedby'?: string }
  share: number
  choose(share: number): void
}

/** Edits a percentage; the arrows move by ten. Typed text applies on blur or Enter. */
function Share({ ids, share, choose }: ShareProps) {
  const [typed, setTyped] = useState<string | number>(share)
  const settle = (value: string | number): void => {
    const whole = Math.min(100, Math.max(10, Math.round(Number(value))))
    if (value === '' || Number.isNaN(whole)) return setTyped(share)
    if (whole !== share) choose(whole)
  }
  return (
    <NumberInput
      {...ids}
      w={120}
      min={10}
      max={100}
      step={10}
      suffix="%"
      allowDecimal={false}
      value={typed}
      onChange={setTyped}
      onBlur={() => settle(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') settle(typed)
      }}
    />
  )
}

type Props = {
  ids: { 'aria-labelledby': string; 'aria-describedby'?: string }
  proxy: Proxy
  choose(proxy: Proxy): void
}

/** Chooses the proxy: the system's, none, or a custom one, which applies once its address is valid. */
function ProxyChoice({ ids, proxy, choose }: Props) {
  const { t } = useTranslation('settings')
  const [mode, setMode] = useState<Proxy['mode']>(proxy.mode)
  const [address, setAddress] = useState(proxy.mode === 'manual' ? proxy.address : '')
  const [problem, setProblem] = useState<ProxyProblem | null>(null)
  const take = (next: Proxy['mode']): void => {
    setMode(next)
    if (next !== 'manual') choose({ mode: next })
  }
  const use = (): void => {
    const read = parseProxyAddress(address)
    if ('problem' in read) setProblem(read.problem)
    else choose({ mode: 'manual', address: read.address })
  }
  return (
    <Stack gap={8} align="flex-start">
      <SegmentedControl
        size="sm"
        {...ids}
        value={mode}
        onChange={take}
        data={[
          { value: 'system', label: t('appearance.system') },
          { value: 'none', label: t('network.noProxy') },
          { value: 'manual', label: t('network.ownProxy') },
        ]}
      />
      {mode === 'manual' && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            use()
          }}
        >
          <Group gap={8} align="flex-start" wrap="nowrap">
            <TextInput
              w={260}
              aria-label={t('network.proxyAddress')}
              placeholder="http://proxy.example:3128"
              spellCheck={false}
              value={address}
              error={problem && t(`network.proxyProblem.${problem}`)}
              onChange={({ currentTarget }) => {
                setAddress(currentTarget.value)
                setProblem(null)
              }}
            />
            <Button type="submit" disabled={proxy.mode === 'manual' && proxy.address === address}>
              {t('network.useProxy')}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  )
}
