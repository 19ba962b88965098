import { Button, CloseButton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SampleChoice } from '../../../shared/domain/cohort.ts'
import { useChoiceName } from '../../state/useChoiceName.ts'
import { useCohort } from '../../state/useCohort.ts'
import { mostGroups, type NamedSet } from './address.ts'
import classes from './compare.module.css'

/** More names than this make an address that nobody can keep. */
const mostByHand = 500

type Props = { sets: readonly NamedSet[]; change(sets: readonly NamedSet[]): void }

/** Groups made of marked samples, or of those that are looked at. */
export function HandGroups({ sets, change }: Props) {
  const { t } = useTranslation('compare')
  const { selection } = useCohort()
  const { selectedIds: marked, of } = selection
  const shown = useChoiceName(of)
  const add = (choice: SampleChoice) =>
    change([...sets, { name: freeName(sets, (number) => t('hand.newName', { number })), of: choice }])
  const named = ('sampleIds' in of ? of.sampleIds : of.except)?.length ?? 0
  const isLong = marked.size > mostByHand || named > mostByHand
  return (
    <div className={classes.hand}>
      {sets.map((set, index) => (
        <div key={`${index} ${set.name}`} className={classes.handRow}>
          <NameInput
            name={set.name}
            label={t('hand.name', { number: index + 1 })}
            rename={(name) => change(sets.map((one, at) => (at === index ? { ...one, name } : one)))}
          />
          <ChoiceName of={set.of} />
          <CloseButton
            size="sm"
            aria-label={t('hand.remove', { name: set.name })}
            onClick={() => change(sets.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div className={classes.handRow}>
        {marked.size > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={marked.size > mostByHand || sets.length >= mostGroups}
            onClick={() => add({ sampleIds: [...marked] })}
          >
            {t('hand.take', { count: marked.size })}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          disabled={named > mostByHand || sets.length >= mostGroups}
          onClick={() => add(of)}
        >
          {t('hand.takeShown', { what: shown })}
        </Button>
      </div>
      <Text fz={12} c="dimmed">
        {isLong
          ? t('hand.tooMany', { most: mostByHand })
          : marked.size === 0
            ? t('hand.none')
            : t('hand.all')}
      </Text>
    </div>
  )
}

function ChoiceName({ of }: { of: SampleChoice }) {
  return (
    <Text fz={12} c="dimmed">
      {useChoiceName(of)}
    </Text>
  )
}

function NameInput({ name, label, rename }: { name: string; label: string; rename(name: string): void }) {
  const [text, setText] = useState(name)
  const finish = () => (text.trim() ? text.trim() !== name && rename(text.trim()) : setText(name))
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={finish}
      // Enter takes a word of an input method first.
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && finish()}
    />
  )
}

function freeName(sets: readonly NamedSet[], nameOf: (number: number) => string): string {
  const taken = new Set(sets.map(({ name }) => name))
  let number = sets.length + 1
  while (taken.has(nameOf(number))) number += 1
  return nameOf(number)
}
