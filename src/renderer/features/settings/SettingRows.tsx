import { NativeSelect, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Settings } from '../../../shared/domain/app/settings.ts'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Row } from './SettingParts.tsx'
import type { useSettings } from './useSettings.ts'

/** The settings with values of one type. */
type KeysOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings]

type Props<K extends keyof Settings> = {
  of: ReturnType<typeof useSettings>
  setting: K
  name: string
  hint?: string
}

/** A setting that is on or off. */
export const SwitchRow = ({ of, setting, ...row }: Props<KeysOf<boolean>>) => (
  <Row {...row} setting={setting} reset={of.resetOf(setting)}>
    {(ids) => (
      <Switch
        {...ids}
        checked={of.settings[setting]}
        onChange={({ currentTarget }) => of.change({ [setting]: currentTarget.checked })}
      />
    )}
  </Row>
)

type ChoiceProps<K extends KeysOf<string>, Label> = Props<K> & {
  options: readonly { value: Settings[K]; label: Label }[]
}

/** A setting with a few options, side by side. */
export const ChoiceRow = <K extends KeysOf<string>>(props: ChoiceProps<K, ReactNode>) => {
  const { of, setting, options, ...row } = props
  return (
    <Row {...row} setting={setting} reset={of.resetOf(setting)}>
      {(ids) => (
        <SegmentedControl<Settings[K]>
          {...ids}
          value={of.settings[setting]}
          onChange={(value) => of.change({ [setting]: value })}
          data={options}
        />
      )}
    </Row>
  )
}

/** A setting with options in a list. */
export const SelectRow = <K extends KeysOf<string>>(props: ChoiceProps<K, string>) => {
  const { of, setting, options, ...row } = props
  return (
    <Row {...row} setting={setting} reset={of.resetOf(setting)}>
      {(ids) => (
        <NativeSelect
          w={190}
          {...ids}
          value={of.settings[setting]}
          onChange={({ currentTarget }) => of.change({ [setting]: currentTarget.value as Settings[K] })}
          data={[...options]}
        />
      )}
    </Row>
  )
}
