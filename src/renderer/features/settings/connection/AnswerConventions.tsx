import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { assumed, formatConvention } from '../../../../shared/domain/app/convention.ts'
import { formatPath, isPath } from '../../../ui/forms/conventions.ts'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import classes from '../settings.module.css'
import { ConventionRow, Labelled } from './ConventionRow.tsx'
import { type ConventionPart, isReadable, sourceOf, type TypedName, toSettings } from './conventionDraft.ts'

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

/** Edits where values are in the responses of a service, how its lists are paged, and what its state words mean. */
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

/** Edits a convention that is typed as text, as on the command line. */
function TypedConvention({ name, part }: { name: TypedName; part: ConventionPart }) {
  const { t } = useTranslation('connection')
  const { draft, profile, change } = part
  const { set, found } = profile.conventions
  const otherwise = formatConvention(found[name] ?? assumed[name])
  const label = t(`set.typed.${name}.label`)
  // The meaning of an empty input.
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

/** Edits the base path of the interface and the success codes. */
export function AddressConventions(part: ConventionPart) {
  const { draft, profile, change } = part
  const { t } = useTranslation('connection')
  const { set, found } = profile.conventions
  const requested = toSettings(draft, set)
  const path = found.base_path ?? assumed.base_path
  const code = found.success_code ?? assumed.success_code
  return (
    <fieldset className={classes.group}>
      <legend>{t('set.addresses')}</legend>
      <ConventionRow
        setting="base_path"
        label={t('set.base_path.label')}
        source={sourceOf('base_path', requested, found)}
        otherwise={{ from: found.base_path === undefined ? 'assumed' : 'found', shown: formatPath(path) }}
        reset={() => change({ base_path: '' })}
      >
        <TextInput
          label={t('set.base_path.label')}
          description={t('set.base_path.hint')}
          placeholder={formatPath(path)}
          autoComplete="off"
          spellCheck={false}
          value={draft.base_path}
          error={!isPath(draft.base_path) && t('set.base_path.problem')}
          onChange={({ currentTarget }) => change({ base_path: currentTarget.value })}
        />
      </ConventionRow>
      <ConventionRow
        setting="success_code"
        label={t('set.success_code.label')}
        source={sourceOf('success_code', requested, found)}
        otherwise={{ from: found.success_code === undefined ? 'assumed' : 'found', shown: String(code) }}
        reset={() => change({ success_code: undefined })}
      >
        <Labelled label={t('set.success_code.label')} hint={t('set.success_code.hint')}>
          {(labelledBy) => (
            <SegmentedControl
              aria-labelledby={labelledBy}
              data={['200', '0']}
              value={String(draft.success_code ?? code)}
              onChange={(value) => change({ success_code: value === '0' ? 0 : 200 })}
            />
          )}
        </Labelled>
      </ConventionRow>
      <TypedConvention name="success_codes" part={part} />
    </fieldset>
  )
}

const names = ['activity_unit', 'aging_offset_unit'] as const
const longest = 60

/** Edits labels for units that the interface does not document. */
export function UnitConventions({ draft, profile, change }: ConventionPart) {
  const { t } = useTranslation('connection')
  const { set, found } = profile.conventions
  const requested = toSettings(draft, set)
  return (
    <fieldset className={classes.group}>
      <legend>{t('set.units')}</legend>
      {names.map((name) => (
        <ConventionRow
          key={name}
          setting={name}
          label={t(`set.${name}.label`)}
          source={sourceOf(name, requested, found)}
          otherwise={{
            from: found[name] === undefined ? 'assumed' : 'found',
            shown: found[name] || t('set.unit.placeholder'),
          }}
          reset={() => change({ [name]: '' })}
        >
          <TextInput
            label={t(`set.${name}.label`)}
            description={t('set.unit.hint')}
            placeholder={found[name] || t('set.unit.placeholder')}
            autoComplete="off"
            maxLength={longest}
            value={draft[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        </ConventionRow>
      ))}
    </fieldset>
  )
}
