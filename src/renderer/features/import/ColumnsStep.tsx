import { Button, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportDraft, Mapping } from '../../../shared/domain/importing.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import classes from './import.module.css'
import { MappingTable } from './MappingTable.tsx'
import { hasReference, unsentColumns } from './mapping.ts'
import { ProblemsTable } from './ProblemsTable.tsx'
import { ReadAsBar } from './ReadAsBar.tsx'
import type { Wizard } from './useWizard.ts'

type Props = { wizard: Wizard; draft: ImportDraft; mapping: Mapping }

/** How the file was read and what each column is sent as. */
export function ColumnsStep({ wizard, draft, mapping }: Props) {
  const { t } = useTranslation('import')
  const unsent = unsentColumns(draft.columns, mapping)
  const failure = wizard.inspect.failure ?? wizard.read.failure
  const obstacle =
    draft.rowCount === 0 ? t('columns.noRows') : hasReference(mapping) ? null : t('columns.needReference')
  return (
    <div className={classes.step}>
      <Group gap={8} align="baseline">
        <Title order={3} fz={16}>
          {draft.fileName}
        </Title>
        <Text fz={12} c="dimmed">
          {t('columns.rows', { count: draft.rowCount })}
        </Text>
      </Group>
      <ReadAsBar
        readAs={draft.readAs}
        sheets={draft.sheets}
        change={wizard.reread}
        disabled={wizard.read.pending}
      />
      <LoadingBar visible={wizard.read.pending || wizard.inspect.pending} />
      {failure && <FailureNotice failure={failure} />}
      {draft.problems.length > 0 && (
        <>
          <Text fz={13} fw={600}>
            {t('columns.trouble', { count: draft.problems.length })}
          </Text>
          <ProblemsTable problems={draft.problems} height={180} />
        </>
      )}
      <MappingTable draft={draft} mapping={mapping} assign={wizard.assign} />
      <Text fz={12} c="dimmed">
        {t('columns.preview', { count: draft.preview.length })}{' '}
        {unsent.length > 0 ? t('columns.unmapped', { columns: unsent.join(', ') }) : t('columns.allMapped')}
      </Text>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => wizard.goTo('file')}>
          {t('back')}
        </Button>
        <Button
          disabled={obstacle !== null || wizard.read.pending}
          loading={wizard.inspect.pending}
          onClick={() =>
            wizard.check ? wizard.goTo('check') : void wizard.inspect.run(draft.draftId, mapping)
          }
        >
          {t('next')}
        </Button>
        {obstacle && <Text fz={12}>{obstacle}</Text>}
      </div>
    </div>
  )
}
