import { Box, Button, Radio, Stack, Table, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { createStore } from 'zustand/vanilla'
import { assumed } from '../../../../shared/domain/app/convention.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { orderFieldNames } from '../../../../shared/domain/samples/sample.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useSetCached } from '../../../client/useCall.ts'
import { useUndoOffers } from '../../../state/undo.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { isPath, isSignInText, signInTexts } from '../../../ui/forms/conventions.ts'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { createStoreHook } from '../../../ui/pageState.ts'
import { Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { AddressConventions, AnswerConventions, UnitConventions } from './AnswerConventions.tsx'
import { ConventionRow, Labelled } from './ConventionRow.tsx'
import {
  type ConventionDraft,
  type ConventionPart,
  isReadable,
  orderFieldProblems,
  sourceOf,
  type Touched,
  toConventionDraft,
  toSettings,
  toTouched,
  typedNames,
  withTouched,
} from './conventionDraft.ts'

/** Edits the conventions of one profile. Changes apply only once saved. */
export function ConventionsForm({ profile }: { profile: Profile }) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('connection')
  const setCached = useSetCached()
  const { set } = profile.conventions
  const [touched, setTouched] = useConventionDraft(profile.id)
  const draft = withTouched(set, touched)
  const requested = toSettings(draft, set)
  const sound =
    isPath(draft.base_path) &&
    signInTexts.every((name) => isSignInText(name, draft[name])) &&
    Object.keys(orderFieldProblems(draft.order_fields)).length === 0 &&
    typedNames.every((name) => isReadable(name, draft.typed[name]))
  // A value that cannot be parsed yet counts as its previous one in `requested`, but still as an unsaved change.
  const unsaved =
    touched !== null &&
    (!sound || JSON.stringify(requested) !== JSON.stringify(toSettings(toConventionDraft(set), set)))
  const save = useAction(async () => {
    const offerUndo = undoOffers.create()
    const change = async (conventions: typeof set) =>
      setCached('app.status', {}, await call('profiles.change', { profileId: profile.id, conventions }))
    await change(requested)
    setTouched(null)
    offerUndo({ message: t('set.changed'), undo: () => change(set) })
  })
  const part: ConventionPart = {
    draft,
    profile,
    change: (given) => setTouched(toTouched({ ...draft, ...given }, set)),
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (unsaved && sound) void save.run()
      }}
    >
      <Section title={t('set.title')}>
        <p className={classes.dimmed}>{t('set.text')}</p>
        <AddressConventions {...part} />
        <OrderConventions {...part} />
        <AnswerConventions {...part} />
        {profile.signIn === 'oauth' && <SignInConventions {...part} />}
        <UnitConventions {...part} />
      </Section>
      {unsaved && (
        <div className={classes.saveBar}>
          {save.failure && (
            <Box flex="1 0 100%">
              <FailureNotice flush failure={save.failure} />
            </Box>
          )}
          <Text role="status">{t(sound ? 'set.unsaved' : 'set.mend')}</Text>
          <Button variant="default" disabled={save.pending} onClick={() => setTouched(null)}>
            {t('set.discard')}
          </Button>
          <Button type="submit" loading={save.pending} disabled={!sound}>
            {t('set.save')}
          </Button>
        </div>
      )}
    </form>
  )
}

type Drafts = {
  /** The unsaved changes of the form, by profile. */
  drafts: Readonly<Record<string, Touched>>
  /** null: all changes are saved or discarded. */
  write(profileId: string, draft: Touched | null): void
}

/** Holds unsaved conventions, so that they outlive the tab of the settings where they were typed. */
const createDrafts = () =>
  createStore<Drafts>()((set) => ({
    drafts: {},
    write: (profileId, draft) =>
      set(({ drafts: { [profileId]: _former, ...others } }) => ({
        drafts: draft ? { ...others, [profileId]: draft } : others,
      })),
  }))

const useDrafts = createStoreHook(createDrafts)

/** Returns the unsaved changes of one profile, with a function that sets them. */
function useConventionDraft(
  profileId: string,
): [draft: Touched | null, write: (draft: Touched | null) => void] {
  const draft = useDrafts(({ drafts }) => drafts[profileId] ?? null)
  const write = useDrafts((state) => state.write)
  return [draft, (next) => write(profileId, next)]
}

const choices = { token_body: ['form', 'json'], client_secret_in: ['body', 'header'] } as const
const names = ['token_body', 'client_secret_in'] as const

