import { Box, Button, Group, MultiSelect, Radio, Stack, Text } from '@mantine/core'
import {
  IconAdjustments,
  IconAlertTriangle,
  IconArrowsJoin2,
  IconBookmark,
  IconCircleCheck,
  IconEqual,
  IconMinus,
  IconTable,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft, MappingTemplate, ValueMap } from '../../../../shared/domain/samples/importing.ts'
import {
  type ImportPlan,
  keepUnused,
  ownEntry,
  unusedColumns,
} from '../../../../shared/domain/samples/importPlan.ts'
import type { FieldRule, OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { shortList } from '../../../../shared/words/message.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { useUndoOffers } from '../../../state/undo.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import { Timestamp, useTranslator } from '../../../ui/text/formats.tsx'
import classes from '../import.module.css'
import { type Loaded, useImport } from '../importState.ts'
import { type Source, setSource, sourceOf, textOf, valuesOf } from '../plan.ts'
import { useFieldLabel } from './ColumnMenu.tsx'
import { SelectField, TextField } from './Inputs.tsx'
import { OrderFormDialog } from './OrderFormDialog.tsx'

type Props = { loaded: Loaded; form: OrderForm }

/** Shows the order as it will be sent: each field, its source, and its value in the first row. */
export function OrderFields({ loaded, form }: Props) {
  const { t } = useTranslation('import')
  const { setPlan } = useImport()
  const [editing, setEditing] = useState(false)
  const { draft, plan } = loaded
  const first = draft.preview[0]
  return (
    <section className={classes.orderFields} aria-label={t('order.title')}>
      <Mappings loaded={loaded} form={form} />
      <Hint>{first ? t('order.hint', { line: first.row }) : t('order.noRow')}</Hint>
      <ul className={classes.fields}>
        {form.map((rule) => (
          <FieldSource key={rule.field} rule={rule} draft={draft} plan={plan} change={setPlan} />
        ))}
      </ul>
      <Button
        size="compact-sm"
        variant="subtle"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconAdjustments size={14} stroke={1.5} aria-hidden />}
        onClick={() => setEditing(true)}
      >
        {t('form.open')}
      </Button>
      <ExtraColumns draft={draft} plan={plan} change={setPlan} />
      {editing && <OrderFormDialog close={() => setEditing(false)} />}
    </section>
  )
}

const mostNamed = 6

function ExtraColumns({ draft, plan, change }: Omit<FieldProps, 'rule'>) {
  const { t } = useTranslation('import')
  const translate = useTranslator()
  const { notes } = plan.transform
  const unused = unusedColumns(draft.columns, plan)
  const named = (columns: readonly string[]) => ({
    count: columns.length,
    columns: translate(shortList(columns, mostNamed)),
  })
  return (
    <Stack gap="sm" align="flex-start" flex="none">
      {notes.length > 0 && <Text fz="xs">{t('columns.stored', named(notes))}</Text>}
      {unused.length > 0 && <Text fz="xs">{t('columns.unused', named(unused))}</Text>}
      <span className={classes.row}>
        {notes.length > 0 && (
          <Button
            size="compact-xs"
            onClick={() => change({ ...plan, transform: { ...plan.transform, notes: [] } })}
          >
            {t('columns.keepNone')}
          </Button>
        )}
        {unused.length > 0 && (
          <Button
            size="compact-xs"
            onClick={() => change(keepUnused(plan, draft.columns, Number.POSITIVE_INFINITY))}
          >
            {t('columns.keepAll')}
          </Button>
        )}
      </span>
    </Stack>
  )
}

type FieldProps = { rule: FieldRule; draft: ImportDraft; plan: ImportPlan; change(plan: ImportPlan): void }

const icons = { column: IconTable, dates: IconTable, constant: IconEqual, joined: IconArrowsJoin2 }

