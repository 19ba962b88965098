import { SegmentedControl, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { assumed, formatConvention } from '../../../shared/domain/convention.ts'
import { ConventionRow } from './ConventionRow.tsx'
import { isReadable, sourceOf, type TypedName, toSettings } from './conventionDraft.ts'
import type { ConventionPart } from './conventionPart.ts'
import { Labelled } from './Labelled.tsx'
import classes from './settings.module.css'

const groups = [
  { title: 'set.results', hint: null, typed: ['state_words', 'pending_statuses'], chosen: 'pending_results' },
  {
    title: 'set.lists',
    hint: null,
    typed: ['items_path', 'total_path', 'next_page_path', 'cursor_parameter'],
    chosen: 'paging',
  },
  {
    title: 'set.places',
    hint: 'set.placesHint',
    typed: [
      'sample_id_path',
      'status_path',
      'scores_path',
      'task_id_path',
      'hits_path',
      'drug_id_path',
      'user_id_path',
    ],
    chosen: 'created_id',
  },
] as const

const choices = {
  paging: ['page', 'page_from_0', 'offset'],
  created_id: ['body', 'location'],
  pending_results: ['location', 'repeat'],
} as const
type Chosen = keyof typeof choices

/** Where values stand in the answers of a service, how its lists go on, and what its words mean. */
export function AnswerConventions(part: ConventionPart) {
  const { t } = useTranslation('connection')
  return groups.map(({ title, hint, typed, chosen }) => (
    <fieldset key={title} className={classes.group}>
      <legend>{t(title)}</legend>
      {hint && <p className={classes.dimmed}>{t(hint)}</p>}
      {typed.map((name) => (
        <TypedConvention key={name} name={name} part={part} />
      ))}
      <ChosenConvention name={chosen} part={part} />
    </fieldset>
  ))
}

/** A convention that is typed as on the command line. */
export function TypedConvention({ name, part }: { name: TypedName; part: ConventionPart }) {
  const { t } = useTranslation('connection')
  const { draft, profile, change } = part
  const { set, found } = profile.conventions
  const otherwise = formatConvention(found[name] ?? assumed[name])
  const label = t(`set.typed.${name}.label`)
  // Says what an empty line stands for.
  const unset = isFoundInAnswers(name) ? t('set.automatic') : t('set.none')
  const text = draft.typed[name]
  const write = (value: string) => change({ typed: { ...draft.typed, [name]: value } })
  return (
    <ConventionRow
      setting={name}
      label={label}
      source={sourceOf(name, toSettings(draft, set), found)}
      otherwise={{ from: found[name] === undefined ? 'assumed' : 'found', shown: otherwise }}
      reset={() => write('')}
    >
      <TextInput
        label={label}
        description={t(`set.typed.${name}.hint`)}
        placeholder={otherwise || unset}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={!isReadable(name, text) && t('set.unreadable')}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
    </ConventionRow>
  )
}

const isFoundInAnswers = (name: TypedName): boolean => name.endsWith('_path') || name === 'cursor_parameter'

function ChosenConvention({ name, part }: { name: Chosen; part: ConventionPart }) {
  const { t } = useTranslation('connection')
  const { draft, profile, change } = part
  const { set, found } = profile.conventions
  const otherwise = found[name] ?? assumed[name]
  const data = choices[name].map((value) => ({ value, label: t(`set.${name}.choice.${value}`) }))
  return (
    <ConventionRow
      setting={name}
      label={t(`set.${name}.label`)}
      source={sourceOf(name, toSettings(draft, set), found)}
      otherwise={{
        from: found[name] === undefined ? 'assumed' : 'found',
        shown: data.find(({ value }) => value === otherwise)?.label ?? '',
      }}
      reset={() => change({ [name]: undefined })}
    >
      <Labelled label={t(`set.${name}.label`)} hint={t(`set.${name}.hint`)}>
        {(labelledBy) => (
          <SegmentedControl
            aria-labelledby={labelledBy}
            data={data}
            value={draft[name] ?? otherwise}
            onChange={(value) => change({ [name]: value })}
          />
        )}
      </Labelled>
    </ConventionRow>
  )
}
