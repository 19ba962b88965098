import { Box, Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import shared from '../../ui/shared.module.css'
import { focusSetting } from './SettingParts.tsx'
import { findSettings, type Tab } from './settingsIndex.ts'

type Props = {
  /** Settings that have no row. */
  hidden: ReadonlySet<string>
  show(tab: Tab): void
}

/** Finds a setting by its name, description or keywords in both languages, and goes to it. */
export function Search({ hidden, show }: Props) {
  const { t, i18n } = useTranslation('settings')
  const [query, setQuery] = useState('')
  const [target, setTarget] = useState<string | null>(null)
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  useFocusOf(target, () => setTarget(null))
  const { selectFirstOption } = box
  const isOpen = box.dropdownOpened
  // Selects the first option once the options of this query are rendered, so that Enter opens it.
  useEffect(() => {
    if (isOpen && query !== '') selectFirstOption()
  }, [query, isOpen, selectFirstOption])
  const language = i18n.language === 'zh-CN' ? 'zh-CN' : 'en'
  const found = findSettings(query, hidden, language)
  const lead = (setting: string): void => {
    const one = found.find((each) => each.setting === setting)
    if (!one) return
    setQuery('')
    box.closeDropdown()
    show(one.tab)
    setTarget(setting)
  }
  return (
    <Combobox store={box} onOptionSubmit={lead} position="bottom-end" width={360} withinPortal={false}>
      <Combobox.Target>
        <TextInput
          flex="0 1 240px"
          miw={180}
          my="xs"
          mx={0}
          size="xs"
          type="search"
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value)
            box.openDropdown()
          }}
          onFocus={() => query !== '' && box.openDropdown()}
          onBlur={() => box.closeDropdown()}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape' && !nativeEvent.isComposing) setQuery('')
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={query.trim() === ''}>
        <Combobox.Options mah={360} style={{ overflowY: 'auto' }} aria-label={t('search.label')}>
          {found.map(({ setting, tab, names }) => (
            <Combobox.Option key={setting} value={setting}>
              <Box fz="sm">{names[language]}</Box>
              <div className={shared.note}>{t(`tabs.${tab}`)}</div>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('search.none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const focusTimeoutMs = 3000

/** Focuses a setting once its part of the screen is rendered, which may have to load first. */
function useFocusOf(target: string | null, done: () => void): void {
  useEffect(() => {
    if (target === null) return
    const findTarget = (): void => {
      if (!focusSetting(target)) return
      stop()
      done()
    }
    const observer = new MutationObserver(findTarget)
    // Gives up after the timeout, so that the focus is not taken from a user who has moved on.
    const timer = setTimeout(() => {
      stop()
      done()
    }, focusTimeoutMs)
    const stop = (): void => {
      observer.disconnect()
      clearTimeout(timer)
    }
    observer.observe(document.body, { childList: true, subtree: true })
    findTarget()
    return stop
  })
}
