import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../shared/domain/profile.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useSetCached } from '../../client/useCall.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import { isPath, isSignInText, signInTexts } from '../../ui/conventions.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { AddressConventions } from './AddressConventions.tsx'
import { AnswerConventions } from './AnswerConventions.tsx'
import {
  isReadable,
  orderFieldProblems,
  toConventionDraft,
  toSettings,
  toTouched,
  typedNames,
  withTouched,
} from './conventionDraft.ts'
import { useConventionDraft } from './conventionDrafts.ts'
import type { ConventionPart } from './conventionPart.ts'
import { OrderConventions } from './OrderConventions.tsx'
import { Section } from './Section.tsx'
import { SignInConventions } from './SignInConventions.tsx'
import classes from './settings.module.css'
import { UnitConventions } from './UnitConventions.tsx'

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