/** Edits where and how tokens are requested. Only for profiles that sign in with the browser. */
function SignInConventions({ draft, profile, change }: ConventionPart) {
  const { t } = useTranslation('connection')
  const { t: ui } = useTranslation('ui')
  const { set, found } = profile.conventions
  const requested = toSettings(draft, set)
  return (
    <fieldset className={classes.group}>
      <legend>{t('set.signIn')}</legend>
      <p className={classes.dimmed}>{t('set.signInText')}</p>
      {signInTexts.map((name) => (
        <ConventionRow
          key={name}
          setting={name}
          label={ui(`signIn.${name}.label`)}
          source={sourceOf(name, requested, found)}
          otherwise={{ from: 'assumed', shown: '' }}
          reset={() => change({ [name]: '' })}
        >
          <TextInput
            label={ui(`signIn.${name}.label`)}
            description={ui(`signIn.${name}.hint`)}
            autoComplete="off"
            spellCheck={false}
            value={draft[name]}
            error={!isSignInText(name, draft[name]) && ui(`signIn.${name}.problem`)}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        </ConventionRow>
      ))}
      {names.map((name) => {
        const otherwise = found[name] ?? assumed[name]
        return (
          <ConventionRow
            key={name}
            setting={name}
            label={t(`set.${name}.label`)}
            source={sourceOf(name, requested, found)}
            otherwise={{
              from: found[name] === undefined ? 'assumed' : 'found',
              shown: t(`set.${name}.choice.${otherwise}`),
            }}
            reset={() => change({ [name]: undefined })}
          >
            <Labelled label={t(`set.${name}.label`)} hint={t(`set.${name}.hint`)}>
              {(labelledBy) => (
                <SegmentedControl
                  aria-labelledby={labelledBy}
                  data={choices[name].map((value) => ({ value, label: t(`set.${name}.choice.${value}`) }))}
                  value={draft[name] ?? otherwise}
                  onChange={(value) => change({ [name]: value })}
                />
              )}
            </Labelled>
          </ConventionRow>
        )
      })}
    </fieldset>
  )
}

const orderChoices = ['unknown', 'honoured', 'client_reference', 'none'] as const

/** Edits the handling of repeated orders, and the names of the order fields. */
function OrderConventions({ draft, profile, change }: ConventionPart) {
  const { t } = useTranslation('connection')
  const { set, found } = profile.conventions
  const requested = toSettings(draft, set)
  const otherwise = found.idempotency ?? assumed.idempotency
  return (
    <fieldset className={classes.group}>
      <legend>{t('set.orders')}</legend>
      <ConventionRow
        setting="idempotency"
        label={t('set.idempotency.label')}
        source={sourceOf('idempotency', requested, found)}
        otherwise={{
          from: found.idempotency === undefined ? 'assumed' : 'found',
          shown: t(`set.idempotency.choice.${otherwise}`),
        }}
        reset={() => change({ idempotency: undefined })}
      >
        <Radio.Group
          label={t('set.idempotency.label')}
          description={t('set.idempotency.hint')}
          value={draft.idempotency ?? otherwise}
          onChange={(value) => change({ idempotency: orderChoices.find((choice) => choice === value) })}
        >
          <Stack gap={8} mt={8}>
            {orderChoices.map((choice) => (
              <Radio
                key={choice}
                value={choice}
                label={t(`set.idempotency.choice.${choice}`)}
                description={t(`set.idempotency.follows.${choice}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      </ConventionRow>
      <ConventionRow
        setting="order_fields"
        label={t('set.order_fields.label')}
        source={sourceOf('order_fields', requested, found)}
        otherwise={{ from: found.order_fields === undefined ? 'assumed' : 'found', shown: '' }}
        reset={() => change({ order_fields: toConventionDraft({}).order_fields })}
      >
        <Labelled label={t('set.order_fields.label')} hint={t('set.order_fields.hint')}>
          {(labelledBy) => (
            <OrderFields
              labelledBy={labelledBy}
              typed={draft.order_fields}
              change={(order_fields) => change({ order_fields })}
            />
          )}
        </Labelled>
      </ConventionRow>
    </fieldset>
  )
}

type FieldsProps = {
  labelledBy: string
  typed: ConventionDraft['order_fields']
  change: (typed: ConventionDraft['order_fields']) => void
}

function OrderFields({ labelledBy, typed, change }: FieldsProps) {
  const { t } = useTranslation('connection')
  const problems = orderFieldProblems(typed)
  return (
    <Table aria-labelledby={labelledBy} verticalSpacing={3} horizontalSpacing={8} fz="xs" mt={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('set.order_fields.own')}</Table.Th>
          <Table.Th scope="col">{t('set.order_fields.sent')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orderFieldNames.map((field) => (
          <Table.Tr key={field}>
            <Table.Th scope="row" className={classes.code}>
              {field}
            </Table.Th>
            <Table.Td>
              <TextInput
                size="xs"
                aria-label={t('set.order_fields.sentNamed', { field })}
                placeholder={field}
                autoComplete="off"
                spellCheck={false}
                value={typed[field]}
                error={problems[field] && t(`set.order_fields.${problems[field]}`)}
                onChange={({ currentTarget }) => change({ ...typed, [field]: currentTarget.value })}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
