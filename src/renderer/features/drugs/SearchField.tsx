import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './drugs.module.css'
import { optionId } from './keys.ts'

type Props = {
  ref: Ref<HTMLInputElement>
  text: string
  type(text: string): void
  /** Id of the list that the field commands; null while there is none. */
  list: string | null
  activeId: string | null
  onKeyDown(event: KeyboardEvent): void
}

/** The field that asks as it is typed into, and moves in the list without leaving. */
export function SearchField({ ref, text, type, list, activeId, onKeyDown }: Props) {
  const { t } = useTranslation('drugs')
  return (
    <TextInput
      ref={ref}
      type="search"
      size="xs"
      className={classes.search ?? ''}
      aria-label={t('search')}
      placeholder={t('searchHint')}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={list !== null}
      aria-controls={list ?? undefined}
      aria-activedescendant={list === null || activeId === null ? undefined : optionId(list, activeId)}
      leftSection={<IconSearch size={14} aria-hidden />}
      maxLength={10_000}
      rightSection={
        text && <CloseButton size="xs" aria-label={t('noMatch.action')} onClick={() => type('')} />
      }
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
