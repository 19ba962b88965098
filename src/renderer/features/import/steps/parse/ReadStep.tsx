import { Button, Group, ScrollArea, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft, Problem } from '../../../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../../../shared/messages/message.ts'
import { CopyAs } from '../../../../ui/copy/CopyAs.tsx'
import { FailureNotice, LoadingBar } from '../../../../ui/feedback/Feedback.tsx'
import { TranslatedMessage } from '../../../../ui/text/TranslatedMessage.tsx'
import classes from '../../import.module.css'
import type { Loaded } from '../../importState.ts'
import { previewTable, problemsTable } from '../../toCopied.ts'
import type { Wizard } from '../../useWizard.ts'
import { ReadingNotes, useReread } from '../ReadingNotes.tsx'
import { Actions, SeverityMark } from '../StepParts.tsx'
import { delimiterWords, ReadAsBar } from './ReadAsBar.tsx'

/** Enough to see whether the file was read in the wrong way; the check shows every row. */
const mostShown = 40
/** A line that is cut off at the lower edge says that there are more. */
const problemsPx = 176
/** Most of them take two lines of text. */
const seenAtOnce = 3

/** How the file was read, open to change, and the first rows as they came out. */
export function ReadStep({ wizard, loaded }: { wizard: Wizard; loaded: Loaded }) {
  const { t } = useTranslation('import')
  const { draft, options } = loaded
  const { pending, failure } = wizard.read
  const corrections = loaded.changes.undoable
  const { reread, dialog } = useReread(wizard, loaded)
  return (
    <>
      <div className={classes.step}>
        <ReadAsBar
          readAs={draft.readAs}
          options={options}
          sheets={draft.sheets}
          change={reread}
          disabled={pending}
        />
        <div className={classes.foot}>
          <ReadWords draft={draft} chosen={Object.keys(options).length > 0} />
          {Object.keys(options).length > 0 && (
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={pending}
              leftSection={<IconArrowBackUp size={14} stroke={1.5} aria-hidden />}
              onClick={() => reread({})}
            >
              {t('readAs.detect')}
            </Button>
          )}
        </div>
        {corrections > 0 && (
          <Text fz={12} c="dimmed">
            {t('readAs.corrections', { count: corrections })}
          </Text>
        )}
        {dialog}
        <ReadingNotes notes={draft.notes} wizard={wizard} loaded={loaded} />
        <LoadingBar visible={pending} />
        {failure && <FailureNotice flush failure={failure} />}
        {draft.problems.length > 0 && (
          <section className={classes.section}>
            <Group gap={8} justify="space-between">
              <Text fz={13} fw={600}>
                {t('read.trouble', { count: draft.problems.length })}
              </Text>
              <Group gap={8}>
                <CopyAs read={() => problemsTable(draft.problems)} />
              </Group>
            </Group>
            <ProblemsTable problems={draft.problems.slice(0, mostShown)} height={problemsPx} />
            {draft.problems.length > seenAtOnce && draft.problems.length <= mostShown && (
              <Text fz={12} c="dimmed">
                {t('read.scroll')}
              </Text>
            )}
            {draft.problems.length > mostShown && (
              <Text fz={12} c="dimmed">
                {t('read.firstProblems', { count: mostShown })}
              </Text>
            )}
          </section>
        )}
        <PreviewTable draft={draft} />
      </div>
      <Actions
        back={() => wizard.goTo('file')}
        next={t('next')}
        disabled={pending || draft.rowCount === 0}
        onNext={() => wizard.goTo('columns')}
        remark={draft.rowCount === 0 && t('read.noRows')}
      />
    </>
  )
}

type Props = { draft: ImportDraft; chosen: boolean }

/** What the file was taken for, in a sentence, and which of its lines are left out. */
function ReadWords({ draft, chosen }: Props) {
  const { t } = useTranslation('import')
  const { readAs, rowCount, columns } = draft
  const how =
    readAs.format === 'csv'
      ? t('readAs.csvWords', {
          delimiter: t(`readAs.${delimiterWords[readAs.delimiter]}`),
          encoding: readAs.encoding.toUpperCase(),
        })
      : t('readAs.xlsxWords', { sheet: readAs.sheet })
  const above = readAs.headerLine - 1
  return (
    <Text fz={13}>
      {t(chosen ? 'readAs.chosen' : 'readAs.detected')} {how}{' '}
      {t('readAs.headerWords', { line: readAs.headerLine })}{' '}
      {above > 0 && `${t('readAs.above', { count: above })} `}
      {t('readAs.size', {
        rows: t('readAs.rows', { count: rowCount }),
        columns: t('readAs.columns', { count: columns.length }),
      })}
    </Text>
  )
}

/** A file may have thousands of columns; a preview is looked at, not searched. */
const mostColumns = 60

/** The first rows as they were read, each with its line in the file. */
const PreviewTable = memo(function PreviewTable({ draft }: { draft: ImportDraft }) {
  const { t } = useTranslation('import')
  const columns = draft.columns.slice(0, mostColumns)
  const more = draft.columns.length - columns.length
  const label = t('read.preview', { count: draft.preview.length })
  return (
    <section className={classes.fill}>
      <ScrollArea
        className={classes.frame}
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      >
        <table className={classes.plain}>
          <thead>
            <tr>
              <th scope="col" className={classes.line}>
                {t(draft.readAs.format === 'csv' ? 'line' : 'row')}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className={classes.cell} title={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {draft.preview.map(({ row, cells }) => (
              <tr key={row}>
                <th scope="row" className={classes.line}>
                  {row}
                </th>
                {columns.map((column, index) => (
                  <td key={column} className={classes.cell} title={cells[index]}>
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <Group gap={8} justify="space-between">
        <Text fz={12} c="dimmed">
          {draft.rowCount > 0 && label} {more > 0 && t('read.moreColumns', { count: more })}
        </Text>
        {draft.preview.length > 0 && (
          <Group gap={8}>
            <CopyAs read={() => previewTable(draft.preview, draft.columns)} />
          </Group>
        )}
      </Group>
    </section>
  )
})

/** One line a finding: where, what stood there, which rule, what to do. */
function ProblemsTable({ problems, height }: { problems: Problem[]; height: number }) {
  const { t } = useTranslation('import')
  const label = t('check.problems', { count: problems.length })
  const heads = ['line', 'severity', 'column', 'value', 'rule', 'message'] as const
  return (
    <ScrollArea.Autosize
      mah={height}
      className={classes.frame}
      type="auto"
      offsetScrollbars="present"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      <table aria-label={label} className={classes.plain}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`check.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <tr key={`${problem.row} ${problem.column ?? ''} ${problem.rule} ${toEnglish(problem.message)}`}>
              <td className={classes.line}>{problem.row}</td>
              <td>
                <SeverityMark severity={problem.severity}>{t(`check.${problem.severity}`)}</SeverityMark>
              </td>
              <td>{problem.column ?? t('check.wholeRow')}</td>
              <td className={classes.cell}>{problem.value ?? '–'}</td>
              <td className={classes.ruleCell}>
                {t(`rule.${problem.rule}`, { defaultValue: problem.rule })}
              </td>
              <td>
                <TranslatedMessage text={problem.message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea.Autosize>
  )
}
