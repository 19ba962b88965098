import { SegmentedControl, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { assumed } from '../../../../shared/domain/app/convention.ts'
import { isSignInText, signInTexts } from '../../../ui/forms/conventions.ts'
import classes from '../settings.module.css'
import { ConventionRow, Labelled } from './ConventionRow.tsx'
import { type ConventionPart, sourceOf, toSettings } from './conventionDraft.ts'

const choices = { token_body: ['form', 'json'], client_secret_in: ['body', 'header'] } as const
const names = ['token_body', 'client_secret_in'] as const

/** Where and how tokens are asked for; only of interest where a person signs in with the browser. */
export function SignInConventions({ draft, profile, change }: ConventionPart) {
  const { t } = useTranslation('connection')
  const { t: ui } = useTranslation('ui')
  const { set, found } = profile.conventions
  const wanted = toSettings(draft, set)
  return (
    <fieldset className={classes.group}>
      <legend>{t('set.signIn')}</legend>
      <p className={classes.dimmed}>{t('set.signInText')}</p>
      {signInTexts.map((name) => (
        <ConventionRow
          key={name}
          setting={name}
          label={ui(`signIn.${name}.label`)}
          source={sourceOf(name, wanted, found)}
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
            source={sourceOf(name, wanted, found)}
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