export function FieldSource({ rule, draft, plan, change }: FieldProps) {
  const { t } = useTranslation('import')
  const label = useFieldLabel()(rule)
  const source = sourceOf(plan, rule.field)
  const missing = rule.required && source === null
  const Icon = source ? icons[source.kind] : missing ? IconAlertTriangle : IconMinus
  const first = draft.preview[0]
  const column = source?.kind === 'column' ? source.column : null
  const values: ValueMap = column === null ? {} : valuesOf(plan, column)
  const written = source && first ? textOf(source, draft.columns, first.cells) : ''
  const example = ownEntry(values, written) ?? written
  return (
    <li className={classes.field} data-missing={missing}>
      <span className={classes.fieldName}>
        {label}
        {rule.required && <span className={classes.required}>{t('order.required')}</span>}
      </span>
      <Group component="span" gap="sm" wrap="nowrap" miw={0}>
        <PopoverButton
          label={wordsOf(source)}
          icon={<Icon size={14} stroke={1.5} aria-hidden />}
          size="compact-sm"
          width={340}
        >
          {(close) => (
            <SourceForm
              label={label}
              isReference={rule.type === 'reference'}
              source={source}
              draft={draft}
              apply={(chosen) => {
                change(setSource(plan, rule.field, chosen))
                close()
              }}
            />
          )}
        </PopoverButton>
        <span className={classes.example} title={example}>
          {source && source.kind !== 'constant' && (example || t('order.emptyHere'))}
          {rule.unit && example && source?.kind !== 'constant' && ` ${rule.unit}`}
        </span>
      </Group>
    </li>
  )

  function wordsOf(from: Source | null): string {
    if (from === null) return t(missing ? 'order.missing' : 'order.none')
    if (from.kind === 'column') return from.column
    if (from.kind === 'dates') return `${from.born} – ${from.taken}`
    return from.kind === 'joined' ? from.columns.join(' + ') : `“${from.value}”`
  }
}

type SourceFormProps = {
  label: string
  /** Sample names must differ, so one value cannot serve all rows. */
  isReference: boolean
  source: Source | null
  draft: ImportDraft
  apply(source: Source | null): void
}

const kinds = ['none', 'column', 'constant', 'joined'] as const
type Kind = (typeof kinds)[number]

function SourceForm({ label, isReference, source, draft, apply }: SourceFormProps) {
  const { t } = useTranslation('import')
  const [kind, setKind] = useState<Kind>(source && source.kind !== 'dates' ? source.kind : 'column')
  const [column, setColumn] = useState(source?.kind === 'column' ? source.column : (draft.columns[0] ?? ''))
  const [value, setValue] = useState(source?.kind === 'constant' ? source.value : '')
  const [joined, setJoined] = useState(
    source?.kind === 'joined' ? source : { kind: 'joined' as const, columns: [], separator: '-' },
  )
  const chosen = chosenSource(kind, { column, value, joined })
  return (
    <Form gap={8} submit={() => chosen !== undefined && apply(chosen)}>
      <Radio.Group
        size="xs"
        label={t('source.label', { field: label })}
        value={kind}
        onChange={(picked) => setKind(kinds.find((one) => one === picked) ?? 'none')}
      >
        <div className={classes.kinds}>
          {kinds
            .filter((one) => !(isReference && one === 'constant'))
            .map((one) => (
              <Radio key={one} size="xs" value={one} label={t(`source.${one}`)} />
            ))}
        </div>
      </Radio.Group>
      {kind === 'column' && (
        <SelectField label={t('source.column')} value={column} options={draft.columns} change={setColumn} />
      )}
      {kind === 'constant' && <TextField label={t('source.value')} value={value} change={setValue} />}
      {kind === 'joined' && <JoinedFields joined={joined} draft={draft} change={setJoined} />}
      {kind === 'none' && <Hint>{t('source.noneHint')}</Hint>}
      <Button
        variant="filled"
        type="submit"
        size="xs"
        disabled={chosen === undefined}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('source.apply')}
      </Button>
    </Form>
  )
}

type Joined = Extract<Source, { kind: 'joined' }>
type Entered = { column: string; value: string; joined: Joined }

/** Returns the entered source; undefined while it is incomplete. */
function chosenSource(kind: Kind, { column, value, joined }: Entered): Source | null | undefined {
  if (kind === 'none') return null
  if (kind === 'column') return column === '' ? undefined : { kind, column }
  if (kind === 'constant') return value.trim() === '' ? undefined : { kind, value: value.trim() }
  return joined.columns.length < 2 ? undefined : joined
}

type JoinedFieldsProps = { joined: Joined; draft: ImportDraft; change(joined: Joined): void }

