import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconRepeat, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AnySettings,
  type ExportPreset,
  type ExportRecord,
  isOfStudy,
} from '../../../shared/domain/studies/exporting.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { useStudyWords } from '../../state/cohort/titles.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import shared from '../../ui/shared.module.css'
import { Timestamp } from '../../ui/text/formats.tsx'
import { byName, languageNames } from './draft.ts'
import classes from './export.module.css'
import { useTableWords } from './useTableWords.ts'

type Props = {
  /** The settings to save; null if they are not valid for an export. */
  settings: AnySettings | null
  fits(settings: AnySettings): boolean
  apply(settings: AnySettings): void
}

export function ExportPresets({ settings, fits, apply }: Props) {
  const undoOffers = useUndoOffers()
  const { t, i18n } = useTranslation('export')
  const all = useCall('exportPresets.list', {})
  const { refetch } = all
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('')
  const every = all.data ?? []
  const presets = byName(
    every.filter((one) => fits(one.settings)),
    i18n.language,
  )
  const preset = presets.find(({ presetId }) => presetId === chosen)
  // Names are unique across all kinds of presets.
  const replaced = every.find((one) => one.name === name.trim())
  const restore = async ({ name, settings }: ExportPreset) => {
    await call('exportPresets.save', { name, settings })
    await refetch()
  }
  const save = useAction(async () => {
    const offerUndo = undoOffers.create()
    if (!settings) return
    const saved = await call('exportPresets.save', { name: name.trim(), settings })
    await refetch()
    setName('')
    setChosen(saved.presetId)
    if (replaced)
      offerUndo({ message: t('presets.replaced', { name: replaced.name }), undo: () => restore(replaced) })
  })
  const remove = useAction(async () => {
    const offerUndo = undoOffers.create()
    if (!preset) return
    await call('exportPresets.remove', { presetId: preset.presetId })
    await refetch()
    offerUndo({ message: t('presets.removed', { name: preset.name }), undo: () => restore(preset) })
  })
  const failure = save.failure ?? remove.failure ?? all.failure
  const choose = (presetId: string) => {
    setChosen(presetId)
    const found = presets.find((one) => one.presetId === presetId)
    if (found) apply(found.settings)
  }
  return (
    <>
      <fieldset className={classes.presets}>
        <legend>{t('presets.title')}</legend>
        <NativeSelect
          aria-label={t('presets.choose')}
          value={preset ? chosen : ''}
          disabled={presets.length === 0}
          data={[
            { value: '', label: t(presets.length === 0 ? 'presets.none' : 'presets.choose') },
            ...presets.map((one) => ({ value: one.presetId, label: one.name })),
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {preset && (
          <IconButton
            icon={IconTrash}
            size="md"
            label={t('presets.remove', { name: preset.name })}
            loading={remove.pending}
            onClick={() => void remove.run()}
          />
        )}
        <TextInput
          size="xs"
          aria-label={t('presets.name')}
          placeholder={t('presets.name')}
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          // Enter saves the preset instead of starting the export.
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (name.trim() !== '' && settings) void save.run()
          }}
        />
        <Button size="xs" disabled={!settings || name.trim() === ''} {...save.buttonProps()}>
          {t(replaced ? 'presets.replace' : 'presets.save')}
        </Button>
      </fieldset>
      {failure && <FailureNotice flush failure={failure} />}
    </>
  )
}

type ExportAgainProps = {
  /** undefined: no export of this kind exists yet. */
  last: ExportRecord | undefined
  pending: boolean
  run(record: ExportRecord): void
}

export function ExportAgain({ last, pending, run }: ExportAgainProps) {
  const { t } = useTranslation('export')
  const words = useSettingsWords()
  if (!last) return null
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Button
        size="xs"
        leftSection={<IconRepeat size={14} stroke={1.5} aria-hidden />}
        disabled={pending}
        onClick={() => run(last)}
      >
        {t('again')}
      </Button>
      <span className={shared.hint}>
        {words(last.settings)}
        {' · '}
        <Timestamp at={last.at} />
      </span>
    </Group>
  )
}

function useSettingsWords(): (settings: AnySettings) => string {
  const { t } = useTranslation('export')
  const ofTable = useTableWords()
  const ofStudy = useStudyWords().study
  return (settings) => {
    if (isOfStudy(settings)) {
      const { document, study, language } = settings
      const form = document === 'report' ? t(`reportFormats.${settings.format}.name`) : t('parts.capsule')
      return [form, ofStudy(study), languageNames[language]].join(' · ')
    }
    const { table, format, columns } = settings
    const chosen = columns && t('counted.columns', { count: columns.length })
    const parts = [t(`kinds.${table.kind}.name`), ofTable(table), t(`formats.${format}.name`), chosen]
    return parts.filter(Boolean).join(' · ')
  }
}
