import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { DrugViews } from '../../ui/DrugViews.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { ComparisonTable } from './ComparisonTable.tsx'
import { comparePathways } from './comparison.ts'
import classes from './lists.module.css'
import { toCopied } from './toCopied.ts'
import { useCompared } from './useCompared.ts'

/** `show`: which drugs stand here from now on; none leads back to the lists. */
type Props = { drugIds: string[]; setId: string | undefined; show(drugIds: string[]): void }

/** Up to six drugs side by side: every field, and every pathway with what each of them does to it. */
export function Comparison({ drugIds, setId, show }: Props) {
  const { t } = useTranslation(['lists', 'ui'])
  const compared = useCompared(drugIds, setId)
  const { drugs, ready, fetch } = compared
  const aliases = useCall('pathways.list', {})
  const demo = useCall('app.status', {}).data?.demo ?? false
  const pathways = useMemo(() => comparePathways(drugs, aliases.data ?? []), [drugs, aliases.data])
  const lacking = drugs.filter(({ drug }) => !drug?.pathways).map(({ drugId }) => drugId)
  const failure = compared.failure ?? aliases.failure
  useStatusText(t('comparing', { count: drugs.length }))
  return (
    <div className={classes.page}>
      <ToolRow primary={ready && <CopyAs inTools read={() => toCopied(drugs, pathways, t)} />}>
        <DrugViews current="lists" />
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={() => show([])}
        >
          {t('back')}
        </Button>
        {ready && lacking.length > 0 && (
          <Button size="xs" variant="default" onClick={() => fetch(lacking)}>
            {t('fetchMissing', { count: lacking.length })}
          </Button>
        )}
        {demo && <SyntheticMark />}
      </ToolRow>
      <LoadingBar visible={compared.loading || aliases.loading} />
      {failure && <FailureNotice failure={failure} retry={compared.retry} />}
      {ready && (
        <ComparisonTable
          drugs={drugs}
          pathways={pathways}
          remove={(drugId) => show(drugIds.filter((other) => other !== drugId))}
        />
      )}
    </div>
  )
}
