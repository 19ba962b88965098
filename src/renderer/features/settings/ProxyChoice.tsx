import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProxyProblem, parseProxyAddress } from '../../../shared/domain/proxy.ts'
import type { Proxy } from '../../../shared/domain/settings.ts'

type Props = {
  ids: { 'aria-labelledby': string; 'aria-describedby'?: string }
  proxy: Proxy
  choose(proxy: Proxy): void
}

/** As the system says, none, or one of one's own, which counts when its address is there. */
export function ProxyChoice({ ids, proxy, choose }: Props) {
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
            <Button
              type="submit"
              variant="default"
              disabled={proxy.mode === 'manual' && proxy.address === address}
            >
              {t('network.useProxy')}
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  )
}