function JoinedFields({ joined, draft, change }: JoinedFieldsProps) {
  const { t } = useTranslation('import')
  const examples =
    joined.columns.length < 2
      ? []
      : draft.preview
          .slice(0, 3)
          .map(({ row, cells }) => ({ row, text: textOf(joined, draft.columns, cells) }))
  return (
    <>
      <MultiSelect
        label={t('source.columns')}
        data={draft.columns}
        value={joined.columns}
        onChange={(columns) => change({ ...joined, columns })}
        maxValues={10}
        limit={200}
        searchable
        hidePickedOptions
        comboboxProps={{ withinPortal: false }}
      />
      <TextField
        label={t('source.separator')}
        maxLength={10}
        value={joined.separator}
        change={(separator) => change({ ...joined, separator })}
      />
      <div className={classes.joinedExamples} aria-live="polite">
        {examples.length === 0 ? (
          <Hint>{t('source.twoOrMore')}</Hint>
        ) : (
          examples.map(({ row, text }) => (
            <div key={row}>
              <Box component="span" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
                {row}
              </Box>{' '}
              {text}
            </div>
          ))
        )}
      </div>
    </>
  )
}

function SavedMappings({ loaded, form, close }: Props & { close(): void }) {
  const undoOffers = useUndoOffers()
  const { applyTemplate, nameTemplate } = useImport()
  const { t } = useTranslation('import')
  const { draft, plan, options, template } = loaded
  const [name, setName] = useState(template?.name ?? '')
  const saved = useCall('mappings.list', {})
  const { refetch } = saved
  const savedMappings = saved.data ?? []
  const replaced = savedMappings.find((one) => one.name === name.trim())
  const saveAgain = async ({ templateId: _id, savedAt: _at, ...content }: MappingTemplate) => {
    await call('mappings.save', content)
    await refetch()
  }
  const save = useAction(async () => {
    const offerUndo = undoOffers.create()
    nameTemplate(await call('mappings.save', { name: name.trim(), columns: draft.columns, ...plan, options }))
    await refetch()
    close()
    if (replaced)
      offerUndo({ message: t('mappings.replaced', { name: replaced.name }), undo: () => saveAgain(replaced) })
  })
  const remove = useAction(async (one: MappingTemplate) => {
    const offerUndo = undoOffers.create()
    const { templateId } = one
    await call('mappings.remove', { templateId })
    if (template?.templateId === templateId) nameTemplate(null)
    await refetch()
    offerUndo({ message: t('mappings.removed', { name: one.name }), undo: () => saveAgain(one) })
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
        <TextField label={t('mappings.name')} maxLength={200} data-autofocus value={name} change={setName} />
        <Button size="xs" type="submit" disabled={name.trim() === ''} loading={save.pending}>
          {t(replaced ? 'mappings.replace' : 'action.save')}
        </Button>
      </form>
      {failure && <FailureNotice flush failure={failure} />}
      {savedMappings.length === 0 && saved.data && <Hint mt={8}>{t('mappings.none')}</Hint>}
      <ul className={classes.mappings}>
        {savedMappings.map((one) => (
          <Group key={one.templateId} component="li" gap="sm" wrap="nowrap">
            <button
              type="button"
              className={classes.mappingOpen}
              onClick={() => {
                applyTemplate(one, form)
                close()
              }}
            >
              <span>{one.name}</span>
              <span className={classes.hint}>
                {t('counted.columns', { count: one.columns.length })} · <Timestamp at={one.savedAt} />
              </span>
            </button>
            <IconButton
              icon={IconTrash}
              label={t('mappings.remove', { name: one.name })}
              onClick={() => void remove.run(one)}
            />
          </Group>
        ))}
      </ul>
    </>
  )
}

function Mappings({ loaded, form }: Props) {
  const { t } = useTranslation('import')
  const { template } = loaded
  return (
    <Stack gap="sm" align="flex-start" flex="none">
      <PopoverButton
        label={t('mappings.title')}
        icon={<IconBookmark size={14} stroke={1.5} aria-hidden />}
        size="compact-sm"
        width={360}
      >
        {(close) => <SavedMappings loaded={loaded} form={form} close={close} />}
      </PopoverButton>
      <Text fz="sm" role="status" className={classes.mappingStatus}>
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
    </Stack>
  )
}
