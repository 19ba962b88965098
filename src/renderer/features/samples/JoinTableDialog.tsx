import { Alert, Button, Checkbox, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../shared/contract/contract.ts'
import type { FileHandle } from '../../../shared/contract/state.ts'
import { storedNames } from '../../../shared/domain/samples/importPlan.ts'
import type { TableJoin } from '../../../shared/domain/samples/tableJoin.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { call, useAction } from '../../client/call.ts'
import { chooseFile } from '../../client/files.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { FactList } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { SmallTable } from '../../ui/table/SmallTable.tsx'
import { numberFormatter, TranslatedMessage, useTranslator } from '../../ui/text/formats.tsx'
import { useOfferUndo } from './detail/AnnotationForm.tsx'
import classes from './samples.module.css'

type Request = Input<'samples.joinTable'>
type Conflicts = 'keep' | 'overwrite'

/** Adds the columns of a table to samples: the user chooses a file, reviews the matches, then applies them. */
export function JoinTableDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('samples')
  const studyId = useStudyId()
  const [file, setFile] = useState<FileHandle | null>(null)
  const [table, setTable] = useState<TableJoin | null>(null)
  const [by, setBy] = useState<string | null>(null)
  const [conflicts, setConflicts] = useState<Conflicts | null>(null)
  const offerUndo = useOfferUndo()
  const study = studyId === allSamplesId ? {} : { study: studyId }
  const check = useAction(async (request: Request) => {
    const joined = await call('samples.joinTable', { ...request, ...study })
    setTable(joined)
    setBy(joined.join?.by ?? request.by ?? null)
    setConflicts(null)
  })
  const choose = useAction(async () => {
    const chosen = await chooseFile()
    if (!chosen) return
    setFile(chosen)
    setTable(null)
    await check.run({ fileId: chosen.fileId })
  })
  const apply = useAction(async () => {
    if (!file || !table?.join) return
    const { join, plan, digest } = table
    const offer = offerUndo()
    const request = { fileId: file.fileId, ...join, ...plan, ...study, digest }
    const made = await call('samples.annotateFromTable', { ...request, ...(conflicts && { conflicts }) })
    offer(made.changed, [made.undoId])
    close()
  })
  const read = (more: Partial<Request>) => {
    if (file) void check.run({ fileId: file.fileId, ...more })
  }
  const additions = table?.fields.reduce((sum, { added }) => sum + added, 0) ?? 0
  const overwrites = conflicts === 'overwrite' ? (table?.conflicts ?? 0) : 0
  const isDecided = table !== null && (table.conflicts === 0 || conflicts !== null)
  const isReady = isDecided && table.blocker === null && additions + overwrites > 0
  const failure = apply.failure ?? check.failure ?? choose.failure
  return (
    <Dialog opened onClose={close} title={t('join.title')} size={720}>
      <Stack gap={16}>
        <Text fz="xs">{t('join.about')}</Text>
        <Group gap={12}>
          <Button size="xs" variant={file ? 'default' : 'filled'} {...choose.buttonProps()}>
            {t(file ? 'join.chooseOther' : 'join.choose')}
          </Button>
          <Text component="output" fz="sm" className={shared.wrap}>
            {file?.name}
          </Text>
        </Group>
        {check.pending && <LoadingBar visible />}
        {table && (
          <>
            <JoinColumns table={table} by={by} read={read} />
            {table.blocker && (
              <Alert color="yellow">
                <TranslatedMessage text={table.blocker} />
              </Alert>
            )}
            {table.join && !table.blocker && <JoinOutcome table={table} read={read} />}
            {table.conflicts > 0 && <ConflictChoice table={table} value={conflicts} choose={setConflicts} />}
          </>
        )}
        {failure && <FailureNotice flush failure={failure} />}
        <Group gap={8} justify="flex-end" className={classes.foot}>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button variant="filled" disabled={!isReady || check.pending} {...apply.buttonProps()}>
            {table && isReady
              ? t('annotateMany.save', { count: conflicts === 'keep' ? table.added : table.changed })
              : t('join.applyNone')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

type JoinProps = { table: TableJoin; read(more: Partial<Request>): void }

function JoinColumns({ table, by, read }: JoinProps & { by: string | null }) {
  const { t } = useTranslation('samples')
  const nameOf = (on: string): string =>
    on === 'client_reference' || on === 'sample_id' || on === 'donor_id'
      ? t(`join.targets.${on}`)
      : t('join.targets.field', { field: on })
  const { join, choices, columns } = table
  const fitting = choices.filter((one) => one.by === by)
  const targets = [
    ...new Set([...fitting.map(({ on }) => on), ...(join ? [join.on] : []), 'client_reference', 'sample_id']),
  ]
  const countOf = (on: string): number => fitting.find((one) => one.on === on)?.matched ?? 0
  const advice = fitting.length > 0 ? 'several' : by === null && choices.length > 0 ? 'unclear' : 'none'
  return (
    <Stack gap={8}>
      <Group gap={12} grow align="flex-start">
        <Select
          label={t('join.by')}
          placeholder={t('join.chooseColumn')}
          data={columns}
          value={by}
          allowDeselect={false}
          onChange={(column) => column !== null && read({ by: column })}
        />
        <Select
          label={t('join.on')}
          placeholder={t('join.chooseTarget')}
          disabled={by === null}
          data={targets.map((on) => ({
            value: on,
            label: t('join.target', { name: nameOf(on), count: countOf(on) }),
          }))}
          value={join?.on ?? null}
          allowDeselect={false}
          onChange={(on) => by !== null && on !== null && read({ by, on })}
        />
      </Group>
      {!join && <Alert color="yellow">{t(`join.${advice}`)}</Alert>}
    </Stack>
  )
}

function JoinOutcome({ table, read }: JoinProps) {
  const { t, i18n } = useTranslation('samples')
  const translate = useTranslator()
  const format = (value: number) => numberFormatter(i18n.language).format(value)
  const { join, plan, examples, notes, problems } = table
  const names = storedNames(plan)
  const warnings = notes.filter(({ severity }) => severity === 'warning')
  const setStored = (column: string, isStored: boolean) => {
    if (!join) return
    const others = plan.transform.notes.filter((one) => one !== column)
    const transform = { ...plan.transform, notes: isStored ? [...others, column] : others }
    read({ ...join, mapping: { ...plan.mapping, [column]: null }, transform })
  }
  const others = table.columns.filter((column) => column !== join?.by)
  const nameOf = (column: string) => plan.mapping[column] ?? names.get(column) ?? null
  return (
    <>
      <FactList
        facts={[
          [t('term.rows'), format(table.rows)],
          [
            t('join.matched'),
            t('join.matchedSamples', { count: table.samples, rows: format(table.matched) }),
          ],
          [t('join.unmatched'), format(table.unmatched)],
          [t('join.ambiguous'), format(table.ambiguous)],
          table.invalid > 0 && [t('term.withErrors'), format(table.invalid)],
        ]}
      />
      {warnings.map(({ rule, column, message }) => (
        <Text key={`${rule} ${column}`} fz="xs">
          {translate(message)}
        </Text>
      ))}
      <div className={classes.joinScroll}>
        <SmallTable
          label={t('join.columns')}
          rows={others}
          rowKey={(column) => column}
          columns={[
            {
              head: t('join.column'),
              cell: (column) => (
                <Checkbox
                  label={column}
                  checked={nameOf(column) !== null}
                  onChange={({ currentTarget }) => setStored(column, currentTarget.checked)}
                />
              ),
            },
            { head: t('join.storedAs'), cell: (column) => nameOf(column) ?? t('join.leftOut') },
            ...(['added', 'same', 'conflicts'] as const).map((count) => ({
              head: t(count === 'conflicts' ? 'join.differs' : `join.${count}`),
              numeric: true,
              cell: (column: string) => {
                const field = table.fields.find((one) => one.column === column)
                return field && format(field[count])
              },
            })),
          ]}
        />
      </div>
      <Examples
        title={t('join.examplesMatched')}
        lines={examples.matched
          .slice(0, 3)
          .map(({ row, key, samples, sampleCount }) =>
            t('join.matchLine', { row, key, samples: samples.join(', '), count: sampleCount }),
          )}
      />
      <Examples
        title={t('join.examplesFailed')}
        lines={[
          ...examples.failed.map(({ row, key, why, samples, similar }) =>
            [
              t(why === 'noKey' ? 'join.noKeyLine' : 'join.failLine', {
                row,
                key,
                why: t(`join.why.${why}`),
              }),
              samples.length > 0 ? `(${samples.join(', ')})` : '',
              similar === null ? '' : t('join.similar', { name: similar }),
            ].join(' '),
          ),
          ...problems.map(({ row, value, message }) =>
            t('join.failLine', { row, key: value ?? '', why: translate(message) }),
          ),
        ]}
      />
    </>
  )
}

const shownLines = 20

function Examples({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <Text fz="xs" fw={600} mb={8}>
        {title}
      </Text>
      <ul className={classes.joinExamples}>
        {lines.slice(0, shownLines).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

type ChoiceProps = { table: TableJoin; value: Conflicts | null; choose(value: Conflicts): void }

/** Asks whether to keep or overwrite values that differ. Neither is preselected. */
function ConflictChoice({ table, value, choose }: ChoiceProps) {
  const { t } = useTranslation('samples')
  return (
    <Stack gap={8}>
      <Examples
        title={t('join.conflicts', { count: table.conflicts })}
        lines={table.examples.conflicts.map(({ row, sample, field, existing, value: found, wasSent }) =>
          t(wasSent ? 'join.conflictSent' : 'join.conflictLine', {
            row,
            sample,
            field,
            existing,
            value: found,
          }),
        )}
      />
      <Radio.Group
        size="xs"
        label={t('join.choice')}
        value={value}
        onChange={(chosen) => choose(chosen as Conflicts)}
      >
        <Group gap={16} mt={4}>
          <Radio size="xs" value="keep" label={t('join.keep')} />
          <Radio size="xs" value="overwrite" label={t('join.overwrite')} />
        </Group>
      </Radio.Group>
    </Stack>
  )
}
