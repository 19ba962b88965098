import { Box, Button, Group, NativeSelect, ScrollArea, Switch } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultSettings, type Settings } from '../../../shared/domain/app/settings.ts'
import { call, useAction, useCall, useSetCached } from '../../client/call.ts'
import { LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import classes from './settings.module.css'

type Props = {
  title: string
  /** The name in the search, if the section is found as a whole. */
  setting?: string
  /** True while newer content loads; the old content stays below a progress bar. */
  loading?: boolean
  children: ReactNode
}

export function Section({ title, setting, loading = false, children }: Props) {
  const id = useId()
  return (
    <section
      className={classes.section}
      aria-labelledby={id}
      {...(setting !== undefined && { id: placeOfSetting(setting), tabIndex: -1 })}
    >
      <div className={classes.loading}>
        <LoadingBar visible={loading} />
      </div>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <div className={classes.body}>{children}</div>
    </section>
  )
}

type RowProps = {
  /** The name in the search. */
  setting: string
  name: string
  hint?: string
  /** Restores the default; null if the setting has it, undefined if there is none. */
  reset?: (() => void) | null
  children: (ids: { 'aria-labelledby': string; 'aria-describedby'?: string }) => ReactNode
}

/** One setting: its name to the left, its control to the right, and a reset button if it was changed. */
export function Row({ setting, name, hint, reset, children }: RowProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }
  return (
    <div className={classes.row} id={placeOfSetting(setting)} tabIndex={-1}>
      <div className={classes.rowText}>
        <div id={id}>{name}</div>
        {hint !== undefined && (
          <Box id={`${id}-hint`} maw={440} c="dimmed" fz="xs" lh={1.4}>
            {hint}
          </Box>
        )}
      </div>
      <div className={classes.rowControl}>{children({ 'aria-labelledby': id, ...described })}</div>
      <Group gap={0} wrap="nowrap" mih={34}>
        {reset && (
          <Button size="compact-xs" variant="subtle" onClick={reset} aria-label={t('resetNamed', { name })}>
            {t('reset')}
          </Button>
        )}
      </Group>
    </div>
  )
}

/** A table in a frame that scrolls sideways, by keyboard too, if the page is too narrow. */
export const Framed = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollArea
    className={classes.frame}
    type="auto"
    offsetScrollbars="present"
    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
  >
    {children}
  </ScrollArea>
)

/** Returns the element id of a setting, by its name in the search. */
export const placeOfSetting = (setting: string): string => `setting-${setting}`

const control = 'input:not([disabled]), select, textarea, button:not([disabled]), [role="slider"], a[href]'

/** Scrolls to a setting and focuses its control or row. Returns false if the row is not rendered yet. */
export function focusSetting(setting: string): boolean {
  const row = document.getElementById(placeOfSetting(setting))
  if (!row) return false
  row.scrollIntoView({ block: 'center' })
  const checked = row.querySelector<HTMLElement>('input:checked')
  const target = checked ?? row.querySelector<HTMLElement>(control) ?? row
  target.focus({ preventScroll: true })
  row.dataset['found'] = ''
  row.addEventListener('focusout', () => delete row.dataset['found'], { once: true })
  return true
}

type KeysOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings]

type SettingRowsProps<K extends keyof Settings> = {
  of: ReturnType<typeof useSettings>
  setting: K
  name: string
  hint?: string
}

export const SwitchRow = ({ of, setting, ...row }: SettingRowsProps<KeysOf<boolean>>) => (
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

type ChoiceProps<K extends KeysOf<string>, Label> = SettingRowsProps<K> & {
  options: readonly { value: Settings[K]; label: Label }[]
}

export const ChoiceRow = <K extends KeysOf<string>>(props: ChoiceProps<K, ReactNode>) => {
  const { of, setting, options, ...row } = props
  return (
    <Row {...row} setting={setting} reset={of.resetOf(setting)}>
      {(ids) => (
        <SegmentedControl<Settings[K]>
          size="sm"
          {...ids}
          value={of.settings[setting]}
          onChange={(value) => of.change({ [setting]: value })}
          data={options}
        />
      )}
    </Row>
  )
}

export const SelectRow = <K extends KeysOf<string>>(props: ChoiceProps<K, string>) => {
  const { of, setting, options, ...row } = props
  return (
    <Row {...row} setting={setting} reset={of.resetOf(setting)}>
      {(ids) => (
        <NativeSelect
          size="sm"
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

/** Returns the settings of this installation. A change applies immediately and is saved in the background. */
export function useSettings() {
  const setCached = useSetCached()
  const { data: saved = defaultSettings, failure: unread } = useCall('settings.get', {})
  /** Changes not yet sent to the main process: arrow keys can change a choice faster than responses arrive. */
  const requested = useRef<Partial<Settings>>({})
  /** Changes not yet saved. */
  const [chosen, setChosen] = useState<Partial<Settings>>({})
  const settings = { ...saved, ...chosen }
  const { run, failure } = useAction(async () => {
    try {
      while (Object.keys(requested.current).length > 0) {
        const next = requested.current
        requested.current = {}
        setCached('settings.get', {}, await call('settings.set', next))
      }
    } finally {
      requested.current = {}
      setChosen({})
    }
  })
  const change = (changed: Partial<Settings>): void => {
    requested.current = { ...requested.current, ...changed }
    setChosen((before) => ({ ...before, ...changed }))
    void run()
  }
  const isChanged = (key: keyof Settings): boolean =>
    JSON.stringify(settings[key]) !== JSON.stringify(defaultSettings[key])
  return {
    settings,
    change,
    /** Returns a function that restores the default; null if the setting has its default. */
    resetOf: (key: keyof Settings) => (isChanged(key) ? () => change({ [key]: defaultSettings[key] }) : null),
    failure: failure ?? unread,
  }
}
