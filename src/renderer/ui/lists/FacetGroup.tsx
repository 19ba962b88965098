import { Box, Button, Stack, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/contract/failures.ts'
import shared from '../shared.module.css'
import { numberFormatter, useTranslator } from '../text/formats.tsx'
import classes from './FacetGroup.module.css'

type NavProps = {
  label: string
  failure: Failure | null
  retry(): void
  head?: ReactNode
  children: ReactNode
}

/** The facets of a search, beside its hits; shows an error if they could not be counted. */
export function FacetNav({ label, failure, retry, head, children }: NavProps) {
  const { t } = useTranslation('ui')
  const translate = useTranslator()
  return (
    <nav className={classes.nav} aria-label={label}>
      {head}
      {failure && (
        <Box component="p" m={0} py="xs" px="sm" c="dimmed" fz="xs" role="status">
          {t('facets.failed')}{' '}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            title={translate(failure.userMessage)}
            onClick={retry}
          >
            {t('retry')}
          </Button>
        </Box>
      )}
      {children}
    </nav>
  )
}

export const FacetSpace = () => <div className={classes.nav} />

export const FacetNote = ({ children }: { children: ReactNode }) => (
  <Box component="p" m={0} py="xs" px="sm" c="dimmed" fz="xs">
    {children}
  </Box>
)

type Value<V> = { value: V; label: string; count: number }

type Props<V> = {
  title: string
  values: readonly Value<V>[]
  selected: readonly V[]
  /** Receives the value that was clicked, selected or not. */
  toggle(value: V): void
}

/** The number of values shown before the list is expanded. */
const collapsedLength = 12
const maxShown = 200

/** One facet: its values with their counts, which the user can select. A facet without values is hidden. */
export function FacetGroup<V extends string>({ title, values, selected, toggle }: Props<V>) {
  const { t, i18n } = useTranslation('ui')
  const number = numberFormatter(i18n.language)
  const [folded, setFolded] = useState(false)
  const [all, setAll] = useState(false)
  const [text, setText] = useState('')
  const body = useId()
  if (values.length === 0) return null
  const isLong = values.length > collapsedLength
  const found = all && text ? values.filter(({ label }) => matchesText(label, text)) : values
  const shown = withSelected(found.slice(0, all ? maxShown : collapsedLength), values, selected)
  const Chevron = folded ? IconChevronRight : IconChevronDown
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={folded ? undefined : body}
          onClick={() => setFolded(!folded)}
        >
          <Chevron size={12} stroke={1.75} aria-hidden />
          {title}
        </button>
      </h2>
      {!folded && (
        <Stack id={body} className={classes.values ?? ''} gap={1}>
          {all && (
            <TextInput
              size="xs"
              autoFocus
              mt={2}
              mb="xs"
              mx={0}
              aria-label={t('facets.filter', { title })}
              placeholder={t('facets.filterHint')}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          {shown.map(({ value, label, count }) => (
            <button
              key={value}
              type="button"
              className={shared.listButton}
              aria-pressed={selected.includes(value)}
              title={label}
              onClick={() => toggle(value)}
            >
              <span>
                <bdi>{label}</bdi>
              </span>{' '}
              <span className={shared.count}>{number.format(count)}</span>
            </button>
          ))}
          {all && found.length === 0 && <FacetNote>{t('facets.none')}</FacetNote>}
          {all && found.length > maxShown && (
            <FacetNote>{t('facets.rest', { count: found.length - maxShown })}</FacetNote>
          )}
          {isLong && (
            <button
              type="button"
              className={`${shared.listButton} ${classes.more}`}
              onClick={() => setAll(!all)}
            >
              {all ? t('facets.fewer') : t('facets.all', { count: values.length })}
            </button>
          )}
        </Stack>
      )}
    </section>
  )
}

const matchesText = (label: string, text: string) => label.toLowerCase().includes(text.trim().toLowerCase())

/** Moves selected values that would be hidden to the front of the list. */
function withSelected<V>(shown: readonly Value<V>[], values: readonly Value<V>[], selected: readonly V[]) {
  const hidden = values.filter((one) => selected.includes(one.value) && !shown.includes(one))
  return [...hidden, ...shown]
}
