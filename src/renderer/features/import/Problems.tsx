import { Box, Button, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  ImportCheck,
  Problem,
  ReadingNote,
  ReadOptions,
  Severity,
} from '../../../shared/domain/samples/importing.ts'
import type { ImportPlan } from '../../../shared/domain/samples/importPlan.ts'
import type { FieldRule, OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { type Message, toEnglish } from '../../../shared/words/message.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { numberFormatter, TranslatedMessage, useTranslator } from '../../ui/text/formats.tsx'
import { ageUnits, ColumnSettings } from './fields/ColumnMenu.tsx'
import { FieldSource, OrderFields } from './fields/OrderFields.tsx'
import { beyondColumns, type Grid, isBroken } from './grid/useGrid.ts'
import type { RowFilter } from './grid/useRows.ts'
import classes from './import.module.css'
import { type Loaded, useImport } from './importState.ts'
import { applyAnswer, missingFields, setAgeUnit, setSource, sourceOf } from './plan.ts'
import { Counts, SeverityMark } from './SeverityMark.tsx'
import { problemsTable } from './toCopied.ts'

type Props = {
  loaded: Loaded
  form: OrderForm
  /** True while the last check is out of date. */
  busy: boolean
  filter: RowFilter
  choose(filter: RowFilter): void
  grid: Grid
  reread(options: ReadOptions): void
  openReading(): void
}

export function SidePanel(props: Props) {
  const { t } = useTranslation('import')
  const { loaded, form } = props
  const [tab, setTab] = useState<'problems' | 'fields'>('problems')
  const count = loaded.checked?.check.problemCount ?? 0
  return (
    <aside className={classes.side} aria-label={t('side.label')}>
      <SegmentedControl
        className={classes.sideTabs}
        aria-label={t('side.label')}
        value={tab}
        onChange={setTab}
        data={[
          { value: 'problems', label: t('side.problems', { count }) },
          { value: 'fields', label: t('order.title') },
        ]}
      />
      {tab === 'fields' ? <OrderFields loaded={loaded} form={form} /> : <Problems {...props} />}
    </aside>
  )
}

/** Lists what to resolve first, then the findings of the check (which filter the rows), then how the file was read. */
function Problems(props: Props) {
  const { loaded, form, busy, filter, choose, grid, reread } = props
  const { t } = useTranslation('import')
  const { setPlan } = useImport()
  const { draft, plan, checked } = loaded
  const check = checked?.check
  const missing = draft.rowCount === 0 ? [] : missingFields(form, plan)
  const notes = check?.notes ?? draft.notes
  const ageUnit = notes.find(({ rule }) => rule === 'age-unit-assumed')
  const columnQuestions = notes.filter(({ answers }) => answers !== undefined)
  const hasQuestion = [ageUnit, ...columnQuestions].some(
    (note) => note && check?.blocker && toEnglish(note.message) === toEnglish(check.blocker),
  )
  const ofFile = draft.problems.filter(({ rule }) => !check?.rules.some((one) => one.rule === rule))
  const hasRows = check !== undefined && missing.length === 0
  const questions = draft.notes.filter(({ choices }) => choices !== undefined)
  const answer = (part: ReadOptions) => reread({ ...loaded.options, ...part })
  return (
    <>
      <div className={classes.problems}>
        {questions.map((question) => (
          <ContentQuestion
            key={question.rule}
            kind="question"
            note={question}
            answers={question.choices}
            disabled={busy}
            choose={({ options }) => answer(options)}
          />
        ))}
        {missing.length > 0 && (
          <section className={classes.missing} aria-label={t('missing.title')}>
            {missing.map((rule) => (
              <MissingField key={rule.field} rule={rule} loaded={loaded} change={setPlan} />
            ))}
          </section>
        )}
        {hasRows && !busy && !hasQuestion && questions.length === 0 && <Blocker {...props} check={check} />}
        {hasRows &&
          (check.problemCount > 0 ? (
            <Counts
              counts={[
                { label: t('check.valid'), value: check.valid },
                { label: t('term.withErrors'), value: check.invalid, severity: 'error' },
                { label: t('check.duplicates'), value: check.duplicates, hint: t('check.duplicatesHint') },
              ]}
            />
          ) : (
            questions.length === 0 && (
              <Text fz="sm" className={classes.clean} role="status">
                <IconCircleCheck size={16} stroke={1.75} aria-hidden className={classes.good} />
                <span>
                  {t('check.noProblems')} {t('check.noProblemsHint', { count: check.rows })}
                </span>
              </Text>
            )
          ))}
        {ofFile.length > 0 && <FileProblems problems={ofFile} />}
        {ageUnit && (
          <Question kind="ageUnit" note={ageUnit}>
            {ageUnits.map((unit) => (
              <Button
                key={unit}
                size="compact-xs"
                variant={unit === plan.transform.ageUnit ? 'light' : 'default'}
                aria-pressed={unit === plan.transform.ageUnit}
                disabled={busy}
                onClick={() => setPlan(setAgeUnit(plan, unit))}
              >
                {t(`ageUnit.${unit}`)}
              </Button>
            ))}
          </Question>
        )}
        {columnQuestions.map((note) => (
          <ContentQuestion
            key={`${note.rule} ${note.column ?? ''}`}
            kind="columnQuestion"
            note={note}
            answers={note.answers}
            disabled={busy}
            choose={(one) => setPlan(applyAnswer(plan, one))}
          />
        ))}
        {hasRows && (check.problemCount > 0 || filter !== 'all') && (
          <RuleFilter rules={check.rules} filter={filter} choose={choose} />
        )}
        <ReadingNotes
          notes={notes.filter(
            (note) => note !== ageUnit && note.answers === undefined && note.choices === undefined,
          )}
          disabled={busy}
          undo={answer}
        />
      </div>
      {hasRows && check.problemCount > 0 && <RowFindings grid={grid} columns={draft.columns} />}
    </>
  )
}

type MissingProps = { rule: FieldRule; loaded: Loaded; change(plan: ImportPlan): void }

/** Reports a required field that has no source yet, with a control to choose one. */
function MissingField({ rule, loaded: { draft, plan }, change }: MissingProps) {
  const { t } = useTranslation('import')
  return (
    <>
      <SeverityMark severity="error">
        <span>{t(rule.type === 'reference' ? 'missing.reference' : 'missing.field')}</span>
      </SeverityMark>
      {rule.type === 'reference' && draft.likelyReferences.length > 0 && (
        <span className={classes.row} role="group" aria-label={t('missing.likely')}>
          {draft.likelyReferences.map(({ column, isPersonal }) => (
            <Button
              key={column}
              size="compact-xs"
              title={isPersonal ? t('missing.personal') : undefined}
              onClick={() => change(setSource(plan, rule.field, { kind: 'column', column }))}
            >
              {t('missing.use', { column })}
            </Button>
          ))}
        </span>
      )}
      <ul className={classes.fields}>
        <FieldSource rule={rule} draft={draft} plan={plan} change={change} />
      </ul>
    </>
  )
}

function Blocker({ check, loaded, form, openReading }: Props & { check: ImportCheck }) {
  const { t } = useTranslation('import')
  const { setPlan } = useImport()
  const { draft, plan } = loaded
  // Codes such as 1 and 2 are not errors of single rows: the user says once, for the column, which sex each means.
  const areSexesUnknown =
    check.valid + check.duplicates === 0 &&
    check.rules.some(({ rule, count }) => rule === 'sex' && count >= check.invalid)
  if (check.blocker === null && !areSexesUnknown) return null
  const has = (...names: string[]) => check.rules.some(({ rule }) => names.includes(rule))
  const remedy = has('ambiguous-number')
    ? 'decimal'
    : has('day-form')
      ? 'days'
      : has('ambiguous-sex') || has('ambiguous-age') || areSexesUnknown
        ? 'values'
        : 'ages'
  const types = { days: ['day'], ages: ['age'], values: ['sex', 'age'], decimal: [] }[remedy]
  const rules = types.flatMap((type) => form.filter((rule) => rule.type === type))
  const [given] = rules.flatMap(({ field, type }) => {
    const source = sourceOf(plan, field)
    return source?.kind === 'column' ? [{ type, column: source.column }] : []
  })
  return (
    <section className={classes.missing} aria-label={t('check.blocked')}>
      <SeverityMark severity="error">
        <span>
          {check.blocker === null ? t('foot.nothingValid') : <TranslatedMessage text={check.blocker} />}
        </span>
      </SeverityMark>
      {remedy === 'decimal' ? (
        <Button size="compact-sm" onClick={openReading}>
          {t('check.mend.decimal')}
        </Button>
      ) : (
        given && (
          <ColumnSettings
            column={given.column}
            type={given.type}
            draft={draft}
            plan={plan}
            change={setPlan}
            label={t(`check.mend.${remedy}`)}
            size="compact-sm"
          />
        )
      )}
    </section>
  )
}

function FileProblems({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('import')
  return (
    <section aria-label={t('file.problems')}>
      <ul className={classes.notes}>
        {problems.map(({ row, column, rule, severity, message }) => (
          <li key={`${row} ${column ?? ''} ${rule} ${toEnglish(message)}`}>
            <SeverityMark severity={severity}>
              <TranslatedMessage text={message} />
            </SeverityMark>
          </li>
        ))}
      </ul>
      <CopyAs read={() => problemsTable(problems)} />
    </section>
  )
}

type QuestionProps = {
  kind: 'ageUnit' | 'question' | 'columnQuestion'
  note: ReadingNote
  children: ReactNode
}

function Question({ kind, note, children }: QuestionProps) {
  const { t } = useTranslation('import')
  return (
    <section className={classes.question} aria-label={t(`${kind}.label`)}>
      <SeverityMark severity={note.severity}>
        <span>
          <TranslatedMessage text={note.message} />
        </span>
      </SeverityMark>
      <span className={classes.row} role="group" aria-label={t(`${kind}.choose`)}>
        {children}
      </span>
    </section>
  )
}

type ContentQuestionProps<Answer> = {
  kind: 'question' | 'columnQuestion'
  note: ReadingNote
  answers: readonly Answer[] | undefined
  disabled: boolean
  choose(answer: Answer): void
}

function ContentQuestion<Answer extends { label: Message }>(props: ContentQuestionProps<Answer>) {
  const { kind, note, answers = [], disabled, choose } = props
  const translate = useTranslator()
  return (
    <Question kind={kind} note={note}>
      {answers.map((answer) => (
        <Button
          key={toEnglish(answer.label)}
          size="compact-xs"
          disabled={disabled}
          onClick={() => choose(answer)}
        >
          {translate(answer.label)}
        </Button>
      ))}
    </Question>
  )
}

/** Rules with their own undo label. The label of other rules offers to read the skipped rows, or is just "Undo". */
const undoWords = {
  'other-section': 'readingNotes.readSection',
  'plain-quotes': 'readingNotes.quotesAround',
  'space-delimited': 'readingNotes.notDelimited',
  'missing-words': 'readingNotes.asText',
} as const

const undoWord = (rule: string) =>
  Object.hasOwn(undoWords, rule) ? undoWords[rule as keyof typeof undoWords] : null

type NotesProps = { notes: readonly ReadingNote[]; disabled: boolean; undo(options: ReadOptions): void }

/** Lists what the parser changed or skipped, warnings first, each with a button that turns it off. */
function ReadingNotes({ notes, disabled, undo }: NotesProps) {
  const { t } = useTranslation('import')
  const translate = useTranslator()
  if (notes.length === 0) return null
  return (
    <section aria-label={t('readingNotes.label')}>
      <Text fz="xs" fw={600}>
        {t('readingNotes.label')}
      </Text>
      <ul className={classes.notes}>
        {notes
          .toSorted((a, b) => Number(b.severity === 'warning') - Number(a.severity === 'warning'))
          .map(({ rule, column, severity, message, count, undo: options }) => (
            <li key={`${rule} ${column ?? ''} ${toEnglish(message)}`}>
              <SeverityMark severity={severity}>
                <span>{translate(message)}</span>
              </SeverityMark>
              {options !== null && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  disabled={disabled}
                  aria-description={translate(message)}
                  onClick={() => undo(options)}
                >
                  {undoLabel(rule, options, count)}
                </Button>
              )}
            </li>
          ))}
      </ul>
    </section>
  )

  function undoLabel(rule: string, options: ReadOptions, count: number): string {
    const word = undoWord(rule)
    if (word !== null) return t(word)
    return options.keepRows ? t('readingNotes.keepRows', { count }) : t('action.undo')
  }
}

type RuleFilterProps = { rules: ImportCheck['rules']; filter: RowFilter; choose(filter: RowFilter): void }

const severities: readonly Severity[] = ['error', 'warning', 'note']
/** Rules whose problems often cause the others, so they come first. */
const causes: ReadonlySet<string> = new Set(['broken-header', 'open-quote'])

/** Lists the broken rules with their counts. A click filters the rows by that rule. */
function RuleFilter({ rules, filter, choose }: RuleFilterProps) {
  const { t, i18n } = useTranslation('import')
  const format = numberFormatter(i18n.language)
  const total = (of: ImportCheck['rules']) => of.reduce((sum, { count }) => sum + count, 0)
  const button = (of: RowFilter) => {
    const pressed =
      of === 'all' || filter === 'all'
        ? of === filter
        : of.severity === filter.severity && of.rule === filter.rule
    return { pressed, onPress: () => choose(pressed ? 'all' : of) }
  }
  return (
    <nav aria-label={t('rules.label')}>
      <RuleButton {...button('all')}>
        <span>{t('rules.all')}</span>
      </RuleButton>
      {severities.map((severity) => {
        const own = rules.filter((rule) => rule.severity === severity)
        if (own.length === 0) return null
        return (
          <Box key={severity} mt="sm">
            <RuleButton {...button({ severity })}>
              <SeverityMark severity={severity}>{t(`rules.${severity}`)}</SeverityMark>
              <span>{format.format(total(own))}</span>
            </RuleButton>
            {own
              .toSorted((a, b) => Number(causes.has(b.rule)) - Number(causes.has(a.rule)))
              .map(({ rule, count }) => (
                <RuleButton key={rule} {...button({ severity, rule })} title={rule} inner>
                  <span className={classes.ruleName}>{t(`rule.${rule}`, { defaultValue: rule })}</span>
                  <span>{format.format(count)}</span>
                </RuleButton>
              ))}
          </Box>
        )
      })}
    </nav>
  )
}

type RuleButtonProps = {
  pressed: boolean
  onPress(): void
  title?: string
  /** True for a rule, which is indented below its severity. */
  inner?: boolean
  children: ReactNode
}

function RuleButton({ pressed, onPress, title, inner, children }: RuleButtonProps) {
  return (
    <button
      type="button"
      className={classes.rule}
      data-inner={inner}
      aria-pressed={pressed}
      title={title}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

/** Shows the findings of the active row. Its height is fixed so that the page does not shift. */
function RowFindings({ grid, columns }: { grid: Grid; columns: readonly string[] }) {
  const { t } = useTranslation('import')
  const { row, cursor } = grid
  const broken = row !== null && isBroken(row, columns)
  const left = row === null ? '' : beyondColumns(row, columns).join(' | ')
  return (
    <section className={classes.findings} aria-label={t('grid.findings')} aria-live="polite">
      {row === null ? (
        <Hint>{t('grid.none')}</Hint>
      ) : (
        <>
          <strong>{t('grid.lineIs', { line: row.row })}</strong>
          {row.problems.length === 0 && <Hint>{t('grid.sound')}</Hint>}
          <ul className={classes.findingList}>
            {row.problems.map(({ column, rule, message, severity }) => (
              <li key={`${column ?? ''} ${rule} ${toEnglish(message)}`}>
                <SeverityMark severity={severity}>{t(`check.${severity}`)}</SeverityMark>
                {column === null ? (
                  <span>{t('check.wholeRow')}</span>
                ) : (
                  <button
                    type="button"
                    className={classes.findingColumn}
                    onClick={() => grid.moveTo({ row: cursor.row, column: columns.indexOf(column) })}
                  >
                    {column}
                  </button>
                )}
                <span className={classes.findingText}>
                  <TranslatedMessage text={message} />
                </span>
              </li>
            ))}
            {broken && (
              <li>
                <span className={classes.findingText}>
                  {left === '' ? t('grid.broken') : t('grid.leftOut', { cells: left })}
                </span>
                <Button size="compact-xs" onClick={() => grid.accept(row)}>
                  {t('grid.accept')}
                </Button>
              </li>
            )}
          </ul>
        </>
      )}
    </section>
  )
}
