import { Group, Select } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call, useCall, useSetCached } from '../client/call.ts'
import { Writable } from '../state/appStatus.tsx'
import { useUndoableAction } from '../state/undo.tsx'
import { FailureNotice } from '../ui/feedback/Feedback.tsx'
import classes from './unknownWords.module.css'

const meanings = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
type Meaning = (typeof meanings)[number]

/**
 * Shows status words of the service that Pathclock does not know, for samples or screenings. The user chooses their
 * meaning, and waiting items continue.
 */
export function UnknownWords({ of }: { of: 'samples' | 'screening' }) {
  const { t } = useTranslation('state')
  const setCached = useSetCached()
  const { data } = useCall(`${of}.unknownWords`, {})
  const profile = useCall('app.status', {}).data?.profile
  const setMeaning = useUndoableAction(async (word: string, meaning: Meaning) => {
    if (!profile) return null
    const set = async (what: Meaning | null) => {
      // Reads the profile again, so that words set in the meantime stay.
      const { profile: now } = await call('app.status', {})
      const { state_words, ...others } = (now?.id === profile.id ? now : profile).dialect
      const { [word]: _, ...otherWords } = state_words ?? {}
      const words = what === null ? otherWords : { ...otherWords, [word]: what }
      const dialect = Object.keys(words).length === 0 ? others : { ...others, state_words: words }
      setCached('app.status', {}, await call('profiles.change', { profileId: profile.id, dialect }))
    }
    await set(meaning)
    const message = t('words.confirmation', { word, meaning: t(`words.means.${meaning}`) })
    return { message, undo: () => set(null) }
  })
  if (!data || data.words.length === 0) return null
  return (
    <section className={classes.words} aria-label={t('words.title')}>
      {data.words.map(({ word, count }) => (
        <Group key={word} gap="sm">
          <IconHelpCircle size={16} stroke={1.75} aria-hidden />
          <span>{t(`words.${of}`, { word, count })}</span>
          <Writable>
            <Select
              w={220}
              aria-label={t('words.meaning', { word })}
              placeholder={t('words.choose')}
              data={meanings.map((value) => ({ value, label: t(`words.means.${value}`) }))}
              value={null}
              disabled={setMeaning.pending}
              onChange={(value) => {
                const meaning = meanings.find((each) => each === value)
                if (meaning) void setMeaning.run(word, meaning)
              }}
            />
          </Writable>
        </Group>
      ))}
      {setMeaning.failure && <FailureNotice failure={setMeaning.failure} />}
    </section>
  )
}
