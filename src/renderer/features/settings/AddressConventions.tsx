import { SegmentedControl, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { assumed } from '../../../shared/domain/convention.ts'
import { formatPath, isPath } from '../../ui/conventions.ts'
import { TypedConvention } from './AnswerConventions.tsx'
import { ConventionRow } from './ConventionRow.tsx'
import { sourceOf, toSettings } from './conventionDraft.ts'
import type { ConventionPart } from './conventionPart.ts'
import { Labelled } from './Labelled.tsx'
import classes from './settings.module.css'

/** Where the interface begins, and which codes stand for success. */
export function AddressConventions(part: ConventionPart) {
  const { draft, profile, change } = part
  const { t } = useTranslation('connection')
  const { set, found } = profile.conventions
  const wanted = toSettings(draft, set)
  const path = found.base_path ?? assumed.base_path
  const code = found.success_code ?? assumed.success_code
  return (
    <fieldset className={classes.group}>
      <legend>{t('set.addresses')}</legend>
      <ConventionRow
        setting="base_path"
        label={t('set.base_path.label')}
        source={sourceOf('base_path', wanted, found)}
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
        source={sourceOf('success_code', wanted, found)}
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
