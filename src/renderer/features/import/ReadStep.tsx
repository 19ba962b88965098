import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadOptions } from '../../../shared/domain/importing.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { Actions } from './Actions.tsx'
import classes from './import.module.css'
import { PreviewTable } from './PreviewTable.tsx'
import { ProblemsTable } from './ProblemsTable.tsx'
import { ReadAsBar } from './ReadAsBar.tsx'
import { ReadingNotes } from './ReadingNotes.tsx'
import { ReadOtherwise } from './ReadOtherwise.tsx'
import { ReadWords } from './ReadWords.tsx'
import { problemsTable } from './toCopied.ts'
import type { Loaded, Wizard } from './useWizard.ts'

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
  const corrections = wizard.changes.undoable
  const [asked, setAsked] = useState<ReadOptions | null>(null)
  const change = corrections > 0 ? setAsked : wizard.reread
  return (
    <>
      <div className={classes.step}>
        <ReadAsBar
          readAs={draft.readAs}
          options={options}
          sheets={draft.sheets}
          change={change}
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
              onClick={() => change({})}
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
        {asked && (
          <ReadOtherwise
            corrections={corrections}
            close={() => setAsked(null)}
            confirm={() => wizard.reread(asked)}
          />
        )}
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
        said={draft.rowCount === 0 && t('read.noRows')}
      />
    </>
  )
}
