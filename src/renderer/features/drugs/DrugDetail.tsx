import { Button, Collapse, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugDetail as Detail } from '../../../shared/domain/drug.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Copy } from './Copy.tsx'
import classes from './drugs.module.css'
import { Pathways } from './Pathways.tsx'

/** One drug: at once as it is kept here, then as the service has it now. */
export function DrugDetail({ drugId }: { drugId: string }) {
  const { t } = useTranslation('drugs')
  const kept = useCall('drugs.show', { drugId, from: 'cache' })
  const fresh = useCall('drugs.show', { drugId, from: 'service' })
  const drug = fresh.data ?? kept.data
  return (
    <article className={classes.detail} aria-label={t('detail.label')}>
      <LoadingBar visible={fresh.loading} />
      {drug && <Drug drug={drug} />}
      {fresh.failure && <FailureNotice failure={fresh.failure} retry={() => void fresh.refetch()} />}
    </article>
  )
}

function Drug({ drug }: { drug: Detail }) {
  const { t } = useTranslation('drugs')
  const none = <span className={classes.dimmed}>{t('detail.none')}</span>
  return (
    <>
      <header className={classes.detailHead}>
        <Title order={2} fz={20}>
          {drug.name}
        </Title>
        <div className={classes.origin}>
          {t(`source.${drug.source}`)} · <Timestamp at={drug.fetchedAt} />
        </div>
      </header>
      <dl className={classes.facts}>
        <dt>{t('detail.category')}</dt>
        <dd>{drug.category ?? none}</dd>
        <dt>{t('detail.description')}</dt>
        <dd>{drug.description ?? none}</dd>
        <dt>{t('detail.synonyms')}</dt>
        <dd>{drug.synonyms.length > 0 ? drug.synonyms.join(', ') : none}</dd>
        <dt>{t('detail.id')}</dt>
        <dd className={classes.id}>
          <code>{drug.drugId}</code>
          <Copy value={drug.drugId} label={t('detail.copyId')} />
        </dd>
      </dl>
      <Pathways pathways={drug.pathways} />
      <Raw raw={drug.raw} />
    </>
  )
}

function Raw({ raw }: { raw: unknown }) {
  const { t } = useTranslation('drugs')
  const [open, setOpen] = useState(false)
  const text = JSON.stringify(raw, null, 2)
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          c="dimmed"
          className={classes.rawToggle ?? ''}
          leftSection={<Chevron size={14} stroke={1.75} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('detail.raw')}
        </Button>
        {open && <Copy value={text} label={t('detail.copyRaw')} />}
      </div>
      <Collapse expanded={open}>
        <pre className={classes.raw}>{text}</pre>
      </Collapse>
    </section>
  )
}
