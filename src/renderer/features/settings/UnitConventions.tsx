import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConventionRow } from './ConventionRow.tsx'
import { sourceOf, toSettings } from './conventionDraft.ts'
import type { ConventionPart } from './conventionPart.ts'
import classes from './settings.module.css'

const names = ['activity_unit', 'aging_offset_unit'] as const
const longest = 60

/** Labels for units that the interface does not document. */
export function UnitConventions({ draft, profile, change }: ConventionPart) {
  const { t } = useTranslation('connection')
  const { set, found } = profile.conventions
  const wanted = toSettings(draft, set)
  return (
    <fieldset className={classes.group}>
      <legend>{t('set.units')}</legend>
      {names.map((name) => (
        <ConventionRow
          key={name}
          setting={name}
          label={t(`set.${name}.label`)}
          source={sourceOf(name, wanted, found)}
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
