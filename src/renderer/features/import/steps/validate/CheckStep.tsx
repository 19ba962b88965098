import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  type ReadingNote,
  type Transform,
  transformSchema,
} from '../../../../../shared/domain/samples/importing.ts'
import { FailureNotice, LoadingBar } from '../../../../ui/feedback/Feedback.tsx'
import { TranslatedMessage } from '../../../../ui/text/TranslatedMessage.tsx'
import classes from '../../import.module.css'
import type { LoadedAndChecked } from '../../importState.ts'
import { setAgeUnit } from '../../plan.ts'
import type { Wizard } from '../../useWizard.ts'
import { ReadingNotes } from '../ReadingNotes.tsx'
import { Actions, Counts, SeverityMark } from '../StepParts.tsx'
import { CheckedRows, useCheckedRows } from './CheckedRows.tsx'
import { useUndoKeys } from './checkKeys.ts'

type Props = { wizard: Wizard; loaded: LoadedAndChecked }

/** What the check found in all rows, and the rows themselves to be mended in place. */
export function CheckStep({ wizard, loaded }: Props) {
  const { t } = useTranslation('import')
  const { check } = loaded.checked
  const rows = useCheckedRows(wizard, loaded)
  const { corrections } = rows
  const { undoable, redoable } = loaded.changes
  const count = (severity: string) =>
    check.rules.reduce((sum, rule) => (rule.severity === severity ? sum + rule.count : sum), 0)
  useUndoKeys((way) => {
    if (way === 'undo' ? undoable > 0 : redoable > 0) corrections.step(way)
  })
  const busy = wizard.inspect.pending || corrections.pending || !wizard.fresh
  // A sign of decimals is chosen where the file is read, a form of days with its column.
  const has = (...names: string[]) => check.rules.some(({ rule }) => names.includes(rule))
  const choice = has('ambiguous-number') ? 'read' : 'columns'
  const remedy = has('ambiguous-number')
    ? 'decimal'
    : has('day-form')
      ? 'days'
      : has('ambiguous-sex') || has('ambiguous-age') || check.blocker === null
        ? 'values'
        : 'ages'
  const ageUnit = check.notes.find(({ rule }) => rule === 'age-unit-assumed')
  // Codes such as 1 and 2 are no rows' mistakes: what they mean is said once, with their column.
  const areSexesUnknown =
    check.valid + check.duplicates === 0 &&
    check.rules.some(({ rule, count }) => rule === 'sex' && count >= check.invalid)
  const failure = corrections.failure ?? wizard.inspect.failure
  return (
    <>
      <div className={classes.step}>
        <Counts
          counts={[
            { label: t('check.valid'), value: check.valid, of: check.rows },
            { label: t('check.invalid'), value: check.invalid, hint: t('check.invalidHint'), kind: 'error' },
            { label: t('check.duplicates'), value: check.duplicates, hint: t('check.duplicatesHint') },
            {
              label: t('check.warnings'),
              value: count('warning'),
              hint: t('check.warningsHint'),
              kind: 'warning',
            },
            { label: t('check.notes'), value: count('note') },
          ]}
        />
        {ageUnit && (
          <AgeUnitQuestion
            note={ageUnit}
            disabled={busy}
            choose={(unit) => wizard.setPlan(setAgeUnit(loaded.plan, unit))}
          />
        )}
        <ReadingNotes
          notes={check.notes.filter((note) => note !== ageUnit)}
          wizard={wizard}
          loaded={loaded}
        />
        <LoadingBar visible={wizard.inspect.pending || rows.failing.loading} />
        {failure && (
          <FailureNotice
            flush
            failure={failure}
            {...(wizard.inspect.failure && { retry: () => void wizard.inspect.run() })}
          />
        )}
        {check.problemCount + undoable + redoable === 0 ? (
          <div className={classes.allGood}>
            <IconCircleCheck size={28} stroke={1.5} aria-hidden className={classes.good} />
            <Text fz={16} fw={600}>
              {t('check.noProblems')}
            </Text>
            <Text fz={13} c="dimmed">
              {t('check.noProblemsHint', { count: check.rows })}
            </Text>
          </div>
        ) : (
          <CheckedRows loaded={loaded} rows={rows} />
        )}
      </div>
      {(check.blocker !== null || areSexesUnknown) && !busy ? (
        <Actions
          back={() => wizard.goTo('columns')}
          next={t(`check.mend.${remedy}`)}
          onNext={() => wizard.goTo(choice)}
          remark={
            <SeverityMark severity="error">
              {check.blocker === null ? t('plan.nothingValid') : <TranslatedMessage text={check.blocker} />}
            </SeverityMark>
          }
        />
      ) : (
        <Actions
          back={() => wizard.goTo('columns')}
          next={t('check.next')}
          disabled={check.valid + check.duplicates === 0 || check.blocker !== null || busy}
          onNext={() => wizard.goTo('send')}
          remark={
            busy
              ? t('check.checking')
              : check.valid === 0
                ? t(check.invalid === 0 ? 'plan.allDuplicates' : 'plan.nothingValid')
                : t('check.nothingSent')
          }
        />
      )}
    </>
  )
}

type QuestionProps = { note: ReadingNote; disabled: boolean; choose(unit: Transform['ageUnit']): void }

const units = transformSchema.shape.ageUnit.unwrap().options

/** Ages whose unit nobody named, with the units to choose from at once. */
function AgeUnitQuestion({ note, disabled, choose }: QuestionProps) {
  const { t } = useTranslation('import')
  return (
    <section className={classes.ageUnit} aria-label={t('ageUnit.label')}>
      <SeverityMark severity={note.severity}>
        <span>
          <TranslatedMessage text={note.message} />
        </span>
      </SeverityMark>
      <Group gap={6} role="group" aria-label={t('ageUnit.choose')}>
        {units.map((unit) => (
          <Button
            key={unit}
            size="compact-xs"
            variant="default"
            disabled={disabled}
            onClick={() => choose(unit)}
          >
            {t(`ageUnit.${unit}`)}
          </Button>
        ))}
      </Group>
    </section>
  )
}
