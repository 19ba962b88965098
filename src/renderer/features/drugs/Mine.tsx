import { Button, TagsInput, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrugDetail } from '../../../shared/domain/drug.ts'
import { useCall } from '../../client/useCall.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import { useTranslator } from '../../ui/TranslatedMessage.tsx'
import classes from './page.module.css'
import type { Marking } from './useMark.ts'
import { useNote } from './useNote.ts'

type Props = { drug: DrugDetail; profileId: string; marking: Marking }

/** What the person adds to a drug: tags and a note, kept on this computer alone. */
export function Mine({ drug, profileId, marking }: Props) {
  const { t } = useTranslation('drugs')
  const sets = useCall('sets.list', {})
  const known = (sets.data ?? []).filter(({ kind }) => kind === 'tag').map(({ name }) => name)
  const { tags, ready, change, putTagsBack, failure, retry } = marking
  const offerTags = (gone: readonly string[]) => {
    const offerUndo = createUndoOffer()
    const said = t('mine.tagsGone', { count: gone.length, tags: gone.join(', ') })
    const offer = () => offerUndo({ message: said, label: t('undo'), undo: () => putTagsBack(gone) })
    return gone.length > 0 ? { onSuccess: offer } : {}
  }
  return (
    <section className={classes.section} aria-label={t('mine.title')}>
      <h3 className={classes.sectionTitle}>{t('mine.title')}</h3>
      <TagsInput
        mt={8}
        size="xs"
        label={t('mine.tags')}
        placeholder={tags.length === 0 ? t('mine.tagsHint') : ''}
        maxTags={50}
        maxLength={100}
        disabled={!ready}
        data={known}
        value={tags}
        onChange={(given) => {
          const gone = tags.filter((tag) => !given.includes(tag))
          change({ tags: given }, offerTags(gone))
        }}
        comboboxProps={{ withinPortal: true }}
      />
      {failure && <NotSaved message={failure.message} retry={retry} />}
      <Note drug={drug} profileId={profileId} kept={marking.note} ready={ready} />
    </section>
  )
}

type NoteProps = { drug: DrugDetail; profileId: string; kept: string; ready: boolean }

function Note({ drug, profileId, kept, ready }: NoteProps) {
  const { t } = useTranslation('drugs')
  const { text, type, saveNow, leave, failure, state } = useNote(drug, profileId, kept)
  return (
    <>
      <Textarea
        mt={8}
        size="xs"
        rows={2}
        classNames={{ input: classes.note ?? '' }}
        maxLength={20_000}
        disabled={!ready}
        label={t('mine.note')}
        placeholder={t('mine.noteHint')}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
      />
      <div className={classes.mineFoot}>
        <span>{t('mine.where')}</span>
        <output>{failure || state === 'same' ? '' : t(`mine.${state}`)}</output>
      </div>
      {failure && <NotSaved message={failure.message} retry={saveNow} />}
    </>
  )
}

function NotSaved({ message, retry }: { message: string; retry(): void }) {
  const { t } = useTranslation('drugs')
  const { t: words } = useTranslation('ui')
  const say = useTranslator()
  return (
    <p className={classes.notSaved} role="alert">
      {t('mine.notSaved', { message: say(message) })}
      <Button size="compact-xs" variant="default" onClick={retry}>
        {words('retry')}
      </Button>
    </p>
  )
}
