import { Button, Group, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pathway, PathwayDetail } from '../../../shared/domain/pathway.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { ActingDrugs } from './ActingDrugs.tsx'
import { isChanged } from './aliases.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { Names } from './Names.tsx'
import classes from './pathways.module.css'
import { RenameDialog } from './RenameDialog.tsx'
import { ResetDialog } from './ResetDialog.tsx'
import { StandingOut } from './StandingOut.tsx'
import { useChanges } from './useChanges.ts'

type Props = { pathway: string; all: readonly Pathway[]; show(pathway: string): void }

/** One pathway: its names and why they are one, the drugs that act on it, the samples in which it stands out. */
export function PathwayPage({ pathway, all, show }: Props) {
  const { t } = useTranslation('pathways')
  const detail = useCall('pathways.show', { pathway })
  return (
    <article className={classes.detail} aria-label={t('page')}>
      <LoadingBar visible={detail.loading} />
      {detail.failure && <FailureNotice failure={detail.failure} retry={() => void detail.refetch()} />}
      {detail.data && !detail.failure && <Page detail={detail.data} all={all} show={show} />}
    </article>
  )
}

type PageProps = { detail: PathwayDetail; all: readonly Pathway[]; show(pathway: string): void }

function Page({ detail, all, show }: PageProps) {
  const { t } = useTranslation('pathways')
  const [dialog, setDialog] = useState<'merge' | 'rename' | 'reset' | null>(null)
  const close = () => setDialog(null)
  const changes = useChanges(detail, { all, show, changed: close })
  return (
    <>
      <header className={classes.head}>
        <Title order={2} fz={20} className={classes.pageTitle}>
          <bdi>{detail.title}</bdi>
        </Title>
        <Group gap={8} mt={8}>
          <Button size="compact-sm" variant="default" onClick={() => setDialog('rename')}>
            {t('rename.open')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={all.length < 2}
            onClick={() => setDialog('merge')}
          >
            {t('merge.open')}
          </Button>
          {isChanged(detail) && (
            <Button size="compact-sm" variant="default" onClick={() => setDialog('reset')}>
              {t('reset.open')}
            </Button>
          )}
        </Group>
      </header>
      {changes.split.failure && <FailureNotice failure={changes.split.failure} />}
      <Names detail={detail} split={(name) => void changes.split.run(name)} />
      <ActingDrugs detail={detail} />
      <StandingOut detail={detail} />
      {dialog === 'rename' && <RenameDialog detail={detail} action={changes.rename} close={close} />}
      {dialog === 'merge' && <MergeDialog detail={detail} all={all} action={changes.merge} close={close} />}
      {dialog === 'reset' && <ResetDialog detail={detail} action={changes.reset} close={close} />}
    </>
  )
}
