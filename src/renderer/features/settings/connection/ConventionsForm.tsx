import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useSetCached } from '../../../client/useCall.ts'
import { createUndoOffer } from '../../../state/undo.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { isPath, isSignInText, signInTexts } from '../../../ui/forms/conventions.ts'
import { Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { AddressConventions, AnswerConventions, UnitConventions } from './AnswerConventions.tsx'
import {
  type ConventionPart,
  isReadable,
  orderFieldProblems,
  type Touched,
  toConventionDraft,
  toSettings,
  toTouched,
  typedNames,
  withTouched,
} from './conventionDraft.ts'
import { OrderConventions } from './OrderConventions.tsx'
import { SignInConventions } from './SignInConventions.tsx'

/** The conventions that a person may set for one profile; nothing holds before it is saved. */
export function ConventionsForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('connection')
  const keep = useSetCached()
  const { set } = profile.conventions
  const [touched, setTouched] = useConventionDraft(profile.id)
  const draft = withTouched(set, touched)
  const wanted = toSettings(draft, set)
  const sound =
    isPath(draft.base_path) &&
    signInTexts.every((name) => isSignInText(name, draft[name])) &&
    Object.keys(orderFieldProblems(draft.order_fields)).length === 0 &&
    typedNames.every((name) => isReadable(name, draft.typed[name]))
  // What cannot be read yet counts as before; it is there all the same.
  const unsaved =
    touched !== null &&
    (!sound || JSON.stringify(wanted) !== JSON.stringify(toSettings(toConventionDraft(set), set)))
  const save = useAction(async () => {
    const offerUndo = createUndoOffer()
    const change = async (conventions: typeof set) =>
      keep('app.status', {}, await call('profiles.change', { profileId: profile.id, conventions }))
    await change(wanted)
    setTouched(null)
    offerUndo({ message: t('set.changed'), label: t('set.undo'), undo: () => change(set) })
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
            <div className={classes.saveFailure}>
              <FailureNotice flush failure={save.failure} />
            </div>
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
  /** By profile: what was set in the form and is not saved. */
  drafts: Readonly<Record<string, Touched>>
  /** null: nothing is unsaved. */
  write(profileId: string, draft: Touched | null): void
}

/** Conventions that wait for Save. They outlive the part of the settings that they were typed in. */
const useDrafts = create<Drafts>()((set) => ({
  drafts: {},
  write: (profileId, draft) =>
    set(({ drafts: { [profileId]: _former, ...others } }) => ({
      drafts: draft ? { ...others, [profileId]: draft } : others,
    })),
}))

/** What is unsaved of one profile, and the way to write it. */
function useConventionDraft(
  profileId: string,
): [draft: Touched | null, write: (draft: Touched | null) => void] {
  const draft = useDrafts(({ drafts }) => drafts[profileId] ?? null)
  const write = useDrafts((state) => state.write)
  return [draft, (next) => write(profileId, next)]
}
