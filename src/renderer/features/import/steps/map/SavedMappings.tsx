import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconCircleCheck, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingTemplate } from '../../../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../../../shared/domain/samples/orderForm.ts'
import { call } from '../../../../client/call.ts'
import { useAction } from '../../../../client/useAction.ts'
import { useCall } from '../../../../client/useCall.ts'
import { useUndoOffers } from '../../../../state/undo.tsx'
import { FailureNotice } from '../../../../ui/feedback/Feedback.tsx'
import { PopoverButton } from '../../../../ui/forms/PopoverButton.tsx'
import { Timestamp } from '../../../../ui/text/Timestamp.tsx'
import classes from '../../import.module.css'
import type { Loaded } from '../../importState.ts'
import { useImport } from '../../useWizard.ts'

type Props = { loaded: Loaded; form: OrderForm | null; close(): void }

/** Keeps the mapping in front under a name; puts a kept one in force, or removes it. */
function SavedMappings({ loaded, form, close }: Props) {
  const undoOffers = useUndoOffers()
  const { applyTemplate, nameTemplate } = useImport()
  const { t } = useTranslation('import')
  const { draft, plan, options, template } = loaded
  const [name, setName] = useState(template?.name ?? '')
  const saved = useCall('mappings.list', {})
  const { refetch } = saved
  const savedMappings = saved.data ?? []
  const replaced = savedMappings.find((one) => one.name === name.trim())
  const save = useAction(async () => {
    const offerUndo = undoOffers.create()
    nameTemplate(await call('mappings.save', { name: name.trim(), columns: draft.columns, ...plan, options }))
    await refetch()
    close()
    if (!replaced) return
    const { templateId: _, savedAt: __, ...content } = replaced
    const undo = async () => {
      await call('mappings.save', content)
      await refetch()
    }
    offerUndo({ message: t('mappings.replaced', { name: replaced.name }), label: t('check.undo'), undo })
  })
  const remove = useAction(async (one: MappingTemplate) => {
    const offerUndo = undoOffers.create()
    const { templateId, savedAt: _, ...content } = one
    await call('mappings.remove', { templateId })
    if (template?.templateId === templateId) nameTemplate(null)
    await refetch()
    const undo = async () => {
      await call('mappings.save', content)
      await refetch()
    }
    offerUndo({ message: t('mappings.removed', { name: one.name }), label: t('check.undo'), undo })
  })
  const failure = save.failure ?? remove.failure ?? saved.failure
  return (
    <>
      <form
        className={classes.nameForm}
        onSubmit={(event) => {
          event.preventDefault()
          void save.run()
        }}
      >
        <TextInput
          size="xs"
          label={t('mappings.name')}
          maxLength={200}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button
          size="xs"
          type="submit"
          variant="default"
          disabled={name.trim() === ''}
          loading={save.pending}
        >
          {t(replaced ? 'mappings.replace' : 'mappings.save')}
        </Button>
      </form>
      {failure && <FailureNotice flush failure={failure} />}
      {savedMappings.length === 0 && saved.data && (
        <Text fz={12} c="dimmed" mt={8}>
          {t('mappings.none')}
        </Text>
      )}
      <ul className={classes.mappings}>
        {savedMappings.map((one) => (
          <li key={one.templateId} className={classes.mapping}>
            <button
              type="button"
              className={classes.mappingOpen}
              disabled={!form}
              onClick={() => {
                if (form) applyTemplate(one, form)
                close()
              }}
            >
              <span className={classes.columnName}>{one.name}</span>
              <span className={classes.hint}>
                {t('mappings.columns', { count: one.columns.length })} · <Timestamp at={one.savedAt} />
              </span>
            </button>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('mappings.remove', { name: one.name })}
              onClick={() => void remove.run(one)}
            >
              <IconTrash size={14} stroke={1.5} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  )
}

type MappingsProps = { loaded: Loaded; form: OrderForm | null }

/** Which saved mapping is in force, said in words, and the way to the others. */
export function Mappings({ loaded, form }: MappingsProps) {
  const { t } = useTranslation('import')
  const { template } = loaded
  return (
    <div className={classes.foot}>
      <PopoverButton
        label={t('mappings.title')}
        icon={<IconBookmark size={14} stroke={1.5} aria-hidden />}
        size="xs"
        width={360}
      >
        {(close) => <SavedMappings loaded={loaded} form={form} close={close} />}
      </PopoverButton>
      <Text fz={13} role="status" className={classes.mappingStatus}>
        {template ? (
          <>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden className={classes.good} />
            {t('mappings.applied', { name: template.name })}
            {template.absent.length > 0 &&
              ` ${t('mappings.absent', { columns: template.absent.slice(0, 6).join(', '), count: template.absent.length })}`}
          </>
        ) : (
          t('mappings.suggested')
        )}
      </Text>
    </div>
  )
}
