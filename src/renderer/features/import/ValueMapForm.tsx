import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft, ValueMap } from '../../../shared/domain/importing.ts'
import { samplesOf } from './examples.ts'
import classes from './import.module.css'

type Props = {
  column: string
  draft: ImportDraft
  values: ValueMap
  isSex: boolean
  apply(map: ValueMap): void
}
/** `isEmpty`: read as an empty cell, whatever was typed. */
type Entry = { id: number; from: string; to: string; isEmpty: boolean; isOwn: boolean }

/** More values than these are no codes. */
const mostListed = 30

/** What is read in place of the values of a column: those of the first rows, those set before, and one that is added. */
export function ValueMapForm({ column, draft, values, isSex, apply }: Props) {
  const { t } = useTranslation('import')
  const [entries, setEntries] = useState<Entry[]>(() => entriesOf(column, draft, values))
  const change = (index: number, part: Partial<Entry>) =>
    setEntries(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply(toMap(entries))
      }}
    >
      <Stack gap={8}>
        <Text fz={12} c="dimmed">
          {isSex && t('values.hintSex')} {t('values.hint')}
        </Text>
        <div className={classes.valueMap} role="group" aria-label={t('values.label', { column })}>
          {entries.map(({ id, from, to, isEmpty, isOwn }, index) => (
            <div key={id} className={classes.valueEntry}>
              {isOwn ? (
                <TextInput
                  size="xs"
                  aria-label={t('values.from')}
                  placeholder={t('values.from')}
                  maxLength={1000}
                  value={from}
                  onChange={({ currentTarget }) => change(index, { from: currentTarget.value })}
                />
              ) : (
                <span className={classes.valueFrom} title={from}>
                  {from}
                </span>
              )}
              <IconArrowRight size={14} stroke={1.5} aria-hidden />
              <TextInput
                size="xs"
                aria-label={t('values.to', { from })}
                placeholder={isEmpty ? '' : from}
                maxLength={1000}
                value={isEmpty ? '' : to}
                disabled={isEmpty}
                onChange={({ currentTarget }) => change(index, { to: currentTarget.value })}
              />
              <Checkbox
                size="xs"
                label={t('values.empty')}
                aria-label={t('values.asEmpty', { from })}
                checked={isEmpty}
                onChange={({ currentTarget }) => change(index, { isEmpty: currentTarget.checked })}
              />
            </div>
          ))}
        </div>
        <div className={classes.valueButtons}>
          <Button type="submit" size="xs">
            {t('values.apply')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            onClick={() =>
              setEntries([...entries, { id: entries.length, from: '', to: '', isEmpty: false, isOwn: true }])
            }
          >
            {t('values.add')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function entriesOf(column: string, draft: ImportDraft, values: ValueMap): Entry[] {
  const seen = samplesOf(draft, draft.columns.indexOf(column), mostListed)
  const all = [...new Set([...Object.keys(values), ...seen])]
  return all.map((from, id) => {
    const to = Object.hasOwn(values, from) ? values[from] : undefined
    return { id, from, to: to ?? '', isEmpty: to === '', isOwn: !seen.includes(from) }
  })
}

/** An entry without a text to be read stays as it stands in the file, unless it is read as empty. */
const toMap = (entries: readonly Entry[]): ValueMap =>
  Object.fromEntries(
    entries
      .filter(({ to, isEmpty }) => isEmpty || to.trim() !== '')
      .map(({ from, to, isEmpty }) => [from.trim(), isEmpty ? '' : to.trim()] as const)
      .filter(([from, to]) => to !== from),
  )
